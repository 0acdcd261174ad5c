"""How the tests read documents."""

import base64
import io
import json
import time
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings, strategies as st

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.platforms import manifests
from openshift_credentials.platforms.go.yaml import NESTING_LIMIT, SyntaxProblem, parse_json_values, parse_yaml
from openshift_credentials.platforms.kubernetes.secrets import read_secret
from openshift_credentials.platforms.manifests import ManifestDocument, read_documents

TOO_LARGE = "is nested too deeply, or too large after its aliases are resolved"


def read(content: bytes | str) -> tuple[list[ManifestDocument], list[str]]:
    raw = content.encode() if isinstance(content, str) else content
    documents, problems = read_documents(["-"], io.BytesIO(raw))
    texts = [str(problem) for problem in problems]
    assert all(text.startswith("standard input") for text in texts)
    return documents, [text.removeprefix("standard input") for text in texts]


# Reading manifests, and Secrets in them.

NOT_YAML = "is neither YAML nor JSON"
CHARACTER = "a character that YAML does not allow"
TWICE = "the key {} occurs twice in one group"
DOCUMENTS: list[tuple[str, list[object]]] = [
    ("a: 1", [{"a": 1}]),
    ("--- \na: 1\n---\nb: 2\n", [{"a": 1}, {"b": 2}]),
    ("\n# comment\n---\n---\n# more\na: 1\n...\n# end\n", [{"a": 1}]),
    ("a: 1\n...\nb: 2\n", [{"a": 1}, {"b": 2}]),
    ("%YAML 1.1\n# comment\n---\na: 1\n", [{"a": 1}]),
    ("a: |\n  x\n  --- y\nb: 1\n", [{"a": "x\n--- y\n", "b": 1}]),
    ("--- {a: 1}\n", [{"a": 1}]),
    ("---\r\na: 1\r\n---\r\nb: 2\r\n", [{"a": 1}, {"b": 2}]),
    ("\ufeffa: 1", [{"a": 1}]),
    ('{"a": 1}', [{"a": 1}]),
    ('{"a": 1}\n\t{"b": [{}]}{"c": "---"}\n', [{"a": 1}, {"b": [{}]}, {"c": "---"}]),
    ('--- {"a": 1}\n---\n{"b": 2}\n', [{"a": 1}, {"b": 2}]),
    ('{"a": 1} # comment\n', [{"a": 1}]),
    ("{a: 1}", [{"a": 1}]),
    ('{"a": "\\ud83d\\ude00 \\ud800"}', [{"a": "\U0001f600 \ufffd"}]),
    ("null\n---\na: 1\n---\n~\n", [{"a": 1}]),
]


@pytest.mark.parametrize(("content", "expected"), DOCUMENTS)
def test_documents_are_found_in_yaml_and_json(content: str, expected: list[object]) -> None:
    documents, problems = read(content)
    assert [document.content for document in documents] == expected
    assert problems == []
    assert all(document.item is None for document in documents)


@pytest.mark.parametrize(
    ("scalar", "expected"),
    [
        ("2026-01-01", "2026-01-01"),
        ("2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z"),
        ("!!timestamp 2026-01-01", "2026-01-01"),
        ("12:30:45", "12:30:45"),
        ("1.2.3", "1.2.3"),
        ("=", "="),
        ("!!binary aGVsbG8=", "hello"),
        ("!!binary /w==", "\ufffd"),
        ("012", 10),
        ("0x1F", 31),
        ("1_000", 1000),
        ("-5", -5),
        ("1.5", 1.5),
        ("1e3", 1000.0),
        (".5", 0.5),
        ("y", True),
        ("On", True),
        ("no", False),
        ("N", False),
        ("~", None),
        ("", None),
        ("NULL", None),
        ("'null'", "null"),
        ("nUll", "nUll"),
        ("'1'", "1"),
        ("!!str 1", "1"),
    ],
)
def test_scalars_are_those_of_goyaml(scalar: str, expected: object) -> None:
    value = parse_yaml(f"a: {scalar}\n")
    assert value == {"a": expected}
    assert type(value["a"]) is type(expected)  # pyright: ignore[reportIndexIssue, reportUnknownArgumentType]


