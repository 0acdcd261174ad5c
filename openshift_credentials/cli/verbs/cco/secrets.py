"""``cco secrets``: formats and problems of Secrets with cloud credentials."""

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from openshift_credentials.base.errors import ExitCode, ProblemCode, UnusableInputError, input_problem
from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.kubernetes.secrets import SecretManifest, read_secret
from openshift_credentials.platforms.manifests import printable
from openshift_credentials.systems.cloud_credentials.rules.secrets import Detected, detect, secret_findings

from ...argument_parser import PROGRAM
from ...output import finding_documents, print_answer
from .reading import LIVE, add_connection, connect, is_live, read_objects, secrets_of_cluster

_EPILOG: Final = f"""\
The content of a Secret is never printed. docs/cco-secrets.md lists formats and findings.

Example: {PROGRAM} cco secrets manifests/*-credentials.yaml
         {PROGRAM} cco secrets live
Exit codes: 0 every Secret was checked, with or without findings; 2 something cannot be read.
"""


@dataclass(frozen=True, slots=True)
class _Judged:
    secret: SecretManifest
    detected: Detected
    findings: tuple[Notice, ...]


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = _EPILOG
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help=f"Secrets in YAML or JSON, - for standard input, or {LIVE}: the root secret and those "
        "of all CredentialsRequests",
    )
    add_connection(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Check every Secret that can be read, then report the rest."""
    if is_live(arguments.files):
        cluster = connect(arguments)
        found = secrets_of_cluster(cluster, cluster.mode_objects())
        objects, problems = [(LIVE, item) for item in found], list[Notice]()
    else:
        objects, problems = read_objects(arguments.files)
    judged: list[_Judged] = []
    for where, content in objects:
        try:
            judged.append(_judge(read_secret(content)))
        except UnusableInputError as error:
            problems += [
                input_problem(printable(f"{where}: {problem}"), code=ProblemCode.MANIFEST) for problem in error.problems
            ]
    document = [*map(_as_json, judged), *map(_unread, problems)]
    print_answer(arguments.output, document, _lines(judged))
    if problems:
        raise UnusableInputError(problems, has_result=True)
    return ExitCode.OK


def _judge(secret: SecretManifest) -> _Judged:
    detected = detect(secret)
    return _Judged(secret, detected, secret_findings(secret, detected))


def _as_json(judged: _Judged) -> Mapping[str, object]:
    return {
        "name": judged.secret.name,
        "namespace": judged.secret.namespace,
        "cloud": judged.detected.cloud,
        "kind": judged.detected.kind,
        "podIdentity": judged.detected.pod_identity,
        "findings": finding_documents(judged.findings),
    }


def _unread(problem: Notice) -> Mapping[str, object]:
    """The item for an unreadable object: the members of an answer, and ``errors``."""
    members = ("name", "namespace", "cloud", "kind", "podIdentity")
    return {**dict.fromkeys(members), "findings": [], "errors": [problem.document]}


def _lines(judged: list[_Judged]) -> Iterator[str]:
    for item in judged:
        name = f"{item.secret.namespace or '(no namespace)'}/{item.secret.name or '(no name)'}"
        cloud = item.detected.cloud or "unknown cloud"
        identity = ", pod identity" if item.detected.pod_identity else ""
        yield printable(f"{name}: {item.detected.kind}, {cloud}{identity}")
        for found in item.findings:
            yield printable(f"  {found.severity} {found.code}: {found.why} {found.way_out}")
