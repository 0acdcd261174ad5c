"""Causes from evidence: the first cause of a text, each once, and nothing from no text."""

import re
from typing import cast

from openshift_credentials.live.cause import Cause, Evidence, diagnose


def cause(code: str, pattern: re.Pattern[str], *, general: bool = False) -> Cause:
    return Cause(code=code, pattern=pattern, why=f"{code} it", way_out="look", general=general)


ANYTHING = cause("anything", re.compile(""), general=True)
DENIED = cause("denied", re.compile("AccessDenied"))


def test_a_place_without_a_text_is_no_evidence() -> None:
    assert diagnose([Evidence("line 1", ""), Evidence("line 2", "")], [ANYTHING]) == ()


def test_a_text_that_repeats_is_reported_with_its_first_place() -> None:
    texts = [Evidence(f"line {number}", "AccessDenied") for number in (1, 2, 3)]

    (found,) = diagnose(texts, [DENIED, ANYTHING])

    assert (found.cause.code, found.evidence.where) == ("denied", "line 1")


def test_a_general_cause_is_reported_only_alone() -> None:
    texts = [Evidence("line 1", "other"), Evidence("line 2", "AccessDenied")]

    assert [each.cause.code for each in diagnose(texts, [DENIED, ANYTHING])] == ["denied"]
    assert [each.cause.code for each in diagnose(texts[:1], [DENIED, ANYTHING])] == ["anything"]


def test_a_text_read_twice_is_searched_once() -> None:
    searched: list[str] = []

    class Counting:
        def search(self, text: str) -> None:
            searched.append(text)

    counting = cause("x", cast("re.Pattern[str]", Counting()))
    diagnose([Evidence("1", "a"), Evidence("2", "a"), Evidence("3", "b")], [counting])

    assert searched == ["a", "b"]
