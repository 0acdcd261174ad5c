"""Verb ``azure-identities``: credential documents, rotations, HostedClusters and the whole map."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, cast

from openshift_credentials.errors import ProblemCode, ReportedProblem, UnusableInputError
from openshift_credentials.exit_codes import ExitCode
from openshift_credentials.manifests.documents import read_content, read_documents
from openshift_credentials.manifests.values import object_with_text_keys, printable

if TYPE_CHECKING:
    from openshift_credentials.control_plane_identities.rules.hosted_cluster import (
        HostedClusterVerdict,
    )
    from openshift_credentials.manifests.documents import Document

_PROGRAM: Final = "python -m openshift_credentials azure-identities"
_EPILOG: Final = f"""\
The content of a credential document is never shown: only names of members, dates and stages.

Examples: {_PROGRAM} check cpo.json ingress.json
          {_PROGRAM} rotate cpo-2025.json cpo-2026.json
          {_PROGRAM} hosted-cluster -o json hosted-cluster.yaml
          {_PROGRAM} map --stack aro -o mermaid
Exit codes: 0 yes, 1 no (does not load, is not in use at the end, is refused), 2 unusable input.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the sub-verbs and their arguments."""
    parser.epilog = _EPILOG
    subverbs = parser.add_subparsers(dest="subverb", metavar="WHAT", required=True)
    _add(
        subverbs.add_parser("check", help="check whether components can load credential documents"),
        _check,
    )
    _add(
        subverbs.add_parser(
            "rotate", help="show which document is in use after each step of a rotation"
        ),
        _rotate,
    )
    hosted_cluster = subverbs.add_parser(
        "hosted-cluster",
        help=("check HostedClusters as the API server does, and what it does not check"),
    )
    _add(hosted_cluster, _hosted_cluster)
    hosted_cluster.add_argument(
        "--replaces", metavar="FILE", help="manifest of the object that each HostedCluster replaces"
    )
    _configure_map(
        subverbs.add_parser("map", help="show the path of each identity from HostedCluster to pod")
    )


def _add(
    parser: argparse.ArgumentParser, subverb: Callable[[argparse.Namespace], ExitCode]
) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="- is standard input")
    parser.add_argument("-o", "--output", choices=("text", "json"), default="text")
    parser.set_defaults(subverb=subverb)


def _configure_map(parser: argparse.ArgumentParser) -> None:
    from openshift_credentials.verbs.stack_arguments import add_stack_arguments  # noqa: PLC0415

    parser.add_argument("file", nargs="?", metavar="FILE", help="manifest of a HostedCluster")
    add_stack_arguments(parser, required=False)
    parser.add_argument("-o", "--output", choices=("text", "json", "mermaid"), default="text")
    parser.set_defaults(subverb=_map)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Run the sub-verb."""
    subverb = cast("Callable[[argparse.Namespace], ExitCode]", arguments.subverb)
    return subverb(arguments)


def _check(arguments: argparse.Namespace) -> ExitCode:
    from openshift_credentials.control_plane_identities.answers import (  # noqa: PLC0415
        CHECK_MEMBERS,
        check_json,
        check_lines,
        unread_json,
    )
    from openshift_credentials.control_plane_identities.rules.findings import (  # noqa: PLC0415
        check,
    )

    files: list[str] = arguments.files
    contents, problems = _contents(files)
    now = datetime.now(UTC)
    checked = {file: check(content, now) for file, content in contents.items()}
    if arguments.output == "json":
        answers = [check_json(printable(file), each) for file, each in checked.items()]
        _write_json([*answers, *(unread_json(each, *CHECK_MEMBERS) for each in problems)])
    else:
        _write(
            line for file, each in checked.items() for line in check_lines(printable(file), each)
        )
    if problems:
        raise UnusableInputError(problems, has_result=True)
    return ExitCode.OK if all(each.load.loads for each in checked.values()) else ExitCode.NO


