"""``H``: values that are derived from a hash, so that schedules do not start at the same time."""

import hashlib
import re
from typing import Final

from openshift_credentials.platforms.kubernetes.cron.expression import (
    DESCRIPTORS,
    EVERY,
    split_zone,
)
from openshift_credentials.platforms.kubernetes.cron.fields import FIELDS, Field, parse_item

_SPREADABLE: Final = re.compile(r"[0-9]+|\*/[0-9]+|H[^,]*")


def spread_problem(expression: str) -> str | None:
    """Why the minute of a valid ``expression`` cannot be distributed by a hash."""
    _, body = split_zone(expression)
    if body.startswith(EVERY):
        return "'@every' counts from the last backup and cannot be distributed"
    if _SPREADABLE.fullmatch(DESCRIPTORS.get(body, body).split()[0]):
        return None
    return "only a single minute, '*/n' or 'H' can be distributed, not a list, a range or '*'"


def resolve(expression: str, key: str, *, spread: bool = False) -> str:
    """``expression`` for Velero: every ``H`` is replaced with a value derived from ``key``.

    The values depend only on ``key`` and the field: other schedules, machines and runs do not
    change them. With ``spread`` the minute is treated as if it were ``H``, or ``H/n`` for ``*/n``.
    ``expression`` satisfies :func:`cron_problem`, and with ``spread`` :func:`spread_problem`.
    """
    zone, body = split_zone(expression)
    if spread:
        body = DESCRIPTORS.get(body, body)
    if body.startswith("@"):
        return expression
    texts = body.split()
    if spread:
        texts[0] = _hash_minute(texts[0])
    resolved_fields = (
        ",".join(_resolve_item(item, field, key) for item in text.split(","))
        for text, field in zip(texts, FIELDS, strict=True)
    )
    return zone + " ".join(resolved_fields)


def without_minute(expression: str) -> str | None:
    """The rest of an expression with a single minute: equal texts start within one hour."""
    zone, body = split_zone(expression)
    minute, _, rest = body.partition(" ")
    return f"{zone}{rest}" if minute.isdecimal() else None


def _hash_minute(minute: str) -> str:
    if minute.startswith("H"):
        return minute
    return minute.replace("*", "H") if "/" in minute else "H"


def _resolve_item(text: str, field: Field, key: str) -> str:
    item = parse_item(text, field)
    if not item.hashed:
        return text
    size = item.high - item.low + 1
    step = item.step
    if step is None:
        return str(item.low + _hash(key, field) % size)
    # A later start would skip a run, or make the step as long as the range.
    start = item.low + _hash(key, field) % ((size - 1) % step + 1)
    return f"{start}-{item.high}/{step}"


def _hash(key: str, field: Field) -> int:
    digest = hashlib.sha256(f"{field.name}\n{key}".encode()).digest()
    return int.from_bytes(digest[:8])
