"""ServiceAccount tokens and published key sets. A token is a secret: messages never quote it.

Source: RFC 7515, RFC 7517 and RFC 7519.
"""

import base64
import binascii
import json
from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric import rsa

from openshift_credentials.base.errors import unusable_input
from openshift_credentials.base.json_values import is_array, is_object, text_member


@dataclass(frozen=True, slots=True, repr=False)
class Token:
    """Claims and signature of a token; ``repr`` shows none of them."""

    algorithm: str
    kid: str
    issuer: str
    subject: str
    audiences: tuple[str, ...]
    expires: float | None
    signed: bytes
    signature: bytes

    def __repr__(self) -> str:
        return "Token(...)"


def read_token(content: bytes) -> Token:
    """The token in a file; raises :class:`UnusableInputError`, without any part of the token."""
    parts = content.strip().split(b".")
    try:
        header, claims, signature = (_decode(part) for part in parts)
        head: object = json.loads(header)
        body: object = json.loads(claims)
    except (ValueError, binascii.Error, RecursionError):
        raise unusable_input(
            "contains no token: a token has three base64url parts, separated by periods"
        ) from None
    if not is_object(head) or not is_object(body):
        raise unusable_input("contains no token: the parts are not JSON objects")
    audience = body.get("aud")
    audiences = audience if is_array(audience) else [audience]
    expires = body.get("exp")
    return Token(
        algorithm=text_member(head, "alg"),
        kid=text_member(head, "kid"),
        issuer=text_member(body, "iss"),
        subject=text_member(body, "sub"),
        audiences=tuple(item for item in audiences if isinstance(item, str)),
        expires=expires if isinstance(expires, int | float) else None,
        signed=b".".join(parts[:2]),
        signature=signature,
    )


def read_key_set(content: bytes) -> dict[str, rsa.RSAPublicKey]:
    """The RSA keys of a published key set, by their ID; raises :class:`UnusableInputError`."""
    try:
        document: object = json.loads(content)
    except (ValueError, RecursionError):
        raise unusable_input("the key set is not JSON") from None
    keys = document.get("keys") if is_object(document) else None
    if not is_array(keys) or not keys:
        raise unusable_input("the key set contains no key")
    try:
        return {
            text_member(key, "kid"): rsa.RSAPublicNumbers(
                _number(text_member(key, "e")), _number(text_member(key, "n"))
            ).public_key()
            for key in keys
            if is_object(key) and key.get("kty") == "RSA"
        }
    except (ValueError, binascii.Error):
        raise unusable_input("the key set contains a key that cannot be read") from None


def _number(text: str) -> int:
    return int.from_bytes(_decode(text.encode()))


def _decode(part: bytes) -> bytes:
    return base64.b64decode(part + b"=" * (-len(part) % 4), altchars=b"-_", validate=True)
