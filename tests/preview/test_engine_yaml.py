"""YAML as the engine reads it; tests/engine compares the same with the engine itself."""

import json

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.base.guarded_yaml import YamlError
from openshift_credentials.preview.engine_yaml import read_yaml, text_of

SCALARS = {
    "yes": "yes",
    "no": "no",
    "on": "on",
    "Off": "Off",
    "y": "y",
    "12:30": "12:30",
    "1:20:30": "1:20:30",
    "true": True,
    "False": False,
    "0": 0,
    "7": 7,
    "+5": 5,
    "-7": -7,
    "0123": 83,
    "-0123": -83,
    "0o17": 15,
    "0xff": 255,
    "0b101": 5,
    "1_000": 1000,
    "0189": 189.0,
    "1.5": 1.5,
    ".5": 0.5,
    "4.20": 4.2,
    "1e3": 1000.0,
    "~": None,
    "null": None,
    "": None,
    "2026-11-21": "2026-11-21 00:00:00 +0000 UTC",
    "2026-1-2": "2026-01-02 00:00:00 +0000 UTC",
    "2026-11-21T10:20:30Z": "2026-11-21 10:20:30 +0000 UTC",
    "2026-11-21 10:20:30.25": "2026-11-21 10:20:30.25 +0000 UTC",
    "2026-11-21T10:20:30+02:00": "2026-11-21 10:20:30 +0200 +0200",
    "2026-99-99": "2026-99-99",
    "1.2.3": "1.2.3",
    "123456789012": 123456789012,
    "Zürich": "Zürich",
    "=": "=",
}


def read(text: str) -> object:
    return read_yaml(text.encode())


@pytest.mark.parametrize(("text", "value"), SCALARS.items())
def test_a_plain_scalar_is_read_as_the_engine_reads_it(text: str, value: object) -> None:
    found = read(f"key: {text}")

    assert found == {"key": value}
    assert isinstance(found, dict)
    assert type(found["key"]) is type(value)  # pyright: ignore[reportUnknownArgumentType]


@pytest.mark.parametrize("quote", ["'", '"'])
def test_a_quoted_scalar_is_a_text(quote: str) -> None:
    for text in filter(None, SCALARS):
        assert read(f"key: {quote}{text}{quote}") == {"key": text}, f"{text} in {quote}"


@pytest.mark.parametrize("text", ["no: 1", "yes: 1", "12:30: 1"])
def test_keys_are_read_alike(text: str) -> None:
    assert read(text) == {text.rpartition(":")[0]: 1}


@pytest.mark.parametrize("text", ["a: 1\na: 2", "a:\n  b: 1\n  b: 2", "- a: 1\n  a: 2", "a: &x {b: 1, b: 2}"])
def test_a_key_that_is_there_twice_is_refused(text: str) -> None:
    with pytest.raises(YamlError, match="twice"):
        read(text)


@pytest.mark.parametrize("text", ["a: [", "a: !!python/object/apply:os.getcwd []", "a: *b", "\t- a", "a: \x00"])
def test_what_is_no_plain_yaml_is_refused(text: str) -> None:
    with pytest.raises(YamlError):
        read(text)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        ("", ""),
        ("x", "x"),
        ('"', '"'),
        (True, "true"),
        (7, "7"),
        (1000.0, "1000"),
        (189.0, "189"),
        (1.5, "1.5"),
        (1e25, "1e+25"),
        (12345678901234567890, "12345678901234567890"),
    ],
)
def test_a_single_value_becomes_the_text_that_the_engine_makes(value: object, text: str) -> None:
    assert text_of(value) == text


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (1000.0, 1000),
        (-3.0, -3),
        (1e20, 10**20),
        (9223372036854775807, 9223372036854775807),
        (12345678901234567890, 12345678901234567000),
    ],
)
def test_a_whole_number_in_a_group_stays_whole(value: object, number: int) -> None:
    found = json.loads(text_of({"a": [value]}))["a"][0]

    assert found == number
    assert isinstance(found, int)


@pytest.mark.parametrize("text", ["9" * 400, "-" + "9" * 400, "0x" + "f" * 300, "1e400", "-1e999"])
def test_a_number_that_no_double_holds_is_text(text: str) -> None:
    """go-yaml ``resolve.go``: neither ``ParseInt`` nor ``ParseFloat`` reads it."""
    assert read_yaml(f"a: {text}".encode()) == {"a": text}
    assert json.loads(text_of(read_yaml(f"a: [{text}]".encode()))) == {"a": [text]}


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text(max_size=20),
    lambda below: st.lists(below, max_size=4) | st.dictionaries(st.text(max_size=9), below),
    max_leaves=12,
)


@given(st.dictionaries(st.text(max_size=9), VALUES))
def test_a_group_keeps_its_values(group: dict[str, object]) -> None:
    assert json.loads(text_of(group)) == group
