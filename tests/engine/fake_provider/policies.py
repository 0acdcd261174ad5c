"""Policy documents as AWS returns them, and when the provider takes two for the same.

Sources: IAM User Guide, "Grammar of the IAM JSON policy language" (a single value or a list) and
"AWS JSON policy elements: Principal" (an account is its root ARN); hashicorp/awspolicyequivalence,
by which the provider compares them.
"""

import json
import re
from collections.abc import Mapping
from typing import Any, Final, cast

POLICIES: Final = frozenset({"policy", "assumeRolePolicy", "policyDocument"})
"""Inputs that are policy documents."""

_ACCOUNT: Final = re.compile(r"\d{12}")


def normalized(text: str) -> str:
    """A policy as AWS returns it; a text that is no document stays as it is."""
    try:
        document = json.loads(text)
    except ValueError:
        return text
    return json.dumps(_normalized(document), separators=(",", ":"), sort_keys=True)


def same(old: object, new: object) -> bool:
    """Whether two texts are the same policy."""
    if isinstance(old, str) and isinstance(new, str):
        return normalized(old) == normalized(new)
    return old == new


def _normalized(value: object, key: str = "", above: str = "") -> object:
    if isinstance(value, dict):
        group = cast("Mapping[str, Any]", value)
        return {name: _normalized(item, name, key) for name, item in group.items()}
    if isinstance(value, list):
        items = [_normalized(item, key, above) for item in cast("list[object]", value)]
        if key == "Statement":
            return items
        in_order = sorted(items, key=json.dumps)
        return in_order[0] if len(in_order) == 1 else in_order
    if key == "AWS" and isinstance(value, str) and _ACCOUNT.fullmatch(value):
        return f"arn:aws:iam::{value}:root"
    return value
