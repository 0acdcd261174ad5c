"""Quantities of Kubernetes, such as ``1Gi``: whole numbers with a suffix."""

import re
from typing import Final

from openshift_credentials.base.text_rule import TextRule

_BINARY: Final = ("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei")
_DECIMAL: Final = ("", "k", "M", "G", "T", "P", "E")
_QUANTITY: Final = re.compile(r"([1-9][0-9]{0,11})([KMGT]i|[kMGT]?)")

QUANTITY: Final = TextRule(
    "a quantity of Kubernetes, such as 1Gi or 800Mi", _QUANTITY, "1Gi", maximum=16
)


def canonical_quantity(text: str) -> str:
    """The quantity as Kubernetes writes it: ``1024Mi`` as ``1Gi``, ``1500M`` as it is.

    Source: kubernetes/apimachinery ``pkg/api/resource/quantity.go``, ``CanonicalizeBytes``.
    """
    match = _QUANTITY.fullmatch(text)
    if match is None:
        return text
    number, suffix = int(match[1]), match[2]
    base, suffixes = (1024, _BINARY) if suffix.endswith("i") else (1000, _DECIMAL)
    exponent = suffixes.index(suffix)
    while number % base == 0 and exponent + 1 < len(suffixes):
        number, exponent = number // base, exponent + 1
    return f"{number}{suffixes[exponent]}"
