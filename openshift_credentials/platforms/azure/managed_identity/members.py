"""Members of a ``UserAssignedIdentityCredentials`` document, as the library decodes them.

Source: github.com/Azure/msi-dataplane v0.4.3 ``pkg/dataplane/internal/client/models_serde.go``:
names are in snake case and matched exactly, ``null`` is absent, unknown members are ignored.
"""

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache

from ...go import json as go_json
from ...go.time import parse_rfc3339


class DocumentMember(StrEnum):
    """The members with a text; ``custom_claims`` is the only other one."""

    AUTHENTICATION_ENDPOINT = "authentication_endpoint"
    CANNOT_RENEW_AFTER = "cannot_renew_after"
    CLIENT_ID = "client_id"
    CLIENT_SECRET = "client_secret"  # noqa: S105
    CLIENT_SECRET_URL = "client_secret_url"  # noqa: S105
    MTLS_AUTHENTICATION_ENDPOINT = "mtls_authentication_endpoint"
    NOT_AFTER = "not_after"
    NOT_BEFORE = "not_before"
    OBJECT_ID = "object_id"
    RENEW_AFTER = "renew_after"
    RESOURCE_ID = "resource_id"
    TENANT_ID = "tenant_id"


CUSTOM_CLAIMS = "custom_claims"
TIMES = (
    DocumentMember.NOT_BEFORE,
    DocumentMember.NOT_AFTER,
    DocumentMember.RENEW_AFTER,
    DocumentMember.CANNOT_RENEW_AFTER,
)
"""When credentials start and end, and when they can be renewed."""


class MembersError(ValueError):
    """The document cannot be decoded; the message contains members, never their values."""


def decode(document: bytes) -> dict[DocumentMember, str]:
    """The members that are present and not ``null``.

    Raises :class:`MembersError` if the library cannot decode the document.
    """
    raw = _raw(document)
    custom_claims(raw)
    texts: dict[DocumentMember, str] = {}
    for member in DocumentMember:
        value = _text(raw, member)
        if value is not None:
            texts[member] = value
    return texts


def times_of(document: bytes) -> dict[DocumentMember, str]:
    """The times of a document that are times; empty if the library cannot decode it."""
    try:
        texts = decode(document)
    except MembersError:
        return {}
    return {name: texts[name] for name in TIMES if parse_rfc3339(texts.get(name, "")) is not None}


def custom_claims(raw: Mapping[str, bytes]) -> dict[str, object] | None:
    """The claims as the library writes them again. Raises :class:`MembersError`."""
    value = raw.get(CUSTOM_CLAIMS, b"null")
    if value == b"null":
        return None
    try:
        members = go_json.raw_members(value)
        perimeters = members.get("xms_az_nwperimid", b"null")
        mode = go_json.text_value(members.get("xms_az_tm", b"null"))
        claims: dict[str, object] = {}
        if perimeters != b"null":
            items = go_json.raw_items(perimeters)
            claims["xms_az_nwperimid"] = [go_json.text_value(item) or "" for item in items]
    except go_json.InvalidJSONError:
        raise MembersError(f"member {CUSTOM_CLAIMS} does not have the required structure") from None
    if mode is not None:
        claims["xms_az_tm"] = mode
    return claims


def storable(document: bytes) -> dict[str, object]:
    """The document as the library writes it: known members that are not ``null``.

    Raises :class:`MembersError`.
    """
    texts: dict[str, object] = {member.value: text for member, text in decode(document).items()}
    claims = custom_claims(_raw(document))
    return texts if claims is None else {**texts, CUSTOM_CLAIMS: claims}


def names(document: bytes) -> list[str]:
    """Names of all members, known or not. Raises :class:`MembersError`."""
    return list(_raw(document))


@lru_cache(maxsize=16)
def _raw(document: bytes) -> Mapping[str, bytes]:
    """The members as they are written; each rule asks for those of the same few documents."""
    try:
        return go_json.raw_members(document)
    except go_json.NotAnObjectError:
        raise MembersError("document must be a JSON object") from None
    except go_json.InvalidJSONError:
        raise MembersError("document must be JSON in UTF-8") from None


def _text(raw: Mapping[str, bytes], member: DocumentMember) -> str | None:
    try:
        return go_json.text_value(raw.get(member, b"null"))
    except go_json.InvalidJSONError:
        raise MembersError(f"member {member} must be a string") from None
