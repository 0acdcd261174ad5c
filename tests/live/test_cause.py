"""Causes from evidence: the first cause of a text, each once, and nothing from no text."""

import re

from openshift_credentials.live.cause import Cause, Evidence, diagnose


def cause(code: str, pattern: re.Pattern[str], *, general: bool = False) -> Cause:
    return Cause(code=code, pattern=pattern, why=f"{code} it", way_out="look", general=general)


ANYTHING = cause("anything", re.compile(""), general=True)
DENIED = cause("denied", re.compile("AccessDenied"))


def test_a_general_cause_is_reported_only_alone() -> None:
    texts = [Evidence("line 1", "other"), Evidence("line 2", "AccessDenied")]

    assert [each.cause.code for each in diagnose(texts, [DENIED, ANYTHING])] == ["denied"]
    assert [each.cause.code for each in diagnose(texts[:1], [DENIED, ANYTHING])] == ["anything"]
