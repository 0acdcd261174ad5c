"""Certificates and private key of a managed identity, read as the login of a component does.

Sources: azidentity v1.14 ``client_certificate_credential.go`` (``ParseCertificates`` without a
password), Go's ``crypto/x509``, and microsoft-authentication-library-for-go
``apps/confidential/confidential.go`` (``NewCredFromCert``: the key must be RSA and belong to one of
the certificates, in any position). Dates and the size of the key are not checked.
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from ...go.url import is_https
from . import der, pem, pkcs12
from .pem import BundleError

if TYPE_CHECKING:
    from cryptography.x509 import Certificate

_RSA: Final = bytes.fromhex("2a864886f70d010101")
_ELLIPTIC_CURVE: Final = bytes.fromhex("2a8648ce3d0201")
_ED25519: Final = bytes.fromhex("2b6570")
_X25519: Final = bytes.fromhex("2b656e")
_KEY_ALGORITHMS: Final = (_RSA, _ELLIPTIC_CURVE, _ED25519, _X25519)
"""What Go reads in PKCS#8; RSA-PSS, DSA and Ed448 are unknown to it."""

_RSA_NAME: Final = "1.2.840.113549.1.1.1"
_EC_NAME: Final = "1.2.840.10045.2.1"
_PKCS1_NEEDED: Final = 6
_PKCS1_NUMBERS: Final = 9
_CURVES: Final = ("secp224r1", "secp256r1", "secp384r1", "secp521r1")


class KeyRefusedError(BundleError):
    """The bundle can be read, but its key cannot be used to log in."""


@dataclass(frozen=True, slots=True)
class Lifetime:
    """First and last moment of the certificate that belongs to the private key."""

    not_before: datetime
    not_after: datetime


@dataclass(frozen=True, slots=True)
class PrivateKey:
    """A key: its type and, for RSA, size in bits and public numbers (n, e)."""

    kind: str
    bits: int | None = None
    numbers: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class KeyBundle:
    """Content of a bundle: at least one certificate and exactly one key."""

    certificates: "tuple[Certificate, ...]"
    key: PrivateKey

    def leaf(self) -> "Certificate":
        """The certificate of the key.

        Raises :class:`KeyRefusedError` if the key is not RSA or belongs to no certificate.
        """
        if self.key.numbers is None:
            raise KeyRefusedError("has a private key that is not RSA, but the login requires RSA")
        for certificate in self.certificates:
            if _rsa_numbers(certificate) == self.key.numbers:
                return certificate
        raise KeyRefusedError("has a private key that does not belong to any of its certificates")

    def lifetime(self) -> Lifetime:
        """When the certificate of the key is valid. Raises :class:`KeyRefusedError`."""
        leaf = self.leaf()
        return Lifetime(leaf.not_valid_before_utc, leaf.not_valid_after_utc)


def open_bundle(content: bytes) -> KeyBundle:
    """Read PEM, or PKCS#12 if there is no PEM block. Raises :class:`BundleError`."""
    blocks = list(pem.blocks(content))
    if not blocks:
        blocks = pkcs12.blocks(content)
    return _bundle(blocks)


def _bundle(blocks: Sequence[pem.Block]) -> KeyBundle:
    certificates: list[Certificate] = []
    keys: list[PrivateKey] = []
    for kind, content in blocks:
        match kind:
            case "CERTIFICATE":
                certificates.append(_certificate(content))
            case "PRIVATE KEY" | "RSA PRIVATE KEY" if keys:
                raise BundleError("has several private keys; it must contain exactly one")
            case "PRIVATE KEY":
                keys.append(_private_key(content, allow_pkcs8=True))
            case "RSA PRIVATE KEY":
                keys.append(_private_key(content, allow_pkcs8=False))
            case _:
                pass
    if not certificates:
        raise BundleError("must contain a certificate")
    if not keys:
        raise BundleError("must contain an unencrypted private key, in a block PRIVATE KEY or RSA PRIVATE KEY")
    return KeyBundle(tuple(certificates), keys[0])


def _certificate(content: bytes) -> "Certificate":
    from cryptography.exceptions import UnsupportedAlgorithm  # noqa: PLC0415
    from cryptography.x509 import load_der_x509_certificate  # noqa: PLC0415

    try:
        with warnings.catch_warnings():
            # A serial number that is not positive is checked below, as in Go.
            warnings.simplefilter("ignore")
            certificate = load_der_x509_certificate(content)
        # cryptography reads these on access, Go immediately.
        _ = certificate.extensions, certificate.subject, certificate.issuer
        if certificate.public_key_algorithm_oid.dotted_string in (_RSA_NAME, _EC_NAME):
            _refuse_curve(certificate.public_key())
        if not _uris_are_valid(certificate):
            raise BundleError("has a certificate with an alternative name that is not a URI")
        if certificate.serial_number < 0 or not _signature_algorithms_agree(content):
            raise BundleError("has a certificate that contradicts itself")
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise BundleError("has a certificate that cannot be read") from None
    return certificate


