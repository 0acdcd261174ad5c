"""PKCS#12 as golang.org/x/crypto reads it with the empty password, which is only a subset.

It reads: SHA-1 MAC, exactly two safes, certificates and shrouded keys as bags, encrypted with PBES1
and 3DES or 40-bit RC2. It does not read the default of OpenSSL 3 and Python's ``cryptography``
(SHA-256, AES). Source: golang.org/x/crypto ``pkcs12`` (``ToPEM``).
"""

from typing import TYPE_CHECKING, Final

from openshift_credentials.base.wording import quantity

from . import der, pem
from .pem import BundleError

if TYPE_CHECKING:
    from cryptography.x509 import Certificate

_DATA: Final = bytes.fromhex("2a864886f70d010701")
_ENCRYPTED_DATA: Final = bytes.fromhex("2a864886f70d010706")
_SHA1: Final = bytes.fromhex("2b0e03021a")
_PBES1: Final = (
    bytes.fromhex("2a864886f70d010c0103"),  # 3DES with a key of 168 bits
    bytes.fromhex("2a864886f70d010c0106"),  # RC2 with a key of 40 bits
)
_SHROUDED_KEY: Final = bytes.fromhex("2a864886f70d010c0a0102")
_CERTIFICATE: Final = bytes.fromhex("2a864886f70d010c0a0103")
_RSA_PSS: Final = "1.2.840.113549.1.1.10"
_VERSION: Final = b"\x03"
_SAFES: Final = 2
_GIVE_PEM: Final = "; use PEM instead"


def blocks(content: bytes) -> list[pem.Block]:
    """Certificates and key as PEM blocks.

    Raises :class:`BundleError` if the login cannot read them.
    """
    try:
        keys = _check(content)
    except (der.NotDERError, IndexError, ValueError):
        raise BundleError("contains neither PEM nor PKCS#12" + _GIVE_PEM) from None
    return _decrypt(content, keys)


def _decrypt(content: bytes, keys: int) -> list[pem.Block]:
    from cryptography.exceptions import UnsupportedAlgorithm  # noqa: PLC0415
    from cryptography.hazmat.primitives import serialization  # noqa: PLC0415
    from cryptography.hazmat.primitives.serialization.pkcs12 import load_key_and_certificates  # noqa: PLC0415

    try:
        key, certificate, others = load_key_and_certificates(content, None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise BundleError("is a PKCS#12 file that cannot be opened without a password" + _GIVE_PEM) from None
    encoding = serialization.Encoding.DER
    found = [pem.Block("CERTIFICATE", bag.public_bytes(encoding)) for bag in (certificate, *others) if bag is not None]
    if any(_is_rsa_pss(bag) for bag in (certificate, *others)):
        raise BundleError("has a private key for RSA-PSS" + _GIVE_PEM)
    if key is not None:
        form = serialization.PrivateFormat.TraditionalOpenSSL
        try:
            encoded = key.private_bytes(encoding, form, serialization.NoEncryption())
        except ValueError:
            raise BundleError("has a private key that is not RSA" + _GIVE_PEM) from None
        # Go does not find an EC key that it wrote itself in this form.
        found += [pem.Block("PRIVATE KEY", encoded)] * max(keys, 1)
    return found


def _is_rsa_pss(certificate: "Certificate | None") -> bool:
    """Whether the certificate, and with it its key, is for RSA-PSS alone."""
    name = certificate and certificate.public_key_algorithm_oid.dotted_string
    return name == _RSA_PSS


def _check(content: bytes) -> int:
    """Reject forms that Go does not support; return the number of keys in unencrypted safes."""
    version, safe, *mac = der.read(content).items() + [der.Element(0, b"")] * 2
    if version != der.Element(der.INTEGER, _VERSION):
        raise der.NotDERError("another version")
    kind, data = _content_info(safe)
    if kind != _DATA:
        raise BundleError("is a PKCS#12 file protected by a certificate" + _GIVE_PEM)
    _check_mac(mac[0])
    safes = der.read(der.read(data, der.OCTET_STRING).content).items()
    if len(safes) != _SAFES:
        count = quantity(len(safes), "safe")
        raise BundleError(f"is a PKCS#12 file with {count}, but exactly two are supported{_GIVE_PEM}")
    return sum(_check_safe(*_content_info(content_info)) for content_info in safes)


def _check_mac(mac: der.Element) -> None:
    if mac.tag != der.SEQUENCE:
        raise BundleError("is a PKCS#12 file without a MAC" + _GIVE_PEM)
    digest = der.expect(mac.items()[0], der.SEQUENCE)
    if _algorithm(digest.items()[0]) != _SHA1:
        raise BundleError("is a PKCS#12 file whose MAC is not SHA-1" + _GIVE_PEM)


def _check_safe(kind: bytes, content: bytes) -> int:
    """Reject ciphers and bags that Go does not support; return the number of visible keys."""
    if kind == _ENCRYPTED_DATA:
        _, encrypted = der.read(content).items()[:2]
        _check_cipher(encrypted.items()[1])
        return 0
    if kind != _DATA:
        raise BundleError("is a PKCS#12 file with an unknown kind of safe" + _GIVE_PEM)
    bags = der.read(der.read(content, der.OCTET_STRING).content).items()
    return sum(_check_bag(bag) for bag in bags)


def _check_bag(bag: der.Element) -> int:
    kind, value = bag.items()[:2]
    if kind.content == _CERTIFICATE:
        return 0
    if kind.content != _SHROUDED_KEY:
        raise BundleError("is a PKCS#12 file whose key is not encrypted" + _GIVE_PEM)
    _check_cipher(der.read(value.content).items()[0])
    return 1


def _check_cipher(algorithm: der.Element) -> None:
    if _algorithm(algorithm) not in _PBES1:
        raise BundleError("is a PKCS#12 file with a cipher other than 3DES or RC2-40" + _GIVE_PEM)


def _algorithm(element: der.Element) -> bytes:
    return der.expect(der.expect(element, der.SEQUENCE).items()[0], der.OBJECT_IDENTIFIER).content


def _content_info(element: der.Element) -> tuple[bytes, bytes]:
    kind, *content = der.expect(element, der.SEQUENCE).items()
    if len(content) != 1 or content[0].tag != der.EXPLICIT_0:
        raise der.NotDERError("a safe without content")
    return kind.content, content[0].content
