"""Verb ``validate``: whether the API server accepts HCPEtcdBackup objects."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from openshift_credentials.base.errors import ExitCode, UnusableInputError
from openshift_credentials.base.json_values import object_member
from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.manifests import ManifestDocument, printable, read_documents, text, within_depth
from openshift_credentials.systems.etcd_backup.rules.backup import AdmissionVerdict, BackupLocation, validate

from ..argument_parser import PROGRAM
from ..output import add_output, print_answer

_EPILOG = f"""\
Errors are the API server's reasons to reject the object. Warnings are about rules that it does
not check: with a warning of severity "error" the API server accepts the object, but the backup
cannot succeed. The API server drops pruned fields silently.

Example: {PROGRAM} validate backup.yaml
         kubectl get hcpetcdbackups -A -o json | {PROGRAM} validate -o json -
Exit codes: 0 all are accepted, 1 at least one is rejected, 2 something cannot be read.
"""


@dataclass(frozen=True, slots=True)
class _Judged:
    document: ManifestDocument
    name: str | None
    namespace: str | None
    verdict: AdmissionVerdict


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's arguments."""
    parser.epilog = _EPILOG
    parser.add_argument("files", nargs="+", metavar="FILE", help="manifests; - is standard input")
    add_output(parser, "text", "json")
    parser.add_argument(
        "--backup-storage-location",
        metavar="BUCKET[/PREFIX]",
        help="bucket or container of a Velero BackupStorageLocation, and its prefix, to warn about backups below it",
    )


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print one verdict per readable document."""
    location = _location(arguments.backup_storage_location)
    documents, problems = read_documents(arguments.files, sys.stdin.buffer)
    judged: list[_Judged] = []
    for document in documents:
        try:
            judged.append(_judge(document, location))
        except UnusableInputError as error:
            problems += document.problems_of(error)
    verdicts = [*map(_json, judged), *map(_json_problem, problems)]
    print_answer(arguments.output, verdicts, _lines(judged))
    if problems:
        sys.stdout.flush()
        raise UnusableInputError(problems, has_result=True)
    return ExitCode.OK if all(item.verdict.accepted for item in judged) else ExitCode.NO


def _location(argument: str | None) -> BackupLocation | None:
    if argument is None:
        return None
    bucket, _, prefix = argument.partition("/")
    return BackupLocation(bucket=bucket, prefix=prefix)


def _judge(document: ManifestDocument, location: BackupLocation | None) -> _Judged:
    content = within_depth(document.content)
    metadata = object_member(content, "metadata")
    return _Judged(
        document=document,
        name=text(metadata, "name"),
        namespace=text(metadata, "namespace"),
        verdict=validate(content, location),
    )


def _json(judged: _Judged) -> dict[str, object]:
    verdict = judged.verdict
    return {
        "name": judged.name,
        "namespace": judged.namespace,
        "errors": [{"path": error.path, "message": error.message} for error in verdict.errors],
        "warnings": [_json_advice(advice) for advice in verdict.warnings],
        "pruned": list(verdict.pruned),
    }


def _json_problem(problem: Notice) -> dict[str, object]:
    """An unreadable document, with the members of a verdict."""
    errors = [problem.document]
    return {"name": None, "namespace": None, "errors": errors, "warnings": [], "pruned": []}


def _json_advice(advice: Notice) -> dict[str, str]:
    return {
        "code": advice.code,
        "severity": advice.severity,
        "path": advice.setting,
        "message": advice.why,
        "wayOut": advice.way_out,
    }


def _lines(judged: Sequence[_Judged]) -> Iterator[str]:
    for item in judged:
        verdict = item.verdict
        name = f"{item.namespace or '(no namespace)'}/{item.name or '(no name)'}"
        answer = "would be accepted" if verdict.accepted else "would be refused"
        yield printable(f"{item.document.where}: {name} {answer}")
        for error in verdict.errors:
            yield printable(f"  error: {error}")
        for advice in verdict.warnings:
            yield printable(f"  {advice.severity} {advice.code}: {advice}")
        for path in verdict.pruned:
            yield printable(f"  pruned: {path}: unknown field, would be dropped")
