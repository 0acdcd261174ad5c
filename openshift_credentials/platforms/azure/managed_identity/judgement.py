"""Check whether the credentials of a managed identity can be used now, and for how long."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from openshift_credentials.base.notices import Notice, Severity

from .document import document_problems, rfc3339_time
from .loading import load
from .members import decode

NEAR_ITS_END: Final = timedelta(days=30)
_CODE: Final = "managed-identity-document"
_TIME_FORMAT: Final = "%Y-%m-%d %H:%M UTC"


@dataclass(frozen=True, slots=True)
class Expected:
    """Optional expectations: tenant, authority host and client ID of the credentials.

    ``tenant_setting`` and ``client_setting`` are the names of the settings, for messages.
    """

    tenant_id: str | None = None
    authority: str | None = None
    client_id: str | None = None
    tenant_setting: str = "etcdBackup.storage.azureBlob.tenantId"
    client_setting: str = "etcdBackup.credentials.clientId"


def judge_document(document: bytes, expected: Expected, now: datetime) -> list[Notice]:
    """Everything that can be checked without contacting Azure; ``now`` has a time zone.

    Errors keep the uploader from logging in, warnings do not yet. Both name members and dates,
    never another value.
    """
    problems = document_problems(document)
    if problems:
        return [problem(text) for text in problems]
    members = {name.value: text for name, text in decode(document).items()}
    loading = load(document)
    misfits = _fitting_problems(members, expected)
    lifetime = loading.bundle.lifetime if loading.bundle else None
    if not loading.loads or lifetime is None:
        return [problem(why) for why in (loading.why, *misfits)]
    problems = [*misfits, *_window_problems(members, now), *_lifetime_problems(members, lifetime, now)]
    warnings = [*_endpoint_warnings(members, expected), *_lifetime_warnings(members, lifetime, now)]
    return [*map(problem, problems), *map(warning, warnings)]


def problem(why: str) -> Notice:
    """Problems that prevent the login with the file."""
    return Notice(_CODE, Severity.ERROR, why)


def warning(why: str) -> Notice:
    """What will keep it, or looks wrong."""
    return Notice(_CODE, Severity.WARNING, why)


def _fitting_problems(members: Mapping[str, str], expected: Expected) -> Iterator[str]:
    if expected.tenant_id and members["tenant_id"].lower() != expected.tenant_id.lower():
        yield f"member tenant_id must be the tenant of {expected.tenant_setting}"
    if expected.client_id and members["client_id"].lower() != expected.client_id.lower():
        yield f"member client_id must be the identity of {expected.client_setting}"


def _window_problems(members: Mapping[str, str], now: datetime) -> Iterator[str]:
    not_before = _time(members, "not_before")
    not_after = _time(members, "not_after")
    if not_before and not_before > now:
        yield f"member not_before is in the future ({_format_time(not_before)})"
    if not_after and not_after <= now:
        yield f"member not_after is in the past ({_format_time(not_after)})"
    if not_before and not_after and not_before == not_after:
        yield "member not_after must be later than not_before"


def _lifetime_problems(members: Mapping[str, str], lifetime: tuple[datetime, datetime], now: datetime) -> Iterator[str]:
    starts, ends = lifetime
    if ends <= now:
        end = _format_time(ends)
        yield f"member client_secret has a certificate that expired at {end}"
    if starts > now:
        yield (f"member client_secret has a certificate that becomes valid at {_format_time(starts)}")
    not_before = _time(members, "not_before")
    not_after = _time(members, "not_after")
    if (not_after and not_after < starts) or (not_before and not_before > ends):
        yield "member client_secret has a certificate that is never valid in the declared window"


def _lifetime_warnings(members: Mapping[str, str], lifetime: tuple[datetime, datetime], now: datetime) -> Iterator[str]:
    starts, ends = lifetime
    declared = _time(members, "not_after")
    end = min(declared, ends) if declared else ends
    if now < end <= now + NEAR_ITS_END:
        yield (
            f"the credentials expire at {_format_time(end)}: replace them before that time with "
            "credentials whose not_before is later"
        )
    begins = _time(members, "not_before")
    if declared and declared > ends:
        end = _format_time(ends)
        yield f"the certificate expires at {end}, before member not_after"
    if begins and begins < starts:
        yield (f"the certificate becomes valid at {_format_time(starts)}, after member not_before")


def _endpoint_warnings(members: Mapping[str, str], expected: Expected) -> Iterator[str]:
    if expected.authority is None:
        return
    host = _host(members["authentication_endpoint"])
    authority = _host(expected.authority)
    if host != authority and not host.endswith(f".{authority}"):
        yield (
            f"member authentication_endpoint is not {expected.authority} of the cloud; only a "
            "regional endpoint of the same cloud is also possible"
        )


def _host(url: str) -> str:
    return url.removeprefix("https://").partition("/")[0].partition(":")[0].lower()


def _time(members: Mapping[str, str], name: str) -> datetime | None:
    return rfc3339_time(members[name]) if name in members else None


def _format_time(time: datetime) -> str:
    return time.astimezone(UTC).strftime(_TIME_FORMAT)
