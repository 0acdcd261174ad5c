"""Certificate and private key of a managed identity, opened as the uploader's login opens them.

Sources: azidentity v1.14 ``client_certificate_credential.go`` (``ParseCertificates`` without a
password) and microsoft-authentication-library-for-go ``apps/confidential/confidential.go``
(``NewCredFromCert``: the key must be RSA and belong to one of the certificates).
"""

import base64
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
    from cryptography.x509 import Certificate

_PEM_BLOCK: Final = re.compile(
    rb"-----BEGIN (?P<kind>[A-Z0-9 ]+)-----.*?-----END (?P=kind)-----", re.DOTALL
)
_SHA256: Final = bytes.fromhex("608648016503040201")
_TAIL: Final = 160
"""Bytes at the end of a PKCS#12 file that hold its MAC, and with it the name of its hash."""


class CertificateError(Exception):
    """The bundle cannot be used; the message completes "member client_secret ..."."""


@dataclass(frozen=True, slots=True)
class Lifetime:
    """First and last moment of the certificate that belongs to the private key."""

    not_before: datetime
    not_after: datetime


def certificate_lifetime(client_secret: str) -> Lifetime:
    """Open ``client_secret`` (base64 of PEM or PKCS#12) and find the certificate of its key.

    Raises :class:`CertificateError` where the uploader could not log in with it. A PKCS#12
    file whose algorithms are not supported here, but may be by the uploader, is one too.
    """
    bundle = base64.b64decode(client_secret.replace("\r", "").replace("\n", ""), validate=True)
    blocks = [(match["kind"], match[0]) for match in _PEM_BLOCK.finditer(bundle)]
    key, certificates = _from_pem(blocks) if blocks else _from_pkcs12(bundle)
    leaf = _certificate_of(key, certificates)
    return Lifetime(leaf.not_valid_before_utc, leaf.not_valid_after_utc)


def _from_pem(
    blocks: Sequence[tuple[bytes, bytes]],
) -> tuple["PrivateKeyTypes", Sequence["Certificate"]]:
    from cryptography import x509  # noqa: PLC0415 - only where a certificate is opened
    from cryptography.exceptions import UnsupportedAlgorithm  # noqa: PLC0415
    from cryptography.hazmat.primitives.serialization import load_pem_private_key  # noqa: PLC0415

    try:
        certificates = [
            x509.load_pem_x509_certificate(pem) for kind, pem in blocks if kind == b"CERTIFICATE"
        ]
    except ValueError:
        raise CertificateError("has a certificate that cannot be read") from None
    keys = [pem for kind, pem in blocks if kind in (b"PRIVATE KEY", b"RSA PRIVATE KEY")]
    if len(keys) != 1:
        raise CertificateError(f"must hold exactly one private key, it holds {len(keys)}")
    try:
        return load_pem_private_key(keys[0], None), certificates
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise CertificateError(
            "has a private key that cannot be read; it must be unencrypted PKCS#8 or PKCS#1"
        ) from None


def _from_pkcs12(bundle: bytes) -> tuple["PrivateKeyTypes", Sequence["Certificate"]]:
    from cryptography.exceptions import UnsupportedAlgorithm  # noqa: PLC0415
    from cryptography.hazmat.primitives.serialization import pkcs12  # noqa: PLC0415

    try:
        key, certificate, others = pkcs12.load_key_and_certificates(bundle, None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise CertificateError(
            "is no PKCS#12 file that opens without a password; give PEM instead"
        ) from None
    if _SHA256 in bundle[-_TAIL:]:
        raise CertificateError(
            "is a PKCS#12 file with a SHA-256 MAC, which the uploader cannot read; give PEM instead"
        )
    certificates = [*([certificate] if certificate else []), *others]
    if key is None:
        raise CertificateError("holds no private key")
    return key, certificates


def _certificate_of(key: "PrivateKeyTypes", certificates: Sequence["Certificate"]) -> "Certificate":
    from cryptography.hazmat.primitives.asymmetric.rsa import (  # noqa: PLC0415
        RSAPrivateKey,
        RSAPublicKey,
    )

    if not isinstance(key, RSAPrivateKey):
        raise CertificateError("has a private key that is not RSA, and only RSA can log in")
    if not certificates:
        raise CertificateError("must hold a certificate")
    numbers = key.public_key().public_numbers()
    for certificate in certificates:
        public = certificate.public_key()
        if isinstance(public, RSAPublicKey) and public.public_numbers() == numbers:
            return certificate
    raise CertificateError("has a private key that belongs to none of its certificates")
