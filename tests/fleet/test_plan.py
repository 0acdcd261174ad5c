"""The simulation of a night: near to what was measured, and never better with less."""

import json

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.fleet.rules.night import Assumptions, simulate, waves
from tests.cli.command import call, call_in_both_forms


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
        call_in_both_forms("fleet", "plan", "--stacks", "1000", "--hosted-clusters", "40").results
    )["workersThatFit"]
    again = call(
        *("fleet", "plan", "--stacks", "1000", "--hosted-clusters", "40"),
        *("--workers", str(enough)),
    )
    assert again.code == 0


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (("--wave", "30s"), "Waves of 1 minute: not even one stack finishes in a wave;"),
        (("--wave", "3m"), "Waves of 3 minutes: not even one stack finishes in a wave;"),
        (
            ("--stacks", "5000", "--wave", "12m", "--window", "12m"),
            "They do not fit with any number of workers; use a longer --window",
        ),
        (("--workers", "4096"), "The waves fit with 4,096 workers."),
        (("--stacks", "1", "--workers", "1"), "The waves fit with 1 worker."),
    ],
)
def test_waves_fit_or_it_is_said_what_would_help(changed: tuple[str, ...], told: str) -> None:
    given_ = ("--stacks", "1000", "--hosted-clusters", "40", "--wave", "1h")
    for form in ("json", "text"):
        outcome = call("fleet", "plan", *given_, *changed, "-o", form)
    assert told in outcome.results
    assert outcome.code == (0 if "The waves fit" in told else 1)


@pytest.mark.parametrize(
    ("option", "least", "most"),
    [
        ("--stacks", 1, 100_000),
        ("--hosted-clusters", 0, 1000),
        ("--workers", 1, 4096),
        ("--backup-seconds", 1, 86_400),
        ("--concurrency", 1, 1000),
        ("--node-memory", 1, 4096),
    ],
)
def test_a_number_has_a_least_and_a_most(option: str, least: int, most: int) -> None:
    late = ("--stacks", "5", "--hosted-clusters", "5", "--wave", "2h", "--window", "1h")
    for number in (least, most):
        outcome = call("fleet", "plan", *late, option, str(number))
        assert outcome.others == "error: --wave: is longer than --window; use a shorter wave\n"
    for number in (least - 1, most + 1, 10 * most):
        told = call("fleet", "plan", *late, f"{option}={number}").others
        rule = f"{str(number)!r} is not a whole number from {least} to {most}\n"
        assert told.endswith(f"error: argument {option}: {rule}")


@pytest.mark.parametrize(
    "arguments", [("--stacks", "0"), ("--stacks", "x"), ("--wave", "1 hour"), ("--wave", "9h")]
)
def test_an_argument_that_makes_no_sense_is_refused(arguments: tuple[str, str]) -> None:
    rest = ("--hosted-clusters", "5", "--stacks", "5")
    outcome = call("fleet", "plan", *rest, *arguments)
    assert outcome.code == 2
    assert "Traceback" not in outcome.others
