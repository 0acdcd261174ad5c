"""Answers of the verb ``azure-identities`` in JSON and text; they contain no secret."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.azure.managed_identity.document import DocumentMember
from openshift_credentials.platforms.azure.managed_identity.loading import DocumentInUse, LoadStage
from openshift_credentials.platforms.go.numbers import parse_rfc3339
from openshift_credentials.systems.control_plane_identities.rules.hosted_cluster import HostedClusterVerdict
from openshift_credentials.systems.control_plane_identities.rules.vault_secrets import Checked

_SECONDS_OF_A_DAY: Final = 86_400

_VALUE: Final = re.compile(r'value: "(?:[^"\\]|\\.)*"')

_STAGES: Final = {
    LoadStage.OK: "can be loaded",
    LoadStage.UNMARSHAL: "is not the right JSON",
    LoadStage.MISSING_MEMBER: "lacks a member",
    LoadStage.BASE64: "has a client_secret that is not base64",
    LoadStage.CERTIFICATE: "has a certificate or key that cannot be read",
    LoadStage.CREDENTIAL: "has a key, tenant or endpoint that the login rejects",
    LoadStage.NOT_BEFORE: "has a not_before that cannot be compared",
    LoadStage.PANIC: "crashes the component",
}


CHECK_MEMBERS: Final = ("file", "loads", "stage")
"""Members of an answer about a document that are null if the document cannot be read."""

VERDICT_MEMBERS: Final = ("name", "accepted")
"""The same for an answer about a HostedCluster; its errors are the reading errors."""


def unread_json(problem: Notice, *members: str) -> dict[str, object]:
    """The list item for a file that cannot be read."""
    return {**dict.fromkeys(members), "errors": [problem.document]}


def check_json(file: str, checked: Checked) -> dict[str, object]:
    """``{file, loads, stage, times, findings}``."""
    return {
        "file": file,
        "loads": checked.load.loads,
        "stage": checked.load.stage,
        "times": checked.times,
        "findings": [{"severity": finding.severity, "message": finding.why} for finding in checked.findings],
    }


def check_lines(file: str, checked: Checked, now: datetime) -> Iterator[str]:
    """One line for the document, one for its end and its renewal, and one per finding."""
    answer = "loads" if checked.load.loads else "does not load"
    yield f"{file}: {answer}: it {_STAGES[checked.load.stage]} (stage {checked.load.stage})"
    if DocumentMember.NOT_AFTER in checked.times:
        yield f"  {_lifetime(checked.times, now)}"
    for finding in checked.findings:
        yield f"  {finding.severity}: {finding.why}"


def _lifetime(times: Mapping[DocumentMember, str], now: datetime) -> str:
    """``expires at T, in 12 days; can be renewed from U to V``."""
    end = parse_rfc3339(times[DocumentMember.NOT_AFTER])
    days = 0 if end is None else (end.seconds - int(now.timestamp())) // _SECONDS_OF_A_DAY
    left = f"in {days} days" if days > 1 else "within two days" if days >= 0 else "which is past"
    renewal = [times.get(DocumentMember.RENEW_AFTER), times.get(DocumentMember.CANNOT_RENEW_AFTER)]
    said = f"expires at {times[DocumentMember.NOT_AFTER]}, {left}"
    return f"{said}; can be renewed from {' to '.join(map(str, renewal))}" if all(renewal) else said


def rotation_json(files: Sequence[str], steps: Sequence[DocumentInUse]) -> list[dict[str, object]]:
    """``[{file, stage, inUseAfter}]``."""
    return [
        {"file": file, "stage": step.stage, "inUseAfter": step.in_use_after}
        for file, step in zip(files, steps, strict=True)
    ]


def rotation_lines(files: Sequence[str], steps: Sequence[DocumentInUse]) -> Iterator[str]:
    """One line per file: its result, and the file that is in use afterwards."""
    for number, (file, step) in enumerate(zip(files, steps, strict=True)):
        why = f": {step.why}" if step.why else ""
        yield f"{number}  {file}: stage {step.stage}{why}; {_in_use(files, step)}"


def _in_use(files: Sequence[str], step: DocumentInUse) -> str:
    match step.in_use_after:
        case None:
            return "the process has crashed"
        case number if number < 0:
            return "no file is in use, and the component does not start"
        case number:
            return f"in use is {number} ({files[number]})"


def hosted_cluster_json(verdict: HostedClusterVerdict) -> dict[str, object]:
    """``{name, accepted, errors: [{field, reason}], warnings}``."""
    return {
        "name": verdict.name,
        "accepted": verdict.accepted,
        "errors": [{"field": error.path, "reason": error.reason} for error in verdict.errors],
        "warnings": [
            {"code": notice.code, "field": notice.setting, "message": notice.why, "wayOut": notice.way_out}
            for notice in verdict.warnings
        ],
    }


def hosted_cluster_lines(verdict: HostedClusterVerdict) -> Iterator[str]:
    """One line for the object and one per error and warning; no value of the object is shown."""
    answer = "is accepted" if verdict.accepted else "is refused"
    yield f"HostedCluster {verdict.name or '(no name)'} {answer} by the API server"
    for error in verdict.errors:
        yield f"  error: {_VALUE.sub('value', str(error))}"
    for notice in verdict.warnings:
        yield f"  {notice.severity} {notice.code}: {notice}"
