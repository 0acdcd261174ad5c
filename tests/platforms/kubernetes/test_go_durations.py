"""Durations as Go reads them."""

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.platforms.go.numbers import parse_go_duration

SECOND = 10**9


@pytest.mark.parametrize(
    ("text", "nanoseconds"),
    [
        ("0", 0),
        ("-0", 0),
        ("1h30m", 5400 * SECOND),
        ("1.5h", 5400 * SECOND),
        (".5s", SECOND // 2),
        ("1.s", SECOND),
        ("+1m", 60 * SECOND),
        ("-1m", -60 * SECOND),
        ("3\u00b5s", 3000),
        ("3\u03bcs", 3000),
        ("9223372036854775807ns", 2**63 - 1),
        ("-9223372036854775808ns", -(2**63)),
        ("0" * 5000 + "1s", SECOND),
        (f"0.{'1' * 5000}s", 111_111_111),
        ("0.1234567891234567h", 444_444_440_844),
        ("9" * 5000 + "s", None),
        *((text, None) for text in ("", "-", "+", "1", "s", ".s", "1d", " 1m", "1m ", "1-m")),
        *((text, None) for text in ("9223372036854775808ns", "9999999999h", "--1m", "1h-1m")),
    ],
)
def test_a_duration_is_what_go_makes_of_it(text: str, nanoseconds: int | None) -> None:
    assert parse_go_duration(text) == nanoseconds


@given(st.integers(0, 1000), st.integers(0, 59), st.integers(0, 59))
def test_hours_minutes_and_seconds_add_up(hours: int, minutes: int, seconds: int) -> None:
    expected = (hours * 3600 + minutes * 60 + seconds) * SECOND
    assert parse_go_duration(f"{hours}h{minutes}m{seconds}s") == expected


@given(st.text(max_size=12))
def test_any_text_has_an_answer(text: str) -> None:
    found = parse_go_duration(text)
    assert found is None or abs(found) <= 2**63
