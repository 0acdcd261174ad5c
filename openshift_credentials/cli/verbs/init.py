"""Verb ``init``: the first stack file, from answers, the cluster and the cloud."""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from openshift_credentials.base.errors import (
    ProblemCode,
    UnusableInputError,
    input_problem,
    unusable_argument,
)
from openshift_credentials.base.exit_codes import ExitCode
from openshift_credentials.base.json_values import as_object, object_member
from openshift_credentials.base.regular_file import read_text_file
from openshift_credentials.cli.argument_parser import spelling
from openshift_credentials.cli.stack_arguments import add_directory, stack_name
from openshift_credentials.preview.stack_files import SIZE_LIMIT
from openshift_credentials.scaffold.facts import READS, cloud_facts, cluster_facts, platform_of
from openshift_credentials.scaffold.questions import (
    Answers,
    Question,
    StackCloud,
    Wanted,
    all_questions,
    questions,
)
from openshift_credentials.scaffold.template import render

_ATTEMPTS: Final = 3
_SECONDS: Final = 30
_KEPT: Final = ("encryptionsalt:", "encryptedkey:", "secretsprovider:")
"""Lines that 'pulumi stack init' writes into the file: they are required to decrypt secrets."""

_EPILOG: Final = """\
Examples:
  openshift-credentials init --stack prod
  openshift-credentials init --stack prod --from-cluster --from-cloud
  openshift-credentials init --stack prod --cloud aws --name rosa-mc-1 \\
    --issuer https://oidc.example.com/abc --hosted-clusters clusters/one \\
    --region us-east-1 --account-id 123456789012 --no-input
init asks for missing values. The file is checked before it is written, and contains no secret.
Exit codes: 0 the file is written, 2 something is missing or wrong, or the file exists.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments: one per question."""
    parser.epilog = _EPILOG
    parser.add_argument("-s", "--stack", required=True, metavar="NAME", help="name of the stack")
    add_directory(parser)
    parser.add_argument(
        "--system",
        choices=[wanted.value for wanted in Wanted],
        default=Wanted.ETCD_BACKUP.value,
        help="purpose of the stack: a system (default: etcdBackup), or oadp for backups through "
        "OADP; one of %(choices)s",
        metavar="SYSTEM",
    )
    parser.add_argument(
        "--cloud", choices=[cloud.value for cloud in StackCloud], help="one of %(choices)s"
    )
    for question in all_questions().values():
        parser.add_argument(f"--{question.name}", metavar="VALUE", help=question.ask)
    parser.add_argument(
        "--from-cluster",
        action="store_true",
        help="read issuer, name, place and hosted clusters from the cluster",
    )
    parser.add_argument("--kubeconfig", metavar="FILE", help="kubeconfig (default: as kubectl)")
    parser.add_argument("--context", metavar="NAME", help="context of the kubeconfig")
    parser.add_argument(
        "--from-cloud",
        action="store_true",
        help="read account, subscription or project from the session of 'aws', 'az' or 'gcloud'",
    )
    parser.add_argument(
        "--no-input", action="store_true", help="ask nothing, and fail if a value is missing"
    )
    parser.add_argument("--force", action="store_true", help="overwrite the settings of a file")
    parser.add_argument(
        "--print", action="store_true", dest="prints", help="print the file instead of writing it"
    )


def run(arguments: argparse.Namespace) -> ExitCode:
    """Collect the answers, check the file that follows from them, and write it."""
    path = Path(arguments.cwd) / f"Pulumi.{stack_name(arguments.stack)}.yaml"
    kept = "" if arguments.prints else _lines_to_keep(path, force=arguments.force)
    wanted = Wanted(arguments.system)
    facts, cloud = _facts(arguments)
    if cloud is None:
        cloud = wanted.clouds[0] if len(wanted.clouds) == 1 else _ask_cloud(arguments, wanted)
    if cloud not in wanted.clouds:
        raise unusable_argument(
            f"--cloud {cloud}: {wanted} exists on {' and '.join(wanted.clouds)} only"
        )
    if arguments.from_cloud:
        facts = {**facts, **cloud_facts(cloud, _output_of)}
    text = render(wanted, cloud, _answers(arguments, list(questions(wanted, cloud)), facts))
    _check(arguments, text)
    if arguments.prints:
        sys.stdout.write(text)
        return ExitCode.OK
    path.write_text(kept + text, encoding="utf-8")
    sys.stdout.write(f"{path}\n")
    sys.stderr.write(f"next: {spelling()} preview --stack {arguments.stack}\n")
    return ExitCode.OK


def _lines_to_keep(path: Path, *, force: bool) -> str:
    """The lines that an overwritten file keeps."""
    try:
        lines = read_text_file(path, SIZE_LIMIT).splitlines()
    except FileNotFoundError:
        return ""
    except UnusableInputError as error:
        raise unusable_argument(f"{path}: {error}") from None
    kept = [line for line in lines if line.startswith(_KEPT)]
    if len(kept) < len([line for line in lines if line.strip()]) and not force:
        raise unusable_argument(
            f"{path}: exists; overwrite its settings with --force, or use --print"
        )
    return "".join(f"{line}\n" for line in kept)


