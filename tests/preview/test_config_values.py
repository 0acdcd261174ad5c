"""``--config KEY=VALUE``."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.preview.stack_files import with_config_values

CONFIG: dict[str, Any] = {
    "p:etcdBackup": {"storage": {"s3": {"bucket": "one", "region": None}}, "backups": [{"trigger": "1"}]},
    "p:text": "x",
}


def test_a_path_reaches_into_groups_and_lists() -> None:
    changed: Any = with_config_values(
        "p",
        CONFIG,
        [
            "etcdBackup.storage.s3.bucket=two",
            "etcdBackup.storage.s3.region.deep=1",
            "etcdBackup.backups[0].trigger=2",
            "etcdBackup.backups[1].trigger=3",
            "new.list[0]=first",
            "p:text=y",
            "aws:region=r",
        ],
    )

    assert changed == {
        "p:etcdBackup": {
            "storage": {"s3": {"bucket": "two", "region": {"deep": 1}}},
            "backups": [{"trigger": 2}, {"trigger": 3}],
        },
        "p:text": "y",
        "p:new": {"list": ["first"]},
        "aws:region": "r",
    }


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("false", False),
        ("True", "True"),
        ("0", 0),
        ("-7", -7),
        ("42", 42),
        ("007", "007"),
        ("1.5", "1.5"),
        ("", ""),
        ("a=b", "a=b"),
        ("2026-11-21", "2026-11-21"),
        ("9" * 30, "9" * 30),
    ],
)
def test_what_looks_like_a_number_or_a_boolean_is_one(text: str, value: object) -> None:
    found = with_config_values("p", {}, [f"a={text}"])["p:a"]

    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    "given", ["", "a", "=x", ".a=x", "a.=x", "a..b=x", "a[=x", "a[x]=x", "a]=x", "[0]=x", "a[-1]=x"]
)
def test_what_is_not_key_and_value_is_refused(given: str) -> None:
    with pytest.raises(UnusableInputError, match="must be KEY=VALUE"):
        with_config_values("p", CONFIG, [given])


@pytest.mark.parametrize(
    "given", ["text.a=x", "text[0]=x", "etcdBackup.backups.a=x", "etcdBackup.backups[2]=x", "etcdBackup.storage[0]=x"]
)
def test_a_place_that_cannot_be_is_refused(given: str) -> None:
    with pytest.raises(UnusableInputError, match="no such place"):
        with_config_values("p", CONFIG, [given])


def test_all_settings_that_cannot_be_applied_are_reported_without_their_values() -> None:
    with pytest.raises(UnusableInputError) as caught:
        with_config_values("p", CONFIG, ["text.a=planted", "a..b=planted", "etcdBackup.storage.x=fine"])

    assert len(caught.value.problems) == 2
    assert "planted" not in str(caught.value)


KEYS = st.from_regex(r"[a-z]{1,3}", fullmatch=True)


@given(st.lists(KEYS, min_size=1, max_size=4), st.text(alphabet="abc", min_size=1))
def test_what_is_put_at_a_path_is_found_there(path: list[str], text: str) -> None:
    found: Any = with_config_values("p", {}, [f"{'.'.join(path)}={text}"])

    for depth, part in enumerate(path):
        found = found[part if depth else f"p:{part}"]
    assert found == text
