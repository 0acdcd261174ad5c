"""Durations and schedules as Kubernetes and Velero read them."""

import calendar

import pytest
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
from tests.platforms.kubernetes.cron_oracle import BOUNDS, netresearch, robfig


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


# Durations as Go reads them.

SECOND = 10**9


@pytest.mark.parametrize(
    ("text", "nanoseconds"),
    [
        ("0", 0),
        ("-0", 0),
        ("1h30m", 5400 * SECOND),
        ("1.5h", 5400 * SECOND),
        (".5s", SECOND // 2),
        ("1.s", SECOND),
        ("+1m", 60 * SECOND),
        ("-1m", -60 * SECOND),
        ("3\u00b5s", 3000),
        ("3\u03bcs", 3000),
        ("9223372036854775807ns", 2**63 - 1),
        ("-9223372036854775808ns", -(2**63)),
        ("0" * 5000 + "1s", SECOND),
        (f"0.{'1' * 5000}s", 111_111_111),
        ("0.1234567891234567h", 444_444_440_844),
        ("9" * 5000 + "s", None),
        *((text, None) for text in ("", "-", "+", "1", "s", ".s", "1d", " 1m", "1m ", "1-m")),
        *((text, None) for text in ("9223372036854775808ns", "9999999999h", "--1m", "1h-1m")),
    ],
)
def test_a_duration_is_what_go_makes_of_it(text: str, nanoseconds: int | None) -> None:
    assert parse_go_duration(text) == nanoseconds


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


@pytest.mark.parametrize(
    "expression",
    [
        *("* * * * *", "0 2 * * *", "*/15 * * * *", "0 0 1,15 * ?", "0 0 ? jan-mar *"),
        *("5 4 * * mon-fri", "0 0 29 2 *", "0 0 30 2,3 *", "@daily", "@every 6h", "@every 1h30m"),
        *("CRON_TZ=Europe/Berlin 0 2 * * *", "TZ=UTC  0 2 * * *", "CRON_TZ=Etc/GMT+3 @daily"),
        *("H * * * *", "H H * * *", "H/15 * * * *", "H(0-29) H(1-4) * * H", "0 0 H * *", "H,30 2 * * *"),
    ],
)
def test_an_expression_that_is_good(expression: str) -> None:
    assert CRON.problem(expression) is None


@pytest.mark.parametrize(
    ("expression", "part"),
    [
        ("", "0 characters"),
        ("daily", "five fields"),
        ("0 2 * *", "it has 4"),
        ("0 0 2 * * *", "it has 6"),
        (" 0 2 * * *", "start or end with a space"),
        ("@daily ", "start or end with a space"),
        ("0\t2 * * *", "five cron fields"),
        ("60 * * * *", "minute, which ranges from 0 to 59"),
        ("0 24 * * *", "hour, which ranges from 0 to 23"),
        ("0 0 0 * *", "day of month, which ranges from 1 to 31"),
        ("0 0 * 13 *", "month, which ranges from 1 to 12"),
        ("0 0 * * 7", "day of week, which ranges from 0 to 6"),
        ("0 22-2 * * *", "the start is after the end"),
        ("*/60 * * * *", "shorter than the range"),
        ("*/0 * * * *", "shorter than the range"),
        ("0 0 * * 1/3", "1-6/3"),
        ("0 0 1 * 1", "at once"),
        ("0 0 H * 1", "at once"),
        ("0 0 30 2 *", "no month has"),
        ("0 0 31 4,6,9,11 *", "no month has"),
        ("1,,2 * * * *", "not a value, range, list or step"),
        ("+5 * * * *", "not a value, range, list or step"),
        ("0 0 * foo *", "'foo' as month"),
        ("? * * * *", "write '*'"),
        ("0 0 L * *", "not a value, range, list or step"),
        ("0 0 * * mon#2", "not a value, range, list or step"),
        ("@reboot", "unknown descriptor '@reboot'"),
        ("@every", "unknown descriptor '@every'"),
        ("@every 1d", "write 24h"),
        ("@every 0s", "greater than zero"),
        ("@every 1.5h", "whole hours"),
        ("TZ=UTC @every 1h", "no time zone"),
        ("TZ=Nowhere/X 0 2 * * *", "unknown time zone 'Nowhere/X'"),
        ("CRON_TZ=Europe 0 2 * * *", "unknown time zone 'Europe'"),
        ("CRON_TZ=Europe/berlin @daily", "unknown time zone"),
        ("TZ=UTC", "five fields"),
        ("TZ= 0 2 * * *", "five fields"),
        ("CRON_TZ=Australia/Lord_Howe @daily", "use UTC"),
        ("TZ=Pacific/Chatham 45 3 * * *", "Velero loses or repeats runs"),
        ("H(5-70) * * * *", "from 0 to 59"),
        ("H(9-3) * * * *", "after the end"),
        ("H/60 * * * *", "shorter than the range"),
        ("0 0 H(1-31) * *", "from 1 to 28"),
        ("h * * * *", "not a value, range, list or step"),
        ("٣ * * * *", "five cron fields"),
        ("0 0 * * *" + " " * 300, "characters"),
    ],
)
def test_an_expression_that_is_not_good(expression: str, part: str) -> None:
    problem = CRON.problem(expression)
    assert problem is not None
    assert part in problem


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