def _facts(arguments: argparse.Namespace) -> tuple[Mapping[str, str], StackCloud | None]:
    """Facts from the cluster, and the cloud from the arguments or the cluster."""
    named = StackCloud(arguments.cloud) if arguments.cloud else None
    if not arguments.from_cluster:
        return {}, named
    from openshift_credentials.live.client import Access, observe  # noqa: PLC0415
    from openshift_credentials.live.observed import Obstacle  # noqa: PLC0415

    observed = observe(Access(kubeconfig=arguments.kubeconfig, context=arguments.context), READS)
    for read in READS:
        match observed.obstacle(read.name):
            case None | Obstacle.ABSENT:
                pass
            case obstacle:
                sys.stderr.write(f"note: {read.path} could not be read: {obstacle}\n")
    facts = cluster_facts(observed)
    for name, value in facts.items():
        sys.stderr.write(f"from the cluster: {name} {value}\n")
    return facts, named or platform_of(observed)


def _ask_cloud(arguments: argparse.Namespace, wanted: Wanted) -> StackCloud:
    clouds = ", ".join(wanted.clouds)
    if _asks(arguments):
        for _ in range(_ATTEMPTS):
            answer = _line(f"Cloud ({clouds})", "").lower()
            if answer in wanted.clouds:
                return StackCloud(answer)
    raise unusable_argument(f"--cloud is missing; set one of {clouds}")


def _answers(
    arguments: argparse.Namespace, wanted: Sequence[Question], facts: Mapping[str, str]
) -> Answers:
    """Arguments first, then known facts, then questions; all problems at once."""
    answers: dict[str, str] = {}
    problems: list[str] = []
    for question in wanted:
        given: str | None = getattr(arguments, question.name.replace("-", "_"))
        if given is None:
            given = _find(arguments, question, facts, answers)
        if given is None:
            problems.append(f"--{question.name} is missing: {question.ask}")
            answers[question.name] = question.rule.example
            continue
        if problem := question.problem(given):
            example = question.rule.example
            problems.append(f'--{question.name} {given}: {problem}; for example "{example}"')
        answers[question.name] = given
    problems += _unused_arguments(arguments, wanted)
    if problems:
        raise UnusableInputError(
            input_problem(item, code=ProblemCode.ARGUMENT) for item in problems
        )
    return answers


def _find(
    arguments: argparse.Namespace, question: Question, facts: Mapping[str, str], answers: Answers
) -> str | None:
    known = facts.get(question.name) or question.suggest(answers)
    if not _asks(arguments):
        return known or None
    for _ in range(_ATTEMPTS):
        answer = _line(question.ask, known)
        problem = question.problem(answer)
        if problem is None:
            return answer
        sys.stderr.write(f"{problem}; for example {question.rule.example}\n")
    return None


def _unused_arguments(arguments: argparse.Namespace, wanted: Sequence[Question]) -> Iterator[str]:
    used = {question.name for question in wanted}
    for name in all_questions():
        if name not in used and getattr(arguments, name.replace("-", "_")) is not None:
            yield f"--{name} does not apply to this stack; remove it"


def _asks(arguments: argparse.Namespace) -> bool:
    return not arguments.no_input and sys.stdin.isatty()


def _line(text: str, known: str) -> str:
    """Ask on standard error, so that standard output has only the result."""
    sys.stderr.write(f"{text}{f' [{known}]' if known else ''}: ")
    sys.stderr.flush()
    return sys.stdin.readline().strip() or known


def _output_of(command: Sequence[str]) -> str | None:
    try:
        done = subprocess.run(  # noqa: S603 - fixed commands of the user's own session
            command, capture_output=True, text=True, check=False, timeout=_SECONDS
        )
    except (OSError, subprocess.SubprocessError):
        done = None
    if done is None or done.returncode:
        sys.stderr.write(
            f"note: '{' '.join(command)}' returned nothing; sign in, or pass the values\n"
        )
        return None
    return done.stdout


def _check(arguments: argparse.Namespace, text: str) -> None:
    """Check the settings; raises the same errors as a preview of the file."""
    from openshift_credentials.preview.engine_yaml import read_yaml, text_of  # noqa: PLC0415
    from openshift_credentials.stack.load import load_settings  # noqa: PLC0415

    config = object_member(as_object(read_yaml(text.encode())), "config")
    texts = {key: text_of(value) for key, value in config.items()}
    directory = Path(os.path.abspath(arguments.cwd))  # noqa: PTH100 - as the other verbs
    for deployment in load_settings(texts, (), directory):
        deployment.assert_promises()