def _rsa_numbers(certificate: "Certificate") -> tuple[int, int] | None:
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey  # noqa: PLC0415

    if certificate.public_key_algorithm_oid.dotted_string != _RSA_NAME:
        return None
    key = certificate.public_key()
    if not isinstance(key, RSAPublicKey):
        return None
    numbers = key.public_numbers()
    return numbers.n, numbers.e


def _uris_are_valid(certificate: "Certificate") -> bool:
    """Go parses the URIs among the alternative names; it checks the host for every scheme."""
    from cryptography import x509  # noqa: PLC0415

    try:
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return True
    uris = names.get_values_for_type(x509.UniformResourceIdentifier)
    return all(is_https(f"https:{uri.partition(':')[2]}") for uri in uris)


def _signature_algorithms_agree(certificate: bytes) -> bool:
    """The signed part names the same algorithm, with the same parameters, as the part outside."""
    signed, outer, *_ = der.read(certificate).items()
    parts = signed.items()
    # The version, if there is one, precedes the serial number.
    return parts[2 if parts[0].tag == der.EXPLICIT_0 else 1] == outer


def _refuse_curve(key: object) -> None:
    """Raise :class:`ValueError` for an elliptic curve that Go does not know."""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

    known = isinstance(key, ec.EllipticCurvePrivateKey | ec.EllipticCurvePublicKey)
    if known and key.curve.name not in _CURVES:
        raise ValueError(key.curve.name)


def _private_key(content: bytes, *, allow_pkcs8: bool) -> PrivateKey:
    from cryptography.exceptions import UnsupportedAlgorithm  # noqa: PLC0415
    from cryptography.hazmat.primitives.serialization import load_der_private_key  # noqa: PLC0415

    try:
        inner = content
        if allow_pkcs8 and not _is_pkcs1(content):
            algorithm, inner = _pkcs8(content)
            if algorithm != _RSA:
                key = load_der_private_key(content, None)
                _refuse_curve(key)
                return PrivateKey("EC" if algorithm == _ELLIPTIC_CURVE else "OKP")
        return _rsa_key(inner)
    except (ValueError, TypeError, ZeroDivisionError, UnsupportedAlgorithm):
        raise BundleError(
            "has a private key that cannot be read; it must be RSA and unencrypted, as PKCS#8, "
            "or as PKCS#1 in a block RSA PRIVATE KEY"
        ) from None


def _is_pkcs1(content: bytes) -> bool:
    """Version and modulus come first."""
    return [part.tag for part in der.first(content).items(2)] == [der.INTEGER, der.INTEGER]


def _pkcs8(content: bytes) -> tuple[bytes, bytes]:
    """Algorithm and key. Raises :class:`NotDERError` if Go does not know the algorithm.

    Go knows elliptic curves by their name only.
    """
    version, algorithm, key, *_ = [*der.first(content).items(3), *[der.Element(0, b"")] * 3]
    der.expect(version, der.INTEGER)
    name, curve, *_ = [*der.expect(algorithm, der.SEQUENCE).items(2), *[der.Element(0, b"")] * 2]
    if name.content not in _KEY_ALGORITHMS:
        raise der.NotDERError("an unknown algorithm")
    if name.content == _ELLIPTIC_CURVE:
        der.expect(curve, der.OBJECT_IDENTIFIER)
    return name.content, der.expect(key, der.OCTET_STRING).content


def _rsa_key(content: bytes) -> PrivateKey:
    """A PKCS#1 key with consistent numbers, as Go requires; p and q need not be prime.

    The last three numbers can be absent: Go then computes them.
    """
    elements = der.read(content).items(_PKCS1_NUMBERS)
    needed, optional = elements[:_PKCS1_NEEDED], elements[_PKCS1_NEEDED:]
    numbers = [der.expect(member, der.INTEGER).integer() for member in needed]
    more = [member.integer() for member in optional if member.tag == der.INTEGER]
    if len(numbers) < _PKCS1_NEEDED or numbers[0] > 1 or min(*numbers[1:], *more) <= 0:
        raise der.NotDERError("a number is missing or negative")
    n, e, d, p, q = numbers[1:]
    agree = n == p * q and e * d % (p - 1) == 1 and e * d % (q - 1) == 1
    if len(more) == _PKCS1_NUMBERS - _PKCS1_NEEDED:
        dp, dq, q_inverse = more
        agree = agree and (dp, dq, q_inverse * q % p) == (d % (p - 1), d % (q - 1), 1)
    if not agree:
        raise der.NotDERError("the numbers are inconsistent")
    return PrivateKey("RSA", n.bit_length(), (n, e))