def test_not_a_number_is_a_number_to_goyaml_too() -> None:
    value = parse_yaml("[.nan, .inf, -.INF]")
    assert str(value) == "[nan, inf, -inf]"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("a: [\n", [f", document 1: {NOT_YAML} (line 2: did not find expected node content)"]),
        ("a: 1\n---\nb: *c\n", [f", document 2: {NOT_YAML} (line 3: found undefined alias)"]),
        (
            "a: 1\n---\n\nb: !secret x\n",
            [", document 2: has a tag that is not supported; write the value without it (line 4)"],
        ),
        ("a: !!binary /\n", [", document 1: is not base64 (line 1)"]),
        ("a: \x00", [f", document 1: {NOT_YAML} (line 1: {CHARACTER})"]),
        ("a: " + "1" * 5000, [", document 1: has a number that is too long"]),
        ("? [a]\n: 1\n", [f", document 1: {NOT_YAML} (line 1: found unhashable key)"]),
        ("a: {<<: {1: x}, on: y, 1: z, '1': z}", [f", document 1: {TWICE.format(1)} (line 1)"]),
        ("a: 1\nb: 1\na: 2\n", [f", document 1: {TWICE.format('a')} (line 3)"]),
        ("x: 1\n---\na: {b: 1, b: 2}\n", [f", document 2: {TWICE.format('b')} (line 3)"]),
        ('{"a": 1, "a": 2}', [f", document 1: {TWICE.format('a')} (line 1)"]),
        ('{"a": 1}{"b": 1, "b": 2}', [f", document 2: {TWICE.format('b')}"]),
        ('{"a": 1}{"b": 1', [", document 2: is not JSON"]),
        ('{"a": 1}{"b": ' + "[" * 100_000, [", document 2: is nested too deeply"]),
        ("- a\n", [", document 1: is not an object (a mapping of apiVersion, kind and so on)"]),
        ("text", [", document 1: is not an object (a mapping of apiVersion, kind and so on)"]),
        (b"a: \xff", [", document 1: is not UTF-8"]),
        ("a: &a [*a]", [f", document 1: {TOO_LARGE}"]),
        ("[" * 100_000, [f", document 1: {TOO_LARGE} (line 1)"]),
        ("- " * 100_000, [f", document 1: {TOO_LARGE} (line 1)"]),
        ("---\n~\n---\nnull\n", [": contains no object, only null"]),
        ("", [": is empty; pass a manifest in YAML or JSON"]),
        ("\ufeff\n# nothing\n \t\n", [": is empty; pass a manifest in YAML or JSON"]),
        ("kind: List\nitems: {}\n", [", document 1: items of a List must be a list"]),
        ("kind: List\nitems: [{a: 1}, 2]\n", [", document 1, item 2: is not an object"]),
    ],
)
def test_what_cannot_be_read_is_a_line_with_its_place(content: bytes | str, expected: list[str]) -> None:
    assert read(content)[1] == expected


def test_a_broken_document_does_not_hide_its_neighbours() -> None:
    documents, problems = read(b"a: 1\n---\n{\n---\nb: \xff\n---\nc: 3\n")
    assert [document.content for document in documents] == [{"a": 1}, {"c": 3}]
    assert [document.where for document in documents] == ["standard input, document 1", "standard input, document 4"]
    assert [problem.split(":")[0] for problem in problems] == [", document 2", ", document 3"]


def test_the_items_of_a_list_are_documents() -> None:
    content = {"kind": "List", "items": [{"kind": "A"}, {"kind": "B"}]}
    documents, problems = read(json.dumps(content))
    assert [document.content for document in documents] == content["items"]
    assert documents[1].where == "standard input, document 1, item 2"
    assert problems == []


def test_the_items_of_a_typed_list_get_its_kind() -> None:
    content = "{kind: SecretList, apiVersion: v1, items: [{a: 1}, {kind: X}]}"
    assert [document.content for document in read(content)[0]] == [
        {"kind": "Secret", "apiVersion": "v1", "a": 1},
        {"kind": "X"},
    ]


@pytest.mark.parametrize("content", ["{kind: List, items: []}", "{kind: List, items: null}"])
def test_an_empty_list_is_no_problem(content: str) -> None:
    assert read(content) == ([], [])


