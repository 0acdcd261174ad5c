"""Durations as Go prints them."""

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.platforms.go.numbers import parse_go_duration, text_of_go_duration


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("72h", "72h0m0s"),
        ("90m", "1h30m0s"),
        ("60s", "1m0s"),
        ("1h0.5s", "1h0m0.5s"),
        ("1.5h", "1h30m0s"),
        ("59s", "59s"),
        ("1500ms", "1.5s"),
        ("1.5ms", "1.5ms"),
        ("1500us", "1.5ms"),
        ("999ns", "999ns"),
        ("1us", "1µs"),
        ("0s", "0s"),
        ("-90s", "-1m30s"),
    ],
)
def test_a_duration_is_printed_as_go_does(text: str, printed: str) -> None:
    assert text_of_go_duration(parse_go_duration(text) or 0) == printed


@given(st.integers(-(2**62), 2**62))
def test_what_is_printed_reads_the_same(nanoseconds: int) -> None:
    assert parse_go_duration(text_of_go_duration(nanoseconds)) == nanoseconds
