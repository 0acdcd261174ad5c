"""Folders of CredentialsRequests are read as the real program reads them."""

import json
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.platforms.credentials_requests import (
    ProviderSpecError,
    Requests,
    SecretRef,
    aws_provider_spec,
    load_requests,
    provider_kind,
    without_capabilities,
)
from openshift_credentials.platforms.credentials_requests.folder import read_folder
from tests.kit.cco import Row, each_row, folder
from tests.platforms.credentials_requests.reader_samples import only


def as_recorded(read: Requests) -> Row:
    return {
        "error": str(read.errors[0]) if read.errors else None,
        "ignored": [str(each) for each in read.ignored],
        "requests": [
            {
                "cloud_token_path": request.cloud_token_path,
                "has_provider_spec": request.provider_spec is not None,
                "name": request.name,
                "namespace": request.namespace,
                "secret": str(request.secret),
                "service_accounts": list(request.service_accounts) or None,
            }
            for request in read.requests
        ],
    }


@each_row("load_requests")
def test_a_folder_gives_the_requests_that_upstream_finds(row: Row) -> None:
    asked = row["in"]["tech_preview"]
    for tech_preview in (False, True) if asked == "both" else (asked,):
        read = load_requests(folder(row["in"]["dir"]), tech_preview=tech_preview)
        assert as_recorded(read) == row["out"]


@each_row("provider_kind")
def test_the_kind_is_the_one_upstream_reads(row: Row) -> None:
    assert provider_kind(row["in"]["provider_spec"]) == row["out"]["kind"]


@pytest.mark.parametrize(
    ("spec", "kind"),
    [('{"kind": "a\\ud800"}', "a\ufffd"), ('{"kind": "a", "x": ' + "9" * 5000 + "}", "a"), ("null", "")],
)
def test_a_provider_spec_is_read_as_go_reads_it(spec: str, kind: str) -> None:
    assert provider_kind(spec) == kind


@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity"])
def test_constants_of_python_are_not_json(constant: str) -> None:
    with pytest.raises(ProviderSpecError, match="not JSON"):
        provider_kind(f'{{"kind": "a", "x": {constant}}}')


@pytest.mark.parametrize("number", ["9" * 5000, "-" + "9" * 5000, "9" * 21])
def test_a_number_of_yaml_without_an_end_is_text(number: str) -> None:
    content = f"metadata: {{annotations: {{a: {number}}}}}\n".encode()
    assert load_requests([("a.yaml", content)], tech_preview=False)


@pytest.mark.parametrize("value", ["!!map [a]", "!!set {a: b}", "!!int [a]", "!!str {a: b}", "!!map x", "!!seq x"])
def test_a_tag_of_another_kind_of_value_is_ignored(value: str) -> None:
    content = f"metadata: {{name: n}}\nspec: {{providerSpec: {{a: {value}}}}}\n".encode()
    (request,) = load_requests([("a.yaml", content)], tech_preview=False).requests
    plain = {"[a]": ["a"], "{a: b}": {"a": "b"}, "x": "x"}[value.partition(" ")[2]]
    assert json.loads(request.provider_spec or "") == {"a": plain}


