"""CredentialsRequests in the YAML that upstream reads."""

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.platforms.credentials_requests import load_requests
from openshift_credentials.platforms.yaml.goyaml import resolve_scalar
from tests.platforms.credentials_requests.reader_samples import only

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
