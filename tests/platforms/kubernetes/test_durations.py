import pytest
from hypothesis import given, strategies as st

from openshift_credentials.platforms.kubernetes.cron import (
    DURATION,
    canonical_duration,
    duration_problem,
    duration_seconds,
)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("720h", "720h0m0s"),
        ("2h", "2h0m0s"),
        ("90m", "1h30m0s"),
        ("1h30m", "1h30m0s"),
        ("45s", "45s"),
        ("61s", "1m1s"),
        ("0h5m", "5m0s"),
    ],
)
def test_a_duration_is_written_as_go_writes_it(text: str, canonical: str) -> None:
    assert DURATION.problem(text) is None
    assert canonical_duration(text) == canonical


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "0 characters"),
        ("30d", "720h"),
        ("1w", "whole hours"),
        ("1.5h", "duration in whole hours"),
        ("-2h", "duration in whole hours"),
        ("2", "whole hours"),
        ("5m1h", "whole hours"),
        ("2H", "whole hours"),
        ("0h", "greater than zero"),
        ("1h ", "duration in whole hours"),
        ("9999999h", "whole hours"),
    ],
)
def test_a_text_that_is_no_duration(text: str, part: str) -> None:
    assert part in (DURATION.problem(text) or "")


@given(st.integers(1, 10**9))
def test_the_written_form_is_the_same_duration_and_stays_as_it_is(seconds: int) -> None:
    written = canonical_duration(f"{seconds}s")
    assert duration_problem(written) is None
    assert duration_seconds(written) == seconds
    assert canonical_duration(written) == written
