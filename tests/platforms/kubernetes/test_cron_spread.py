"""Schedules with H are spread evenly."""

from hypothesis import given, strategies as st

from openshift_credentials.platforms.kubernetes.cron import cron_problem, resolve
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


@given(st.sampled_from([2, 5, 7, 15, 29]), hosted_clusters)
def test_a_hashed_step_runs_as_often_as_the_step(step: int, key: str) -> None:
    plain = robfig.values(f"*/{step}", 0)
    minute = resolve(f"H/{step} * * * *", key).split()[0]
    moved = robfig.values(minute, 0)
    assert plain is not None
    assert moved is not None
    assert len(moved) == len(plain)
    assert moved == netresearch.values(minute, 0)


@given(expressions(), hosted_clusters)
def test_an_expression_without_hash_stays_as_it_is(expression: str, key: str) -> None:
    if not cron_problem(expression):
        assert resolve(expression, key) == expression


def test_minute_and_hour_are_drawn_apart() -> None:
    draws = [resolve("H H * * *", f"clusters/c{number}") for number in range(1000)]
    assert len({tuple(each.split()[:2]) for each in draws}) > 650
