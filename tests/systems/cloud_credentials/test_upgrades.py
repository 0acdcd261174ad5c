"""Versions in the annotation that allows an upgrade, beside a second reading of their rules."""

import re

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.systems.cloud_credentials.rules.upgrades import allows_upgrade, is_newer, is_valid

PARTS = st.sampled_from(["v", "4", ".", "7", "0", "04", "10", "-rc.1", "+b", "-", "-01", "x", " "])


def is_semver(text: str) -> bool:
    """A second reading of the rules, by parts instead of one expression."""
    if not text.startswith("v"):
        return False
    core, plus, build = text[1:].partition("+")
    core, hyphen, prerelease = core.partition("-")
    numbers = core.split(".")
    if not all(re.fullmatch("[0-9]+", each) and (each == "0" or each[0] != "0") for each in numbers):
        return False
    if (plus or hyphen) and len(numbers) != 3:
        return False
    for mark, identifiers, is_prerelease in ((plus, build, False), (hyphen, prerelease, True)):
        for each in identifiers.split(".") if mark else ():
            if not re.fullmatch("[0-9A-Za-z-]+", each):
                return False
            if is_prerelease and each.isdigit() and len(each) > 1 and each[0] == "0":
                return False
    return len(numbers) <= 3


@given(st.lists(PARTS, max_size=7).map("".join) | st.lists(PARTS, max_size=5).map("v4.7".join))
def test_versions_are_those_of_a_second_reading(text: str) -> None:
    assert is_valid(text) == is_semver(text)


@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 30), st.integers(0, 30))
def test_minor_releases_are_ordered_as_numbers(a: int, b: int, c: int, d: int) -> None:
    assert is_newer(f"v{a}.{b}", f"v{c}.{d}") == ((a, b) > (c, d))
    assert allows_upgrade(f"{a}.{b}", f"v{c}.{d}.3") == ((a, b) > (c, d))


@pytest.mark.parametrize("annotation", ["4", "V4.7", "4.07", "vv4.7", " 4.7", "4.7 ", "", "v", None])
def test_an_annotation_that_is_no_version_allows_nothing(annotation: str | None) -> None:
    assert not allows_upgrade(annotation, "v4.6.1")


@pytest.mark.parametrize("annotation", ["5", "4.7", "v4.7", "4.7.0+build", "v4.10.3-rc.1", "9" * 5000])
def test_an_annotation_with_a_later_release_allows_the_upgrade(annotation: str) -> None:
    assert allows_upgrade(annotation, "v4.6.1")