def test_an_object_whose_kind_ends_in_list_without_items_is_an_object() -> None:
    assert len(read("kind: AllowList\n")[0]) == 1


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


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("YQ==", b"a"),
        ("YQ=\r\n=\n", b"a"),
        ("YR==", b"a"),
        ("", b""),
        (None, b""),
        ("+/+/", b"\xfb\xff\xbf"),
        ("YQ", None),
        ("YQ=", None),
        ("YQ===", None),
        ("YQ== ", None),
        ("Y Q==", None),
        ("-_-_", None),
        ("YQ==YQ==", None),
        ("=", None),
        ("\u00e4\u00e4\u00e4\u00e4", None),
    ],
)
def test_base64_is_that_of_go(value: str | None, expected: bytes | None) -> None:
    manifest = secret(data={"cloud": value})
    if expected is None:
        with pytest.raises(UnusableInputError) as caught:
            read_secret(manifest)
        assert tuple(map(str, caught.value.problems)) == ("data.cloud is not base64",)
    else:
        assert read_secret(manifest).data == {"cloud": expected}


def test_a_secret_has_name_and_namespace_or_none() -> None:
    found = read_secret(secret(metadata={"name": "n", "namespace": "s"}))
    assert (found.name, found.namespace, found.data) == ("n", "s", {})
    for metadata in (None, {}, {"name": None}):
        assert read_secret(secret(metadata=metadata, data=None)).name is None


@pytest.mark.parametrize(
    ("manifest", "expected"),
    [
        ({}, ["is not a Secret (apiVersion v1, kind Secret)"]),
        ({"kind": "ConfigMap", "apiVersion": "v1"}, ["has kind ConfigMap, not Secret"]),
        ({"kind": "Secret"}, ["is not a Secret (apiVersion v1, kind Secret)"]),
        ({"kind": "a b", "apiVersion": "v1"}, ["is not a Secret (apiVersion v1, kind Secret)"]),
        ({"kind": ["Secret"]}, ["is not a Secret (apiVersion v1, kind Secret)"]),
        (secret(data=[]), ["data must be a mapping"]),
        (secret(stringData="x"), ["stringData must be a mapping"]),
        (secret(metadata=1), ["metadata must be a mapping"]),
        (
            secret(metadata={"name": 1, "namespace": True}),
            [
                "metadata.name must be text; put it in quotation marks",
                "metadata.namespace must be text; put it in quotation marks",
            ],
        ),
        (secret(data={"a": 1}), ["data.a must be text; put it in quotation marks"]),
        (secret(data={"a": ["x"]}), ["data.a must be text, not a list"]),
        *(
            (secret(data={key: ""}), [f"data has key '{key}', and no key of a Secret is '.' or begins with '..'"])
            for key in (".", "..", "..data")
        ),
        (
            secret(stringData={"a": "x" * 2**19, "b": "x" * 2**19, "c": "x"}),
            ["has 1,048,577 bytes of data, and the API server takes at most 1,048,576"],
        ),
        (secret(stringData={"a": True}), ["stringData.a must be text; put it in quotation marks"]),
        (
            secret(data={"a b": "", "": "", "x" * 254: ""}),
            ["a key of data is not 1 to 253 letters, digits, hyphens, underscores and periods"] * 3,
        ),
        (
            secret(data={"a": "*", "b": "*"}, stringData={"c": 1}),
            ["data.a is not base64", "data.b is not base64", "stringData.c must be text; put it in quotation marks"],
        ),
    ],
)
def test_what_the_api_server_would_refuse_is_named_at_once(manifest: dict[str, object], expected: list[str]) -> None:
    with pytest.raises(UnusableInputError) as caught:
        read_secret(manifest)
    assert list(map(str, caught.value.problems)) == expected


def test_keys_that_yaml_takes_for_something_else_are_text() -> None:
    content = "{apiVersion: v1, kind: Secret, stringData: {1: a, on: b, 0x1f: c, ~: d}}"
    [document], _ = read(content)
    expected = {"1": b"a", "true": b"b", "31": b"c", "null": b"d"}
    assert read_secret(document.content).data == expected


def test_the_content_is_not_in_the_text_of_the_object() -> None:
    assert "planted" not in repr(read_secret(secret(stringData={"a": "planted"})))
