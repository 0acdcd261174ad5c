"""The simulation of a night: near to what was measured, and never better with less."""

import json

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.fleet.rules.night import Assumptions, simulate, waves
from tests.cli.command import call


@pytest.mark.parametrize(
    ("hosted_clusters", "workers", "hours"),
    [(5, 25, 2.6), (5, 100, 0.7), (40, 25, 10.7), (40, 100, 2.8)],
)
def test_a_thousand_stacks_take_about_what_was_simulated_with_the_real_controller(
    hosted_clusters: int, workers: int, hours: float
) -> None:
    night = simulate(1000, workers, Assumptions(hosted_clusters=hosted_clusters))
    assert night.seconds / 3600 == pytest.approx(hours, rel=0.25)


@given(stacks=st.integers(1, 300), hosted_clusters=st.integers(0, 30), workers=st.integers(1, 60))
def test_more_of_anything_takes_no_less(stacks: int, hosted_clusters: int, workers: int) -> None:
    given_ = Assumptions(hosted_clusters=hosted_clusters)
    night = simulate(stacks, workers, given_)
    assert simulate(stacks + 1, workers, given_).seconds >= night.seconds
    assert simulate(stacks, workers + 1, given_).seconds <= night.seconds * 1.5
    longest = max(given_.run_seconds[: max(1, stacks)])
    assert night.seconds >= given_.install_seconds
    assert (
        night.seconds
        <= given_.install_seconds
        + sum(given_.run_seconds[number % len(given_.run_seconds)] for number in range(stacks))
        + longest
    )


@given(stacks=st.integers(1, 500), workers=st.integers(1, 60))
def test_each_wave_ends_before_the_next(stacks: int, workers: int) -> None:
    found = waves(stacks, workers, Assumptions(hosted_clusters=3), 60, 600)
    assert found is not None
    assert found.night.seconds <= 3600
    assert found.size * found.count >= stacks


def test_the_answer_says_what_it_assumes_and_what_would_fit() -> None:
    outcome = call("fleet", "plan", "--stacks", "1000", "--hosted-clusters", "40")
    assert outcome.code == 1
    assert outcome.results.startswith("Assumptions\n  25 workers")
    assert "They do not fit; they would fit with" in outcome.results
    enough = json.loads(
        call("fleet", "plan", "--stacks", "1000", "--hosted-clusters", "40", "-o", "json").results
    )["workersThatFit"]
    again = call(
        *("fleet", "plan", "--stacks", "1000", "--hosted-clusters", "40"),
        *("--workers", str(enough)),
    )
    assert again.code == 0


@pytest.mark.parametrize(
    "arguments", [("--stacks", "0"), ("--stacks", "x"), ("--wave", "1 hour"), ("--wave", "9h")]
)
def test_an_argument_that_makes_no_sense_is_refused(arguments: tuple[str, str]) -> None:
    rest = ("--hosted-clusters", "5", "--stacks", "5")
    outcome = call("fleet", "plan", *rest, *arguments)
    assert outcome.code == 2
    assert "Traceback" not in outcome.others
