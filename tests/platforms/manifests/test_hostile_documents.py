"""Documents that are large, deep or no YAML at all."""

import json
import time

import pytest
import yaml
from hypothesis import HealthCheck, given, settings, strategies as st

from openshift_credentials.platforms.go.yaml import NESTING_LIMIT, SyntaxProblem, parse_json_values, parse_yaml
from tests.platforms.manifests.documents_samples import TOO_LARGE, read


def _bomb(line: str) -> str:
    return "a0: &a0 {k: v}\n" + "".join(
        line.format(number, ",".join([f"*a{number - 1}"] * 10)) for number in range(1, 30)
    )


@pytest.mark.parametrize(
    "content",
    [
        _bomb("a{0}: &a{0} [{1}]\n"),
        _bomb("a{0}: &a{0} {{<<: [{1}]}}\n"),
        "{" * 1_000_000,
        "? " * 500_000,
        "".join(" " * depth + "a:\n" for depth in range(1000)),
        '{"a":' * 200_000,
        '"' * 1_000_000,
        "&a " * 300_000,
        "# a\n" * 2_000_000,
        "{}" * 50_000,
        "%a\n" * 300_000,
    ],
)
def test_no_document_takes_long(content: str) -> None:
    started = time.perf_counter()
    read(content)
    assert time.perf_counter() - started < 10


def test_nesting_up_to_the_limit_and_aliases_are_allowed() -> None:
    assert not isinstance(parse_yaml("[" * NESTING_LIMIT + "]" * NESTING_LIMIT), SyntaxProblem)
    assert str(parse_yaml("[" * (NESTING_LIMIT + 1) + "]" * (NESTING_LIMIT + 1))) == f"{TOO_LARGE} (line 1)"
    assert parse_yaml("a: &x {b: 1}\nc: {<<: *x, d: 2}\ne: {<<: *x, b: 3}\n") == {
        "a": {"b": 1},
        "c": {"b": 1, "d": 2},
        "e": {"b": 3},
    }


@given(st.binary(max_size=200) | st.text("{}[]:-\n \"'&*!%#|>ab0,.?", max_size=60).map(str.encode))
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_any_bytes_can_be_read(content: bytes) -> None:
    documents, problems = read(content)
    assert documents or problems or b"ist" in content


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)


@given(st.lists(st.dictionaries(st.text(), JSON_VALUES, max_size=4), min_size=1, max_size=3))
def test_what_was_written_as_json_is_read_back(values: list[dict[str, object]]) -> None:
    text = "\n".join(json.dumps(value, ensure_ascii=False) for value in values)
    assert parse_json_values(text) == values


@given(st.dictionaries(st.text("ab\ue000\n'", min_size=1), st.text(), max_size=4))
def test_what_was_written_as_yaml_is_read_back(value: dict[str, str]) -> None:
    assert parse_yaml(yaml.safe_dump(value, default_style='"')) == value
