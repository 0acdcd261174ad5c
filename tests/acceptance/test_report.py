"""A report says what was run against what, and passes only what has passed."""

import json
from decimal import Decimal
from pathlib import Path

import pytest

from tests.acceptance.costs import MINUTES, announcement, ceiling, costs_of
from tests.acceptance.report import State
from tests.acceptance.run import Against, Cloud
from tests.acceptance.samples import ACCOUNT, report, run_of, step
from tests.kit.places import REPOSITORY

PASSED, FAILED, NOT_RUN = (step(state) for state in (State.PASSED, State.FAILED, State.NOT_RUN))


@pytest.mark.parametrize(
    ("steps", "left", "passed"),
    [
        ((PASSED,), [], True),
        ((PASSED, NOT_RUN), [], True),
        ((NOT_RUN,), [], False),
        ((), [], False),
        ((PASSED, FAILED), [], False),
        ((PASSED,), ["bucket oca-x7k2p1-dev"], False),
        ((PASSED,), None, False),
    ],
)
def test_only_a_run_that_did_something_and_left_nothing_has_passed(
    steps: tuple[object, ...], left: list[str] | None, *, passed: bool
) -> None:
    made = report(*steps, left=left)  # pyright: ignore[reportArgumentType]
    assert made.passed is passed
    assert (": passed\n" in made.markdown()) is passed


def test_what_could_not_be_listed_is_not_nothing() -> None:
    assert "by tag: unknown" in report(PASSED, left=None).markdown()
    assert "by tag: nothing" in report(PASSED, left=[]).markdown()


@pytest.mark.parametrize("against", list(Against))
def test_both_forms_say_what_answered(tmp_path: Path, against: Against) -> None:
    made = report(PASSED, run=run_of(against=against), left=[])
    document, page = made.write(tmp_path / "reports")
    content = json.loads(document.read_text())
    assert content["run"]["against"] == against.value
    assert content["meaning"] == against.meaning
    assert content["providers"][0]["answered_by"] == "stand-in of this repository"
    assert f"Run against: **{against}** ({against.meaning})" in page.read_text()


def test_meanings_differ_and_only_an_account_is_called_real() -> None:
    assert len({each.meaning for each in Against}) == len(Against)
    assert [each for each in Against if "real account" in each.meaning] == [Against.ACCOUNT]


def test_a_report_can_be_published(tmp_path: Path) -> None:
    left = [f"key arn:aws:kms:us-east-1:{ACCOUNT}:key/1"]
    made = report(step(State.FAILED, f"error: one | two\nthree {ACCOUNT}"), left=left)
    for file in made.write(tmp_path):
        assert ACCOUNT not in file.read_text()
        assert "key arn:aws:kms:us-east-1:...9012:key/1" in file.read_text()
    assert "error: one \\| two three " in made.markdown()


@pytest.mark.parametrize("cloud", list(Cloud))
def test_the_ceiling_is_the_sum_of_the_table_and_no_cent_less(cloud: Cloud) -> None:
    costs = costs_of(cloud)
    total = sum((item.count * item.price for item in costs), Decimal())
    assert Decimal(0) <= ceiling(costs) - total < Decimal("0.01")
    text = announcement(cloud, 45)
    assert f"USD {ceiling(costs)} and 45 minutes" in text
    assert all(item.what in text and item.source in text for item in costs)


def test_the_page_names_the_same_ceilings() -> None:
    page = (REPOSITORY / "docs/acceptance.md").read_text(encoding="utf-8")
    aws, azure = ceiling(costs_of(Cloud.AWS)), ceiling(costs_of(Cloud.AZURE))
    assert f"at most USD {aws} on AWS and USD {azure} on Azure" in page
    assert f"After {MINUTES} minutes" in page
