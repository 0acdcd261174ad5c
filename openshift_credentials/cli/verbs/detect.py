"""Verb ``detect``: the credential mode that the operator detects in Secrets."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from openshift_credentials.base.errors import ReportedProblem, UnusableInputError
from openshift_credentials.base.exit_codes import ExitCode
from openshift_credentials.base.notices import Notice
from openshift_credentials.cli.argument_parser import PROGRAM
from openshift_credentials.platforms.aws.arns import parse_role_arn
from openshift_credentials.platforms.azure.text_rules import GUID
from openshift_credentials.platforms.manifests.documents import Document, read_documents
from openshift_credentials.platforms.manifests.secrets import SecretManifest, read_secret
from openshift_credentials.platforms.manifests.values import printable
from openshift_credentials.systems.etcd_backup.rules.credentials import (
    Detection,
    StorageType,
    detect,
)
from openshift_credentials.systems.etcd_backup.rules.explanation import explain
from openshift_credentials.systems.etcd_backup.rules.findings import findings
from openshift_credentials.systems.etcd_backup.rules.versions import ContractVersion

_EPILOG: Final = f"""\
A Secret for OADP has only the key 'cloud'. The operator reads the copy in its own namespace.
docs/findings.md lists all findings.

Example: {PROGRAM} detect --explain credentials.yaml
         kubectl get secret -n hypershift -o yaml | {PROGRAM} detect --storage-type S3 -
Exit codes: 0 all Secrets could be read, with or without findings; 2 something cannot be read.
"""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer for one Secret and one storage type."""

    secret: SecretManifest
    storage_type: StorageType
    detection: Detection
    findings: tuple[Notice, ...]
    explanation: tuple[str, ...]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    parser.epilog = _EPILOG
    parser.add_argument(
        "files", metavar="FILE", nargs="+", help="manifests in YAML or JSON; - is standard input"
    )
    parser.add_argument(
        "--storage-type",
        choices=tuple(StorageType),
        help="storage type of the backup (default: both)",
    )
    parser.add_argument(
        "--contract",
        choices=tuple(ContractVersion),
        default=ContractVersion.CURRENT,
        type=str,
        help="version of the operator's rules (default: %(default)s)",
    )
    parser.add_argument(
        "--explain",
        action="store_true",
        help="show each step of the decision, without content of the Secret",
    )
    parser.add_argument(
        "-o", "--output", choices=("text", "json"), default="text", help="default: text"
    )


def run(arguments: argparse.Namespace) -> ExitCode:
    """Detect the mode of every Secret that can be read, then report the rest."""
    version = ContractVersion(arguments.contract)
    chosen: str | None = arguments.storage_type
    storage_types = tuple(StorageType) if chosen is None else (StorageType(chosen),)
    documents, problems = read_documents(arguments.files, sys.stdin.buffer)
    secrets = _read_secrets(documents, problems)
    answers = (
        answer(secret, storage_type, version, explained=arguments.explain)
        for secret in secrets
        for storage_type in storage_types
    )
    if arguments.output == "json":
        sys.stdout.write(render_json(answers, problems))
    else:
        sys.stdout.write(render_text(answers))
    sys.stdout.flush()
    if problems:
        raise UnusableInputError(problems, has_result=True)
    return ExitCode.OK


def _read_secrets(
    documents: list[Document], problems: list[ReportedProblem]
) -> list[SecretManifest]:
    """The Secrets among the documents; other objects are added to ``problems``."""
    secrets: list[SecretManifest] = []
    for document in documents:
        try:
            secrets.append(read_secret(document.content))
        except UnusableInputError as error:
            problems += document.located(error)
    return secrets


def answer(
    secret: SecretManifest,
    storage_type: StorageType,
    version: ContractVersion,
    *,
    explained: bool = False,
) -> Answer:
    """Mode, findings and, on request, the explanation."""
    return Answer(
        secret,
        storage_type,
        detect(storage_type, secret.data, version),
        findings(storage_type, secret.data, version=version),
        explain(storage_type, secret.data, version) if explained else (),
    )


def render_json(answers: Iterator[Answer], problems: Sequence[ReportedProblem] = ()) -> str:
    """A JSON list, one line per answer; bytes that are not UTF-8 are lone surrogates.

    Unreadable objects come last, with the members of an answer and ``errors``.
    """
    items = chain(map(_members, answers), map(_unread, problems))
    lines = ",\n".join(map(json.dumps, items))
    return f"[\n{lines}\n]\n" if lines else "[]\n"


def _members(answer: Answer) -> dict[str, object]:
    members: dict[str, object] = {
        "name": answer.secret.name,
        "namespace": answer.secret.namespace,
        "storageType": answer.storage_type,
        "mode": answer.detection.mode,
        "rule": answer.detection.rule,
        "roleArn": answer.detection.role_arn,
        "clientId": answer.detection.client_id,
        "findings": [
            {
                "code": finding.code,
                "severity": finding.severity,
                "why": finding.why,
                "whatToDo": finding.way_out,
            }
            for finding in answer.findings
        ],
    }
    if answer.explanation:
        members["explanation"] = answer.explanation
    return members


def _unread(problem: ReportedProblem) -> dict[str, object]:
    nothing = dict.fromkeys(
        ("name", "namespace", "storageType", "mode", "rule", "roleArn", "clientId")
    )
    return {**nothing, "findings": [], "errors": [problem.document]}


def render_text(answers: Iterator[Answer]) -> str:
    """One line per answer, with explanation and findings indented below."""
    return "".join(f"{line}\n" for answer in answers for line in _lines(answer))


def _lines(answer: Answer) -> Iterator[str]:
    names = (answer.secret.namespace, answer.secret.name or "(no name)")
    name = "/".join(printable(part) for part in names if part)
    yield f"{name}  {answer.storage_type}  {answer.detection.mode}{_identity(answer.detection)}"
    yield from (f"  {step}" for step in answer.explanation)
    for finding in answer.findings:
        yield f"  {finding.severity} {finding.code}: {finding.why} {finding.way_out}"


def _identity(detection: Detection) -> str:
    """Role ARN or client ID, if it is valid: an invalid value could be a secret."""
    if detection.role_arn is not None and parse_role_arn(detection.role_arn) is not None:
        return f"  {detection.role_arn}"
    if detection.client_id is not None and GUID.problem(detection.client_id) is None:
        return f"  {detection.client_id}"
    return ""
