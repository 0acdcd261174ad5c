"""Durations and schedules as Kubernetes and Velero read them."""

import calendar
from collections.abc import Iterator
from pathlib import Path

from hypothesis import given, strategies as st

from openshift_credentials.platforms.go.numbers import parse_go_duration
from openshift_credentials.platforms.kubernetes.cron import (
    CRON,
    DURATION,
    canonical_duration,
    cron_problem,
    duration_problem,
    duration_seconds,
    resolve,
)
from tests.kit.golden import Golden
from tests.kit.recorded_rows import Ask, compare_rows
from tests.platforms.kubernetes.cron_oracle import BOUNDS, netresearch, robfig


def canonical(text: str) -> Iterator[str]:
    yield DURATION.problem(text) or canonical_duration(text)


def problem_of(expression: str) -> Iterator[str]:
    yield from filter(None, [CRON.problem(expression)])


def test_durations_and_expressions_are_read_as_recorded(golden: Golden) -> None:
    rules: dict[str, Ask] = {
        "DURATION": canonical,
        "GO_DURATION": lambda text: [str(parse_go_duration(text))],
        "CRON": problem_of,
    }
    compare_rows(Path(__file__).with_name("times.txt"), golden, rules)


@given(st.integers(1, 10**9))
def test_the_written_form_is_the_same_duration_and_stays_as_it_is(seconds: int) -> None:
    written = canonical_duration(f"{seconds}s")
    assert duration_problem(written) is None
    assert duration_seconds(written) == seconds
    assert canonical_duration(written) == written


# Durations as Go reads them.

SECOND = 10**9


@given(st.integers(0, 1000), st.integers(0, 59), st.integers(0, 59))
def test_hours_minutes_and_seconds_add_up(hours: int, minutes: int, seconds: int) -> None:
    expected = (hours * 3600 + minutes * 60 + seconds) * SECOND
    assert parse_go_duration(f"{hours}h{minutes}m{seconds}s") == expected


@given(st.text(max_size=12))
def test_any_text_has_an_answer(text: str) -> None:
    found = parse_go_duration(text)
    assert found is None or abs(found) <= 2**63


# Cron expressions drawn by Hypothesis.

NAMES = {3: ["jan", "FEB", "Dec"], 4: ["sun", "MON", "Sat"]}


def numbers(position: int) -> st.SearchStrategy[str]:
    low, high = BOUNDS[position]
    near = st.integers(max(0, low - 1), high + 2).map(str)
    return near | st.sampled_from(NAMES.get(position, ["5"])) | st.just("05")


@st.composite
def items(draw: st.DrawFn, position: int) -> str:
    base = draw(
        st.sampled_from(["*", "*", "?"])
        | numbers(position)
        | st.tuples(numbers(position), numbers(position)).map("-".join)
    )
    step = draw(st.just("") | st.just("") | st.integers(0, 70).map("/{}".format))
    return f"{base}{step}"


@st.composite
def expressions(draw: st.DrawFn) -> str:
    fields = [
        draw(st.just("*") | st.lists(items(position), min_size=1, max_size=2).map(",".join)) for position in range(5)
    ]
    return " ".join(fields)


def is_restricted(text: str) -> bool:
    return not any(item in ("*", "?", "*/1", "?/1") for item in text.split(","))


@given(expressions())
def test_what_is_accepted_means_the_same_to_old_and_new_velero(expression: str) -> None:
    if cron_problem(expression):
        return
    fields = expression.split()
    for position, text in enumerate(fields):
        old, new = robfig.values(text, position), netresearch.values(text, position)
        assert old is not None
        assert old == new
    assert not (is_restricted(fields[2]) and is_restricted(fields[4]))


@given(expressions())
def test_what_is_accepted_has_a_day(expression: str) -> None:
    if cron_problem(expression):
        return
    days, months = (robfig.values(text, at) for at, text in list(enumerate(expression.split()))[2:4])
    assert days is not None
    assert months is not None
    assert any(min(days) <= calendar.monthrange(2028, month)[1] for month in months)


@given(expressions())
def test_only_what_velero_would_refuse_or_read_in_two_ways_is_refused(expression: str) -> None:
    if not cron_problem(expression):
        return
    fields = expression.split()
    values = [(robfig.values(t, at), netresearch.values(t, at)) for at, t in enumerate(fields)]
    unclear = any(old is None or old != new for old, new in values)
    question_mark = any("?" in fields[at] for at in (0, 1, 3))
    open_weekday = any("/" in item and "-" not in item and item[0] not in "*?" for item in fields[4].split(","))
    wide_step = any(old is not None and "/" in fields[at] for at, (old, _) in enumerate(values))
    both_days = is_restricted(fields[2]) and is_restricted(fields[4])
    days, months = values[2][0] or frozenset(), values[3][0] or frozenset()
    no_day = not any(day <= calendar.monthrange(2028, m)[1] for m in months for day in days)
    assert unclear or question_mark or open_weekday or wide_step or both_days or no_day


@given(st.text(max_size=40))
def test_no_text_makes_the_check_fail(text: str) -> None:
    cron_problem(text)


# Schedules with H are spread evenly.

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
