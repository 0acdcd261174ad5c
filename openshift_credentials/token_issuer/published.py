"""Asks an issuer for what it publishes, as relying parties do."""

import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from openshift_credentials.errors import UnusableInputError
from openshift_credentials.kubernetes.json_values import is_object, text_member
from openshift_credentials.token_issuer.rules.documents import DISCOVERY_PATH

_SECONDS: Final = 10
_SIZE_LIMIT: Final = 256 * 1024


@dataclass(frozen=True, slots=True)
class Published:
    """Both documents of an issuer, byte for byte."""

    discovery: bytes
    jwks: bytes


def fetch(issuer_url: str) -> Published:
    """The documents of an issuer; raises :class:`UnusableInputError` where it does not answer.

    The proxy of the environment is used. The issuer in the discovery document has to be the URL
    to the letter, and the key set has to be reachable over HTTPS.
    """
    discovery = _get(f"{issuer_url.removesuffix('/')}/{DISCOVERY_PATH}")
    try:
        document: object = json.loads(discovery)
    except (ValueError, RecursionError):
        raise UnusableInputError([f"{issuer_url}: its discovery document is not JSON"]) from None
    if not is_object(document):
        raise UnusableInputError([f"{issuer_url}: its discovery document is no object"])
    stated, keys = text_member(document, "issuer"), text_member(document, "jwks_uri")
    if stated != issuer_url:
        raise UnusableInputError(
            [f"{issuer_url}: its discovery document is of issuer {stated!a}; clouds refuse it"]
        )
    if not keys.startswith("https://"):
        raise UnusableInputError([f"{issuer_url}: jwks_uri {keys!a} must be an https:// URL"])
    return Published(discovery, _get(keys))


def check_issuer_url(issuer_url: str) -> None:
    """Raise :class:`UnusableInputError` for what can be no issuer."""
    parts = urlsplit(issuer_url)
    if parts.scheme != "https" or not parts.hostname or parts.query or parts.fragment:
        raise UnusableInputError(
            [f"issuer {issuer_url!a} must be an https:// URL without query and fragment"]
        )


def _get(url: str) -> bytes:
    try:
        with urllib.request.urlopen(url, timeout=_SECONDS) as response:  # noqa: S310 - https
            content: bytes = response.read(_SIZE_LIMIT + 1)
    except urllib.error.HTTPError as error:
        error.close()
        raise UnusableInputError([f"{url}: answers {error.code}; {_advice(error.code)}"]) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise UnusableInputError([f"{url}: cannot be reached: {reason}"]) from None
    if len(content) > _SIZE_LIMIT:
        raise UnusableInputError([f"{url}: is larger than {_SIZE_LIMIT // 1024} KiB"])
    return content


def _advice(status: int) -> str:
    if status in (401, 403):
        return "let everybody read it: the bucket, or the container, has to be public"
    return "publish the documents there" if status == 404 else "ask again later"