REFUSED = {
    "something follows a separator": "--- {a: b}\n",
    "version of YAML": "%YAML 1.2\n---\nmetadata: {}\n",
    "list instead of an object": "- a\n",
    "text for a list": "spec: {serviceAccountNames: sa}\n",
    "time": "metadata: {creationTimestamp: yesterday}\n",
    "whole number": "metadata: {generation: 1.5}\n",
    "truth value": "status: {provisioned: 'y'}\n",
    "infinity": "spec: {providerSpec: {a: .inf}}\n",
    "null as a key": "metadata: {annotations: {null: a}}\n",
    "kind as a number": "kind: 1\n",
    "escaped slash": 'metadata: {name: "a\\\\\\/b"}\n',
    "third JSON value": "{}{}{",
    "JSON values side by side in YAML": '{"metadata": 1}{}',
    "three bytes after a JSON value": '{"metadata": {}}# x',
    "four bytes after a JSON value, one of which is blank": '{"metadata": {}} # x',
    "not UTF-8 after a JSON value": b'{"metadata": {}}\n---\nmetadata: {name: \xff}',
    "not UTF-8 in what is not JSON": b'{"metadata": {},\x85 "spec": {}}',
    "not UTF-8": b"metadata: {name: \xff}",
    "deep nesting": "metadata: " + "[" * 1000,
    "deep nesting in JSON": '{"a":' * 100_000,
    "endless aliases": "a: &a [x, x]\n"
    + "".join(f"b{i}: &b{i} [*{p}, *{p}, *{p}]\n" for i, p in enumerate(["a", *(f"b{j}" for j in range(40))])),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_is_reported_and_the_other_files_are_read(name: str) -> None:
    text = REFUSED[name]
    bad = text if isinstance(text, bytes) else text.encode()
    read = load_requests([("b.yaml", b"metadata: {name: fine}"), ("a.yaml", bad)])
    assert [error.file for error in read.errors] == ["a.yaml"]
    assert [request.name for request in read.requests if request.file == "b.yaml"] == ["fine"]


def test_fields_count_in_any_case_and_are_merged() -> None:
    request = only("spec: {cloudTokenPath: b}\nSPEC: {SecretRef: {name: s}, CLOUDTOKENPATH: a}\n")
    assert (request.cloud_token_path, request.secret) == ("b", SecretRef("", "s"))


def test_numbers_of_conditions_are_those_that_go_writes() -> None:
    text = only(
        "spec:\n  providerSpec:\n    kind: AWSProviderSpec\n    statementEntries:\n"
        "    - policyCondition: {Bool: {b: yes, a: 12345678901234567890, c: 1e3, d: [<, .5]}}\n"
    ).provider_spec
    assert text is not None
    assert '{"Bool":{"a":12345678901234567890,"b":true,"c":1000,"d":["\\u003c",0.5]}}' in text
    (entry,) = aws_provider_spec(text).statement_entries
    assert entry.policy_condition == {"Bool": {"a": 12345678901234567000.0, "b": True, "c": 1000, "d": ["<", 0.5]}}


def test_requests_of_disabled_capabilities_are_left_out() -> None:
    text = b"metadata: {annotations: {capability.openshift.io/name: Storage+CSISnapshot}}"
    requests = load_requests([("a.yaml", text), ("b.yaml", b"metadata: {name: b}")]).requests
    assert [each.name for each in without_capabilities(requests, ["CSISnapshot"])] == ["b"]
    assert without_capabilities(requests, ["Ingress"]) == requests


def test_a_folder_is_read_without_its_sub_folders(tmp_path: Path) -> None:
    (tmp_path / "sub.yaml").mkdir()
    (tmp_path / "sub.yaml" / "a.yaml").write_text("metadata: {name: inner}")
    (tmp_path / ".hidden.yaml").write_text("metadata: {name: hidden}")
    (tmp_path / "A.YAML").write_text("metadata: {name: upper}")
    assert [each.name for each in read_folder(str(tmp_path)).requests] == ["hidden"]


@pytest.mark.parametrize("name", ["absent", "file", "a\0b"])
def test_a_folder_that_cannot_be_read_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UnusableInputError) as caught:
        read_folder(f"{tmp_path}/{name}")
    assert str(caught.value).startswith(f"{tmp_path}/{name}: ")


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_nothing_makes_the_reader_fail(content: bytes) -> None:
    load_requests([("a.yaml", content)])


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=10,
    )
)
def test_a_provider_spec_is_kept_as_it_is(value: object) -> None:
    request = only(json.dumps({"spec": {"providerSpec": value}}))
    assert value is None or json.loads(request.provider_spec or "") == value
