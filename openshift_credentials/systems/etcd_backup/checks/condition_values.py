"""Values of policy conditions, each of the type that its operator compares.

Source: IAM User Guide, "IAM JSON policy elements: Condition operators".
"""

import base64
import binascii
import ipaddress
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.problems import invalid


def _is_date(value: str) -> bool:
    if re.fullmatch("[0-9]{1,12}", value):
        return True
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True


def _is_network(value: str) -> bool:
    try:
        ipaddress.ip_network(value, strict=False)
    except ValueError:
        return False
    return True


def _is_base64(value: str) -> bool:
    try:
        base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError):
        return False
    return True


def _matches(pattern: str) -> Callable[[str], bool]:
    return lambda value: re.fullmatch(pattern, value) is not None


_TYPES: Final[Mapping[str, tuple[Callable[[str], bool], str, str]]] = {
    "Numeric": (_matches(r"-?[0-9]+(\.[0-9]+)?"), "a number", "3600"),
    "Date": (_is_date, "a date of ISO 8601, or seconds since 1970", "2026-11-21T00:00:00Z"),
    "Bool": (_matches("true|false"), "true or false", "true"),
    "Null": (_matches("true|false"), "true or false", "true"),
    "IpAddress": (_is_network, "an IP address or range", "203.0.113.0/24"),
    "NotIpAddress": (_is_network, "an IP address or range", "203.0.113.0/24"),
    "Arn": (_matches(r"arn:[^:]*:[^:]*:[^:]*:[^:]*:.+|\*"), "an ARN", "arn:aws:s3:::snapshots"),
    "BinaryEquals": (_is_base64, "base64", "QmluYXJ5"),
}
"""Check, type in words and example, by the first word of an operator."""


def condition_values(
    path: str, condition: Mapping[str, Mapping[str, Sequence[str]]]
) -> Iterator[Notice]:
    """Problems of the values of a ``Condition`` whose operators are right."""
    for operator, keys in condition.items():
        bare = operator.rpartition(":")[2]
        fitting = next((type_ for name, type_ in _TYPES.items() if bare.startswith(name)), None)
        if fitting is None:
            continue
        is_right, words, example = fitting
        for key, values in keys.items():
            for value in values:
                if not is_right(value):
                    yield invalid(
                        f"{path}.{operator}.{key}",
                        f"must be {words} for {operator}",
                        f'for example "{example}"',
                        value,
                    )
