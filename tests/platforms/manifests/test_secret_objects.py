"""Secrets in manifests are read as the API server reads them."""

import base64

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.platforms.kubernetes.secrets import read_secret
from tests.platforms.manifests.documents_samples import read


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
