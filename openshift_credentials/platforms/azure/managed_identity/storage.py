"""Storage of a credential document as a secret of a vault.

Source: github.com/Azure/msi-dataplane v0.4.3 ``pkg/dataplane/keyvault.go`` and ``constants.go``.
The formatter requires all four times, parses two of them and compares none.
"""

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, assert_never

from ...go.time import Moment, parse_rfc3339
from .members import DocumentMember, decode, storable

SIZE_LIMIT: Final = 25_600
"""Maximum size of a secret's value in Azure Key Vault, in bytes (25k)."""

_PARSED: Final = (DocumentMember.NOT_AFTER, DocumentMember.NOT_BEFORE)
_COPIED: Final = (DocumentMember.RENEW_AFTER, DocumentMember.CANNOT_RENEW_AFTER)
_GO_ESCAPES: Final = str.maketrans({character: f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"})


class ObjectEncoding(StrEnum):
    """Encoding of the value in the vault; the API has no default."""

    UTF_8 = "utf-8"
    HEX = "hex"
    BASE64 = "base64"


class StorageError(ValueError):
    """The formatter rejects the document; ``problems`` contain members, never their values."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class StoredSecret:
    """A secret of a vault. Times are seconds since 1970; a secret is always enabled."""

    name: str
    value: str = field(repr=False)
    expires: int
    not_before: int
    tags: Mapping[str, str]


def vault_secret(name: str, document: bytes) -> StoredSecret:
    """The secret ``name`` for a document, with the value that the library would write.

    Raises :class:`StorageError` if the library's formatter returns an error, and
    :class:`MembersError` where the document cannot be decoded.
    """
    texts = decode(document)
    missing = [member for member in (*_PARSED, *_COPIED) if member not in texts]
    if missing:
        raise StorageError(tuple(f"member {member} is required" for member in missing))
    times: dict[DocumentMember, Moment] = {}
    wrong: list[str] = []
    for member in _PARSED:
        moment = parse_rfc3339(texts[member])
        if moment is None:
            wrong.append(f"member {member} must be an RFC 3339 time with a time zone")
        else:
            times[member] = moment
    if wrong:
        raise StorageError(tuple(wrong))
    return StoredSecret(
        name=name,
        value=value_of(document),
        expires=times[DocumentMember.NOT_AFTER].seconds,
        not_before=times[DocumentMember.NOT_BEFORE].seconds,
        tags={member.value: texts[member] for member in _COPIED},
    )


def value_of(document: bytes) -> str:
    """The document as the library writes it: known members in order, no white space."""
    text = json.dumps(storable(document), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.translate(_GO_ESCAPES)


def encode(value: str, encoding: ObjectEncoding) -> str:
    """The value in the vault for which the pod's file contains ``value``."""
    content = value.encode()
    match encoding:
        case ObjectEncoding.UTF_8:
            return value
        case ObjectEncoding.HEX:
            return content.hex()
        case ObjectEncoding.BASE64:
            return base64.b64encode(content).decode()
        case _:
            assert_never(encoding)
