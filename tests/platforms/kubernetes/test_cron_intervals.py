"""Time zones, and the longest time between two runs, as Velero's cron libraries find it."""

import datetime as dt
import json
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.platforms.kubernetes.cron import (
    cron_problem,
    expression as expression_rules,
    longest_interval,
    resolve,
)
from openshift_credentials.platforms.kubernetes.cron.expression import UNEVEN_ZONES
from tests.kit.places import REPOSITORY
from tests.platforms.kubernetes.cron_samples import expressions

RECORDED: Final = REPOSITORY / "tests/data/cron/longest_intervals.json"
WEEK: Final = 7 * 24 * 3600


@pytest.mark.parametrize(
    ("expression", "hours"),
    [
        ("0 2 * * *", 24),
        ("*/15 * * * *", 0.25),
        ("0 */6 * * *", 6),
        ("0 2,14 * * *", 12),
        ("0 1,2 * * *", 23),
        ("0 2 * * 1-5", 72),
        ("0 2 1 * *", 31 * 24),
        ("0 2 29 2 *", (4 * 365 + 1) * 24),
        ("@weekly", 7 * 24),
        ("@every 90m", 1.5),
        ("CRON_TZ=UTC 0 2 * * *", 24),
        ("CRON_TZ=Asia/Kolkata 30 2 * * *", 24),
        ("CRON_TZ=Europe/Berlin 0 4 * * *", 25),
        # The clock jumps from 2:00 to 3:00, so that one night has no run.
        ("CRON_TZ=Europe/Berlin 0 2 * * *", 47),
        ("CRON_TZ=Europe/Berlin 30 2 * * *", 47),
        # When the clock is set back, 2:00 comes twice, and so do the runs.
        ("TZ=Europe/Berlin 0 1,2 * * *", 23),
        ("TZ=Europe/Berlin @hourly", 1),
        ("TZ=Europe/Berlin 30 2 * * 0", 14 * 24 - 1),
        # In Cairo it jumps at midnight, on a Friday.
        ("TZ=Africa/Cairo @daily", 47),
        ("TZ=Africa/Cairo 0 0 * * 5", 14 * 24 - 1),
        # A Sunday without midnight has no run in Beirut, and has one on the Azores.
        ("TZ=Asia/Beirut 15 3 * * 0", 14 * 24 - 1),
        ("TZ=Atlantic/Azores 15 3 * * 0", 7 * 24 + 1),
    ],
)
def test_the_longest_time_between_two_runs(expression: str, hours: float) -> None:
    assert longest_interval(expression) == hours * 3600


def test_the_longest_time_is_that_of_both_libraries() -> None:
    rows = json.loads(Path(RECORDED).read_text())
    assert len(rows) > 200
    assert any(old != new for _, old, new in rows)
    predicted = {expression: longest_interval(expression) for expression, *_ in rows}
    assert predicted == {expression: max(times) for expression, *times in rows}
    assert [expression for expression in predicted if cron_problem(expression)] == []


def test_only_the_zones_that_change_at_a_full_hour_by_full_hours_are_accepted() -> None:
    uneven = {name for name in available_timezones() if not all(even_changes(ZoneInfo(name)))}
    assert uneven == UNEVEN_ZONES & available_timezones()


def even_changes(zone: ZoneInfo) -> list[bool]:
    """Whether each change of the clock in the years to come is from one full hour to another."""

    def offset(time: int) -> int:
        return round(
            (dt.datetime.fromtimestamp(time, zone).utcoffset() or dt.timedelta()).total_seconds()
        )

    first = round(dt.datetime(2025, 3, 1, tzinfo=dt.UTC).timestamp())
    found: list[bool] = []
    for before in range(first, first + 3 * 53 * WEEK, WEEK):
        if offset(before) != offset(before + WEEK):
            low, high = before, before + WEEK
            while high - low > 60:
                middle = (low + high) // 120 * 60
                low, high = (middle, high) if offset(middle) == offset(before) else (low, middle)
            found += [(high + offset(before)) % 3600 == 0 == (high + offset(high)) % 3600]
    return found


def test_without_a_database_of_time_zones_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expression_rules, "available_timezones", set[str])
    monkeypatch.setattr(expression_rules, "ZoneInfo", dict[str, object]().__getitem__)
    expression_rules._has_zones.cache_clear()

    assert cron_problem("CRON_TZ=Europe/Berlin 0 2 * * *") is None
    expression_rules._has_zones.cache_clear()


@given(expressions(), st.text(max_size=5))
def test_no_gap_is_longer_than_the_longest(expression: str, key: str) -> None:
    if cron_problem(expression) is not None:
        return
    whole = resolve(expression, key)
    longest = longest_interval(whole)
    assert 60 <= longest <= 9 * 366 * 24 * 3600
    minute, hour, *_ = whole.split()
    if minute.isdecimal() and hour.isdecimal():
        assert longest % (24 * 3600) == 0
