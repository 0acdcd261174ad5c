"""How the tests read one request."""

import json
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.platforms.credentials_requests import (
    CredentialsRequest,
    ProviderSpecError,
    Requests,
    SecretRef,
    load_requests,
    provider_kind,
    read_provider_spec,
    without_capabilities,
)
from openshift_credentials.platforms.go.yaml import resolve_scalar
from openshift_credentials.stack.request_folder import read_folder
from tests.kit.cco import Row, each_row, folder


def only(text: str | bytes) -> CredentialsRequest:
    read = load_requests([("a.yaml", text if isinstance(text, bytes) else text.encode())])
    assert not read.errors
    (request,) = read.requests
    return request


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
    (entry,) = read_provider_spec("AWSProviderSpec", text).statement_entries
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


# Each line was compared with the real decoder.
SCALARS = {
    "y": "true",
    "Off": "false",
    "0x10": "16",
    "012": "10",
    "0o17": "15",
    "08": "8",
    "1e3": "1000",
    "1e21": "1e+21",
    "1_000": "1000",
    "-0b11": "-3",
    "12345678901234567890": "12345678901234567890",
    "99999999999999999999": "1e+20",
    "0xFFFFFFFFFFFFFFFFFF": "0xFFFFFFFFFFFFFFFFFF",
    "0.1234567891234": "0.12345679",
    "123456789.0": "1.2345679e+08",
    "16777217.0": "1.6777216e+07",
    "0.0000125": "1.25e-05",
    ".inf": "+Inf",
    ".5": "0.5",
    "1e999": "1e999",
    "2024-01-01": "2024-01-01",
    "1:30": "1:30",
    "~": "",
    "!!str yes": "yes",
    "!foo 1": "1",
    "!!binary aGVsbG8=": "hello",
    "'yes'": "yes",
}


@pytest.mark.parametrize(("written", "read"), SCALARS.items())
def test_yaml_1_1_scalars_become_the_text_that_go_makes_of_them(written: str, read: str) -> None:
    assert only(f"metadata: {{name: {written}}}").name == read


WORDS = {
    **dict.fromkeys(("~", "", "null", "Null", "NULL")),
    **{f(word): True for word in ("y", "yes", "on", "true") for f in (str, str.upper, str.title)},
    **{f(word): False for word in ("n", "no", "off", "false") for f in (str, str.upper, str.title)},
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
}


def second_reading(text: str) -> object:
    """YAML 1.1 as goyaml has it, by trying one thing after the other."""
    if text in WORDS:
        return WORDS[text]
    if not text or text[0] not in "+-0123456789.":
        return text
    digits = text if text[0] == "." else text.replace("_", "")
    sign, body = (digits[0], digits[1:]) if digits[0] in "+-" else ("", digits)
    bases = {"0x": 16, "0b": 2, "0o": 8}
    front = body[:2].lower()
    base, number = (bases[front], body[2:]) if front in bases else (10, body)
    if base == 10 and len(body) > 1 and body[0] == "0":
        base, number = 8, body[1:]
    if text[0] != "." and number.isascii() and number.isalnum():
        try:
            value = int(f"{sign}{number}", base)
        except ValueError:
            pass
        else:
            if -(2**63) <= value < (2**63 if sign else 2**64):
                return value
    try:
        is_decimal = set(body) <= set("0123456789.eE+-")
        value = float(digits)
    except (ValueError, OverflowError):
        return text
    return value if is_decimal and abs(value) != float("inf") else text


@given(st.text("0123456789abcxXoOeE+-._yn~", max_size=7) | st.sampled_from(sorted(WORDS)))
def test_scalars_are_those_of_a_second_reading(text: str) -> None:
    assert repr(resolve_scalar(text)) == repr(second_reading(text)), "NaN equals nothing"


STREAMS = {
    "nothing": ("", 0),
    "separator at the end": ("metadata: {name: a}\n---\n", 1),
    "separator twice between": ("metadata: {name: a}\n---\n---\nmetadata: {name: b}\n", 2),
    "only a comment is a request without fields": ("# comment\n", 1),
    "comment before a separator": ("# comment\n---\nmetadata: {name: a}\n", 2),
    "what follows an end mark is not read": ("metadata: {name: a}\n...\nmetadata: {}\n", 1),
    "several JSON values": ('{"metadata": {}} {"metadata": {}}\n{}', 3),
    "JSON, then YAML": ('{"metadata": {}}\n---\nmetadata: {}\n', 2),
    "four bytes after a JSON value": ('{"metadata": {}}# xy', 2),
    "a line of three bytes after a JSON value": ('{"metadata": {}}\n# x', 2),
    "line ends of Windows": ("metadata: {}\r\n---\r\nmetadata: {}\r\n", 2),
    "byte order mark": ("\ufeffmetadata: {}", 1),
    "duplicate keys": ("metadata: {}\nmetadata: {}\n", 1),
}


@pytest.mark.parametrize("name", STREAMS)
def test_documents_are_split_as_upstream_splits_them(name: str) -> None:
    text, count = STREAMS[name]
    read = load_requests([("a.yml", text.encode())])
    assert (len(read.requests), read.errors) == (count, ())


@pytest.mark.parametrize("name", ["a/b", '"a/b"', r'"a\\/b"', r"'a\/b'", r"a\/b", "{a: /}", r'"a" # \/'])
def test_a_slash_that_is_not_escaped_is_read(name: str) -> None:
    read = load_requests([("a.yml", f"spec: {{providerSpec: {{a: {name}\n}}}}".encode())])
    assert not read.errors


def test_what_json_cannot_say_and_a_tag_that_does_not_fit_are_refused() -> None:
    request = """\
metadata: {name: a, namespace: b, unknown: %s}
spec:
  secretRef: {name: c, namespace: d}
  providerSpec: {kind: AWSProviderSpec, x: %s}
"""
    refused = ("!!null x", "!!int true", "!!int 1.5", "!!bool 1", "!!float x", ".inf", "-.Inf", ".nan", "!!float .inf")
    taken = ("!!null", "!!null ~", "!!int 1", "!!bool yes", "!!float 1", "1e999", "'.inf'", "!!str .inf", "!!null ''")

    def is_taken(*values: str) -> bool:
        return not load_requests([("a.yaml", (request % values).encode())]).errors

    assert [value for value in refused if is_taken(value, "1") or is_taken("1", value)] == []
    assert [value for value in taken if not (is_taken(f"{value} ", "1") and is_taken("1", f"{value} "))] == []
