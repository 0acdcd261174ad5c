"""Durations as Kubernetes and Velero read them: Go's ``time.ParseDuration``.

Only whole hours, minutes and seconds are accepted; Go has no days, and fractions are not needed.
"""

import re
from typing import Final

from openshift_credentials.base.text_rule import TextRule

from ..go.durations import parse_go_duration, text_of_go_duration

_WHOLE: Final = re.compile(r"(?=.)(?:[0-9]{1,6}h)?(?:[0-9]{1,8}m)?(?:[0-9]{1,10}s)?")


def duration_problem(text: str) -> str | None:
    """Why ``text`` is not a positive duration, or ``None``."""
    if days := re.fullmatch(r"([0-9]{1,4})d", text):
        return f"has no unit for days; write {int(days[1]) * 24}h"
    if not _WHOLE.fullmatch(text):
        return "must be whole hours, minutes and seconds, such as 720h or 1h30m"
    if not duration_seconds(text):
        return "must be greater than zero"
    return None


def duration_seconds(text: str) -> int:
    """Seconds of a duration."""
    return (parse_go_duration(text) or 0) // 10**9


def canonical_duration(text: str) -> str:
    """The duration as Go prints it: ``720h`` as ``720h0m0s``, ``90m`` as ``1h30m0s``."""
    return text_of_go_duration(parse_go_duration(text) or 0)


DURATION: Final = TextRule(
    "a duration in whole hours, minutes and seconds",
    re.compile(r"[0-9a-zA-Z]+"),
    "720h",
    maximum=32,
    also=duration_problem,
)
