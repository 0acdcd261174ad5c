"""Schedules with H are spread evenly."""

from collections import Counter

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.platforms.kubernetes.cron import cron_problem, resolve, spread_problem
from tests.platforms.kubernetes.cron_oracle import netresearch, robfig
from tests.platforms.kubernetes.cron_samples import expressions

hosted_clusters = st.from_regex(r"[a-z0-9]{1,20}/[a-z0-9]{1,20}", fullmatch=True)
hash_items = st.sampled_from(["H", "H/5", "H/7", "H/15", "H/25", "H/45", "H(10-50)", "H(3-40)/6"])


@given(hash_items, hosted_clusters)
def test_what_comes_of_a_hash_is_a_good_expression_without_one(item: str, key: str) -> None:
    result = resolve(f"{item} H(1-5) * * H", key)
    assert cron_problem(result) is None
    assert "H" not in result
    assert resolve(f"{item} H(1-5) * * H", key) == result


@given(st.integers(1, 59), hosted_clusters)
def test_a_hashed_step_runs_as_often_as_the_step(step: int, key: str) -> None:
    plain = robfig.values(f"*/{step}", 0)
    minute = resolve(f"*/{step} * * * *", key, spread=True).split()[0]
    moved = robfig.values(minute, 0)
    assert plain is not None
    assert moved is not None
    assert len(moved) == len(plain)
    assert moved == netresearch.values(minute, 0)


@given(hosted_clusters, st.integers(0, 59))
def test_spread_moves_the_minute_and_nothing_else(key: str, minute: int) -> None:
    result = resolve(f"CRON_TZ=UTC {minute} 2 * * 1-5", key, spread=True).split()
    assert result[0] == "CRON_TZ=UTC"
    assert result[2:] == ["2", "*", "*", "1-5"]
    assert result[1] == resolve("H * * * *", key).split()[0]


@given(hosted_clusters)
def test_a_descriptor_is_spread_as_its_fields(key: str) -> None:
    assert resolve("@daily", key, spread=True) == resolve("H 0 * * *", key)
    assert resolve("@daily", key) == "@daily"
    assert resolve("@every 6h", key) == "@every 6h"


@given(expressions(), hosted_clusters)
def test_an_expression_without_hash_stays_as_it_is(expression: str, key: str) -> None:
    if not cron_problem(expression):
        assert resolve(expression, key) == expression


@pytest.mark.parametrize(
    "expression", ["* * * * *", "1,31 * * * *", "0-30/5 * * * *", "@every 6h", "5/15 * * * *"]
)
def test_what_has_no_one_minute_cannot_be_spread(expression: str) -> None:
    assert cron_problem(expression) is None
    assert spread_problem(expression)


def test_a_thousand_hosted_clusters_use_the_whole_hour_evenly() -> None:
    keys = [f"clusters/cluster-{number}/nightly" for number in range(1000)]
    minutes = Counter(int(resolve("0 2 * * *", key, spread=True).split()[0]) for key in keys)
    expected = len(keys) / 60
    chi_square = sum((minutes[m] - expected) ** 2 / expected for m in range(60))
    assert set(minutes) == set(range(60))
    assert chi_square < 98  # 99.9 % of uniform draws, 59 degrees of freedom
    assert max(minutes.values()) < 2.5 * expected


def test_minute_and_hour_are_drawn_apart() -> None:
    draws = [resolve("H H * * *", f"clusters/c{number}") for number in range(1000)]
    assert len({tuple(each.split()[:2]) for each in draws}) > 650
