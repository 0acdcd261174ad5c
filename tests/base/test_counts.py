"""Counts and ages as people write them."""

import pytest

from openshift_credentials.base.wording import age, quantity


@pytest.mark.parametrize(("number", "text"), [(0, "0 roles"), (1, "1 role"), (2, "2 roles"), (1200, "1,200 roles")])
def test_a_count_agrees_with_its_noun(number: int, text: str) -> None:
    assert quantity(number, "role") == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0 seconds"),
        (1, "1 second"),
        (119, "119 seconds"),
        (120, "2 minutes"),
        (7_199, "119 minutes"),
        (7_200, "2 hours"),
        (172_799, "47 hours"),
        (172_800, "2 days"),
        (31_536_000, "365 days"),
    ],
)
def test_an_age_has_one_unit(seconds: int, text: str) -> None:
    assert age(seconds) == text
