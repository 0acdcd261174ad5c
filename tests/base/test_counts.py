"""Counts and ages as people write them."""

import re

import pytest

from openshift_credentials.base.wording import age, quantity
from tests.kit.places import REPOSITORY


@pytest.mark.parametrize(("number", "text"), [(0, "0 roles"), (1, "1 role"), (2, "2 roles"), (1200, "1,200 roles")])
def test_a_count_agrees_with_its_noun(number: int, text: str) -> None:
    assert quantity(number, "role") == text


def test_a_plural_can_be_irregular() -> None:
    assert quantity(1, "identity", "identities") == "1 identity"
    assert quantity(3, "identity", "identities") == "3 identities"


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


NOUNS = (
    "backups?|cells|characters|clusters|entries|files|identities|keys|permissions|requests|resources|roles"
    "|rules|Schedules|settings|stacks"
)
UNCOUNTED = {
    ".py": re.compile(rf"\{{len\([^{{}}]*\)\}} (?:{NOUNS})\b"),
    ".yaml": re.compile(rf"\{{\w+\}} (?:{NOUNS})\b"),
}
ALWAYS_MORE = {
    "etcd_backup/plan/results.py": "the case of one is written beside it",
    "etcd_backup/rules/backup_advice.yaml": "more characters than a name may have",
    "cloud_credentials/checks/gcp_root.py": "more than Google Cloud allows in a role",
    "image_pulls/checks.py": "more than a limit",
    "platforms/aws/names.py": "more characters than IAM allows",
    "fleet/check.py": "more characters than the operator accepts",
}
"""Files whose counts are never one, and why."""


def test_no_count_is_written_without_its_singular() -> None:
    package = REPOSITORY / "openshift_credentials"
    found = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.*")
        if path.suffix in UNCOUNTED and UNCOUNTED[path.suffix].search(path.read_text(encoding="utf-8"))
    }
    assert {each for each in found if not each.endswith(tuple(ALWAYS_MORE))} == set()
    assert all(any(each.endswith(file) for each in found) for file in ALWAYS_MORE)
