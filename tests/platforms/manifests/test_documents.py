"""How the tests read documents."""

import base64
import io
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings, strategies as st

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.platforms import manifests
from openshift_credentials.platforms.go.json import SyntaxProblem, parse_json_values
from openshift_credentials.platforms.go.yaml import NESTING_LIMIT, parse_yaml
from openshift_credentials.platforms.kubernetes.secrets import read_secret
from openshift_credentials.platforms.manifests import ManifestDocument, read_documents
from tests.kit.golden import Golden
from tests.kit.recorded_rows import Ask, compare_rows

TOO_LARGE = "is nested too deeply, or too large after its aliases are resolved"


def read(content: bytes | str) -> tuple[list[ManifestDocument], list[str]]:
    raw = content.encode() if isinstance(content, str) else content
    documents, problems = read_documents(["-"], io.BytesIO(raw))
    texts = [str(problem) for problem in problems]
    assert all(text.startswith("standard input") for text in texts)
    return documents, [text.removeprefix("standard input") for text in texts]


# Reading manifests, and Secrets in them.


def told(manifest: Any) -> Iterator[str]:  # noqa: ANN401 - any JSON
    """What is read of a Secret, or what is wrong with it."""
    try:
        yield repr(read_secret(manifest).data)
    except UnusableInputError as error:
        yield from map(str, error.problems)


def of_file(text: str) -> Iterator[str]:
    documents, problems = read(text.encode("utf-8", "surrogateescape"))
    yield from (f"{each.where.removeprefix('standard input, ')}: {json.dumps(each.content)}" for each in documents)
    yield from problems


def test_documents_and_secrets_are_read_as_recorded(golden: Golden) -> None:
    rules: dict[str, Ask] = {
        "FILE": of_file,
        "SCALAR": lambda scalar: [repr(parse_yaml(f"a: {scalar}\n"))],
        "BASE64": lambda value: told(secret(data={"cloud": value})),
        "SECRET": told,
    }
    compare_rows(Path(__file__).with_name("documents.txt"), golden, rules)


def test_not_a_number_is_a_number_to_goyaml_too() -> None:
    value = parse_yaml("[.nan, .inf, -.INF]")
    assert str(value) == "[nan, inf, -inf]"


def test_files_and_standard_input_are_read_in_order(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("a: 1")
    (tmp_path / "b").write_text("b: 1")
    paths = [str(tmp_path / "b"), "-", str(tmp_path / "a")]
    documents, problems = read_documents(paths, io.BytesIO(b"c: 1"))
    assert [list(document.content) for document in documents] == [["b"], ["c"], ["a"]]
    assert [document.source for document in documents] == [paths[0], "standard input", paths[2]]
    assert problems == []


def test_files_that_cannot_be_read_are_a_line_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manifests, "SIZE_LIMIT", 2 * 1024 * 1024)
    large, good, link = tmp_path / "large", tmp_path / "good", tmp_path / "link"
    large.write_bytes(b"a" * (2 * 1024 * 1024 + 1))
    good.write_text("a: 1")
    link.symlink_to("link")
    paths = [str(path) for path in (tmp_path, tmp_path / "missing", large, good, link)]
    documents, problems = read_documents([*paths, "a\0b"], io.BytesIO())
    assert [document.source for document in documents] == [str(good)]
    assert list(map(str, problems)) == [
        f"{tmp_path}: is a directory; use a file in it",
        f"{tmp_path / 'missing'}: does not exist",
        f"{large}: is larger than 2 MiB; split it",
        f"{link}: cannot be read: Too many levels of symbolic links",
        "a\0b: cannot be read: not a usable file name",
    ]


def test_standard_input_of_any_length_is_refused_at_the_limit() -> None:
    class Endless(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            assert size > 0
            return b" " * size

    documents, problems = read_documents(["-"], Endless())  # pyright: ignore[reportArgumentType]
    assert documents == []
    assert list(map(str, problems)) == ["standard input: is larger than 20 MiB; split it"]


def test_the_number_of_documents_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manifests, "DOCUMENT_LIMIT", 3)
    documents, problems = read("{}" * 5)
    assert len(documents) == 3
    assert problems == [": holds more than 3 documents; split it"]
    assert read("{}" * 3)[1] == []


# Documents that are large, deep or no YAML at all.


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


# Secrets in manifests are read as the API server reads them.


def encoded(value: bytes) -> str:
    return base64.b64encode(value).decode()


def secret(**members: object) -> dict[str, object]:
    return {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "a"}, **members}


@given(st.dictionaries(st.sampled_from("abc"), st.binary()), st.dictionaries(st.sampled_from("abc"), st.text()))
def test_string_data_is_merged_over_data(data: dict[str, bytes], text: dict[str, str]) -> None:
    manifest = secret(data={key: encoded(value) for key, value in data.items()}, stringData=text)
    expected = {**data, **{key: value.encode() for key, value in text.items()}}
    assert read_secret(manifest).data == expected


def test_a_secret_has_name_and_namespace_or_none() -> None:
    found = read_secret(secret(metadata={"name": "n", "namespace": "s"}))
    assert (found.name, found.namespace, found.data) == ("n", "s", {})
    for metadata in (None, {}, {"name": None}):
        assert read_secret(secret(metadata=metadata, data=None)).name is None


def test_keys_that_yaml_takes_for_something_else_are_text() -> None:
    content = "{apiVersion: v1, kind: Secret, stringData: {1: a, on: b, 0x1f: c, ~: d}}"
    [document], _ = read(content)
    expected = {"1": b"a", "true": b"b", "31": b"c", "null": b"d"}
    assert read_secret(document.content).data == expected


def test_the_content_is_not_in_the_text_of_the_object() -> None:
    assert "planted" not in repr(read_secret(secret(stringData={"a": "planted"})))