def _rotate(arguments: argparse.Namespace) -> ExitCode:
    from openshift_credentials.azure.managed_identity.loading import rotation  # noqa: PLC0415
    from openshift_credentials.control_plane_identities.answers import (  # noqa: PLC0415
        rotation_json,
        rotation_lines,
    )

    files: list[str] = arguments.files
    contents, problems = _contents(files)
    if problems:
        raise UnusableInputError(problems)
    steps = rotation([contents[file] for file in files])
    names = [printable(file) for file in files]
    if arguments.output == "json":
        _write_json(rotation_json(names, steps))
    else:
        _write(rotation_lines(names, steps))
    return ExitCode.OK if steps[-1].in_use_after == len(files) - 1 else ExitCode.NO


def _contents(files: Sequence[str]) -> tuple[dict[str, bytes], list[ReportedProblem]]:
    """Every file's content, and a line for everything that cannot be read."""
    contents: dict[str, bytes] = {}
    problems: list[ReportedProblem] = []
    for file in dict.fromkeys(files):
        content = read_content(file, sys.stdin.buffer)
        if isinstance(content, str):
            text = f"{printable(file)}: {content}"
            problems.append(ReportedProblem(text, ProblemCode.FILE, file=printable(file)))
        else:
            contents[file] = content
    return contents, problems


def _hosted_cluster(arguments: argparse.Namespace) -> ExitCode:
    from openshift_credentials.control_plane_identities.answers import (  # noqa: PLC0415
        VERDICT_MEMBERS,
        hosted_cluster_json,
        hosted_cluster_lines,
        unread_json,
    )

    files: list[str] = arguments.files
    documents, problems = read_documents(files, sys.stdin.buffer)
    old = _the_one(arguments.replaces, problems) if arguments.replaces else None
    verdicts: list[HostedClusterVerdict] = []
    for document in documents:
        try:
            verdicts.append(_verdict(document, old))
        except UnusableInputError as error:
            problems += document.located(error)
    if arguments.output == "json":
        answers = [hosted_cluster_json(each) for each in verdicts]
        _write_json([*answers, *(unread_json(each, *VERDICT_MEMBERS) for each in problems)])
    else:
        _write(printable(line) for each in verdicts for line in hosted_cluster_lines(each))
    if problems:
        raise UnusableInputError(problems, has_result=True)
    return ExitCode.OK if all(each.accepted for each in verdicts) else ExitCode.NO


def _the_one(path: str, problems: list[ReportedProblem]) -> "Document | None":
    """The only object of a manifest file."""
    documents, found = read_documents([path], sys.stdin.buffer)
    problems += found
    if len(documents) != 1 and not found:
        text = f"{printable(path)}: must contain exactly one object, and contains {len(documents)}"
        problems.append(ReportedProblem(text, ProblemCode.MANIFEST, file=path))
    return documents[0] if len(documents) == 1 else None


def _verdict(document: "Document", old: "Document | None") -> "HostedClusterVerdict":
    from openshift_credentials.control_plane_identities.rules.hosted_cluster import (  # noqa: PLC0415
        judge_hosted_cluster,
    )

    before = object_with_text_keys(old.content) if old else None
    return judge_hosted_cluster(object_with_text_keys(document.content), before)


def _map(arguments: argparse.Namespace) -> ExitCode:
    from openshift_credentials.control_plane_identities import chains  # noqa: PLC0415

    path: str | None = arguments.file
    stack: str | None = arguments.stack
    if (path is None) == (stack is None):
        raise UnusableInputError(["map: needs either --stack or one FILE"])
    if path is not None:
        problems: list[ReportedProblem] = []
        document = _the_one(path, problems)
        if document is None or problems:
            raise UnusableInputError(problems)
        found = chains.of_hosted_cluster(object_with_text_keys(document.content))
    else:
        from openshift_credentials.control_plane_identities.plan import (  # noqa: PLC0415
            chains_of_stack,
        )
        from openshift_credentials.stack.load import load_settings  # noqa: PLC0415
        from openshift_credentials.verbs.stack_arguments import named_stack  # noqa: PLC0415

        named = named_stack(arguments)
        found = chains_of_stack(load_settings(named.config, named.secrets, named.program))
    match arguments.output:
        case "json":
            _write_json(chains.to_json(found))
        case "mermaid":
            sys.stdout.write(chains.to_mermaid(found))
        case _:
            _write(printable(line) for line in chains.to_lines(found))
    return ExitCode.OK


def _write(lines: Iterable[str]) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)


def _write_json(value: object) -> None:
    sys.stdout.write(json.dumps(value, indent=2) + "\n")
