import calendar

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.platforms.kubernetes.cron import CRON, cron_problem
from tests.platforms.kubernetes.cron_oracle import netresearch, robfig
from tests.platforms.kubernetes.cron_samples import expressions


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
