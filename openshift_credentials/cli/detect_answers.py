"""Answers of verb ``detect``, as text and JSON."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from openshift_credentials.base.notices import Notice
from openshift_credentials.base.wording import wrap
from openshift_credentials.platforms.aws.names import parse_role_arn
from openshift_credentials.platforms.azure.names import GUID
from openshift_credentials.platforms.kubernetes.secrets import SecretManifest
from openshift_credentials.platforms.manifests import printable
from openshift_credentials.systems.etcd_backup.rules.findings import findings
from openshift_credentials.systems.etcd_backup.rules.modes import (
    ContractVersion,
    Detection,
    StorageType,
    detect,
    explain,
)

from .output import finding_documents


@dataclass(frozen=True, slots=True)
class DetectAnswer:
    """The answer for one Secret and one storage type."""

    secret: SecretManifest
    storage_type: StorageType
    detection: Detection
    findings: tuple[Notice, ...]
    explanation: tuple[str, ...]

    @property
    def name(self) -> str:
        """Namespace and name of the Secret, ready to be printed."""
        names = (self.secret.namespace, self.secret.name or "(no name)")
        return "/".join(printable(part) for part in names if part)


def answer(
    secret: SecretManifest, storage_type: StorageType, version: ContractVersion, *, explained: bool = False
) -> DetectAnswer:
    """Mode, findings and, on request, the explanation."""
    return DetectAnswer(
        secret,
        storage_type,
        detect(storage_type, secret.data, version),
        findings(storage_type, secret.data, version=version),
        explain(storage_type, secret.data, version) if explained else (),
    )


def render_json(answers: Iterable[DetectAnswer], problems: Sequence[Notice] = ()) -> str:
    """A JSON list, one line per answer; bytes that are not UTF-8 are lone surrogates.

    Unreadable objects come last, with the members of an answer and ``errors``.
    """
    items = chain(map(_members, answers), map(_unread, problems))
    lines = ",\n".join(map(json.dumps, items))
    return f"[\n{lines}\n]\n" if lines else "[]\n"


def _members(answer: DetectAnswer) -> dict[str, object]:
    members: dict[str, object] = {
        "name": answer.secret.name,
        "namespace": answer.secret.namespace,
        "storageType": answer.storage_type,
        "mode": answer.detection.mode,
        "rule": answer.detection.rule,
        "roleArn": answer.detection.role_arn,
        "clientId": answer.detection.client_id,
        "findings": finding_documents(answer.findings),
    }
    if answer.explanation:
        members["explanation"] = answer.explanation
    return members


def _unread(problem: Notice) -> dict[str, object]:
    nothing = dict.fromkeys(("name", "namespace", "storageType", "mode", "rule", "roleArn", "clientId"))
    return {**nothing, "findings": [], "errors": [problem.document]}


def render_text(answers: Iterable[DetectAnswer], width: int | None = None) -> str:
    """One line per answer, with explanation and findings indented below."""
    return "".join(f"{wrap(line, width)}\n" for answer in answers for line in _lines(answer))


def _lines(answer: DetectAnswer) -> Iterator[str]:
    found = answer.detection
    yield f"{answer.name}  {answer.storage_type}  {found.mode}{_identity(found)}"
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
