"""Common parts of the findings of all clouds."""

import base64
import binascii
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.platforms.azure.text_rules import GUID
from openshift_credentials.systems.cloud_credentials.rules.secrets.formats import (
    AZURE_LONG_TERM_KEYS,
    AZURE_SHORT_TERM_KEYS,
    CREDENTIALS,
)
from openshift_credentials.systems.cloud_credentials.rules.secrets.root_secrets import (
    AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY,
    CA_CERT,
    CLOUDS_YAML,
    GCP_SERVICE_ACCOUNT,
    SecretData,
)

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO
KNOWN_KEYS: Final = frozenset(
    (
        AWS_ACCESS_KEY_ID,
        AWS_SECRET_ACCESS_KEY,
        CREDENTIALS,
        *AZURE_LONG_TERM_KEYS,
        *AZURE_SHORT_TERM_KEYS,
        GCP_SERVICE_ACCOUNT,
        CLOUDS_YAML,
        CA_CERT,
        "clouds.conf",
        "ibmcloud_api_key",
        "ibm-credentials.env",
    )
)
"""Keys that messages can contain; any other key can itself be a secret."""
_ACCESS_KEY: Final = re.compile(r"A(?:KI|SI)A[A-Z0-9]{12,}")
_BASE64: Final = re.compile(r"[A-Za-z0-9+/\s]{8,}={0,2}\s*")
_PRINTABLE: Final = re.compile(r"[\t\n\r -~]+")
_PLAIN_SHAPES: Final[Mapping[str, Callable[[str], bool]]] = {
    AWS_ACCESS_KEY_ID: lambda text: _ACCESS_KEY.fullmatch(text.strip()) is not None,
    GCP_SERVICE_ACCOUNT: lambda text: text.lstrip().startswith("{"),
    CLOUDS_YAML: lambda text: "clouds" in text,
    CREDENTIALS: lambda text: "[" in text or "arn:" in text,
    "azure_client_id": lambda text: GUID.problem(text.strip()) is None,
    "azure_tenant_id": lambda text: GUID.problem(text.strip()) is None,
    "azure_subscription_id": lambda text: GUID.problem(text.strip()) is None,
}
"""Pattern of valid content by key; content that matches only after decoding was encoded twice."""


def known_key_name(key: str) -> str:
    """The name of a key, if it is a known key."""
    is_known = key.lower() in KNOWN_KEYS or key.endswith((".username", ".password"))
    return key if is_known else "a key that nothing reads"


def is_encoded_twice(key: str, text: str) -> bool:
    """Whether a value is valid only after another base64 decoding."""
    looks_right = _PLAIN_SHAPES.get(key.lower())
    if not _BASE64.fullmatch(text) or (looks_right and looks_right(text)):
        return False
    try:
        inner = base64.b64decode("".join(text.split()), validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return False
    if (
        looks_right is None
    ):  # a secret key is not base64 of text, a doubly encoded one is base64 of printable text
        return key.lower() == AWS_SECRET_ACCESS_KEY and bool(_PRINTABLE.fullmatch(inner))
    return looks_right(inner)


def missing_keys(data: SecretData, keys: Sequence[str], then: str) -> Iterator[Notice]:
    """One finding with all missing keys of ``keys``, and the consequence."""
    present = {key.lower() for key in data}
    absent = [key for key in keys if key not in present]
    if absent:
        yield Notice(
            "missing-keys",
            ERROR,
            f"The Secret has no {', '.join(absent)}: {then}.",
            "Add them; docs/cco-secrets.md has all formats.",
        )
