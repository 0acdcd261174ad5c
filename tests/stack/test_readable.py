"""Groups of settings, read as far as they are right."""

from collections.abc import Iterator

import pytest
from hypothesis import given, strategies as st
from pydantic import Field

from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.base import Settings, UnreadableSettingError
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.readable import as_far_as_readable, readable, readable_items

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=8,
)


class Lock(Settings):
    days: int = Field(ge=1)
    legal_hold: bool = False


class Store(Settings):
    bucket: str
    lock: Lock | None = None
    keep_days: int = 7
    readers: tuple[str, ...] = Field(default=(), strict=False)


def test_a_right_group_is_read_as_a_whole() -> None:
    given_store = {"bucket": "b", "lock": {"days": 3}, "keepDays": 9, "readers": ["a"]}

    assert readable(Store, given_store) == Store.model_validate(given_store)


def test_a_wrong_setting_counts_as_absent_and_the_rest_is_read() -> None:
    store = readable(Store, {"bucket": "b", "keepDays": "many", "unknown": 1, "readers": ["a", 5]})

    assert store == Store(bucket="b")


@pytest.mark.parametrize("lock", [{"legalHold": True}, {"days": 0, "legalHold": True}])
def test_a_group_without_its_required_setting_has_a_hole(lock: dict[str, object]) -> None:
    store = readable(Store, {"bucket": "b", "lock": lock})

    assert store
    assert store.lock
    assert store.lock.legal_hold
    with pytest.raises(UnreadableSettingError, match="days"):
        assert store.lock.days


def test_a_wrong_setting_of_a_group_leaves_the_others_of_the_group() -> None:
    store = readable(Store, {"bucket": "b", "lock": {"days": 3, "legalHold": "maybe"}})

    assert store == Store(bucket="b", lock=Lock(days=3))


@pytest.mark.parametrize("group", [{"keepDays": 9}, {"keepDays": 9, "bucket": 5}])
def test_the_rest_is_read_without_a_required_setting(group: dict[str, object]) -> None:
    store = readable(Store, group)

    assert store
    assert store.keep_days == 9
    assert store.lock is None
    with pytest.raises(UnreadableSettingError, match="bucket"):
        assert store.bucket


def test_nothing_is_read_without_a_group() -> None:
    assert readable(Store, "b") is None
    assert readable(Store, None) is None


def test_names_of_python_are_none_of_the_stack_file() -> None:
    assert readable(Store, {"bucket": "b", "keep_days": 9}) == Store(bucket="b")


def test_readable_entries_keep_their_positions() -> None:
    found = list(readable_items(Store, [{"bucket": "a"}, {"bucket": 5}, "x", {"bucket": "d"}]))

    assert found == [(0, Store(bucket="a")), (3, Store(bucket="d"))]


@given(st.dictionaries(st.sampled_from(["bucket", "lock", "keepDays", "readers", "x"]), VALUES))
def test_whatever_is_given_is_read_or_not_and_never_fails(group: dict[str, object]) -> None:
    store = readable(Store, group)

    assert store is not None
    assert ("bucket" in store.__dict__) == isinstance(group.get("bucket"), str)


def test_a_rule_ends_where_it_needs_what_could_not_be_read() -> None:
    def rule(store: Store) -> Iterator[Notice]:
        yield invalid("keepDays", "told", "do it")
        yield invalid("bucket", store.bucket, "never told")

    def other(_: Store) -> Iterator[Notice]:
        yield invalid("lock", "told too", "do it")

    store = readable(Store, {"keepDays": 9})
    assert store
    found = as_far_as_readable([rule(store), other(store)])
    assert [notice.setting for notice in found] == ["keepDays", "lock"]
