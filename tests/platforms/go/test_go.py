"""Texts, numbers, URLs and durations as Go reads and writes them."""

import math
from collections.abc import Callable

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.platforms.credentials_requests import read_provider_spec
from openshift_credentials.platforms.go.numbers import (
    as_goyaml_reads,
    as_kubernetes_json_reads,
    parse_go_duration,
    text_of_go_duration,
)
from openshift_credentials.platforms.go.text import decode_base64
from openshift_credentials.platforms.go.urls import is_https
from openshift_credentials.platforms.go.yaml import resolve_scalar
from openshift_credentials.systems.component_identities.rules.aws_roles import create_role_policy
from tests.kit.tables import rows_beside

# Base64 of ``encoding/base64``, with answers of Go 1.26.


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("", b""),
        ("YQ==", b"a"),
        ("YR==", b"a"),
        ("Y\nQ\r\n=\n=\n", b"a"),
        ("+/+/", b"\xfb\xff\xbf"),
        ("YQ", None),
        ("YQ=", None),
        ("YQ===", None),
        ("YWJj=", None),
        ("YQ==YQ==", None),
        ("=", None),
        ("Y Q==", None),
        ("-_-_", None),
        ("YWé=", None),
    ],
)
def test_a_text_is_decoded_or_rejected_as_by_go(text: str, content: bytes | None) -> None:
    assert decode_base64(text) == content


# What Go's decoder keeps of a duplicate member, as measured with ``DecodeProviderSpec``.

FIRST = '{"effect":"Allow","action":["a","b"],"resource":"*","policyCondition":{"Bool":{"k":"v"}}}'


def policy(*entries: str) -> str:
    """The statements of a provider spec that has ``statementEntries`` once for each of these."""
    members = ",".join(f'"statementEntries":{value}' for value in entries)
    text = create_role_policy(read_provider_spec("AWSProviderSpec", f"{{{members}}}").statement_entries)
    return text.partition('"Statement":')[2].removesuffix("}")


ACTION = '"Action":["a","b"]'
CONDITION = ',"Condition":{"Bool":{"k":"v"}}'
WHOLE = f'{{"Effect":"Allow",{ACTION},"Resource":"*"{CONDITION}}}'
EMPTY = '{"Effect":"","Action":null,"Resource":""}'


@rows_beside("second, statements")
def test_a_duplicate_list_is_decoded_into_the_elements_of_the_first(second: str, statements: list[str]) -> None:
    assert policy(f"[{FIRST}]", second) == f"[{','.join(statements)}]"


def test_elements_beyond_the_end_of_a_shorter_list_come_back_in_a_longer_one() -> None:
    assert policy(f"[{{}},{FIRST}]", "[{}]", "[{},{}]") == f"[{EMPTY},{WHOLE}]"
    assert policy(f"[{{}},{FIRST}]", "[]", "[{},{}]") == f"[{EMPTY},{EMPTY}]"
    assert policy(f"[{{}},{FIRST}]", "null", "[{},{}]") == f"[{EMPTY},{EMPTY}]"


# Durations as Go prints them.


@rows_beside("text, printed")
def test_a_duration_is_printed_as_go_does(text: str, printed: str) -> None:
    assert text_of_go_duration(parse_go_duration(text) or 0) == printed


@given(st.integers(-(2**62), 2**62))
def test_what_is_printed_reads_the_same(nanoseconds: int) -> None:
    assert parse_go_duration(text_of_go_duration(nanoseconds)) == nanoseconds


# Numbers that no double holds: Go reads them as text or not at all, Python raises an error.

HUGE = 10**400


@pytest.mark.parametrize("read", [as_goyaml_reads, as_kubernetes_json_reads])
def test_a_huge_number_is_infinite(read: Callable[[int], float]) -> None:
    assert read(HUGE) == math.inf
    assert read(-HUGE) == -math.inf
    assert read(2**70) == float(2**70)


def test_goyaml_reads_it_as_text() -> None:
    assert resolve_scalar(str(HUGE)) == str(HUGE)
    assert resolve_scalar(str(-HUGE)) == str(-HUGE)


# URLs as Go reads them.


@pytest.mark.parametrize(
    "text",
    ["https://a", "HTTPS://a:443/b?c#d", "https:a", "https://[::1]:5/x", "https://[fe80::1%25en0]", "https:/#\x7f"],
)
def test_go_finds_scheme_https(text: str) -> None:
    assert is_https(text)


@rows_beside("text")
def test_go_refuses_it_or_finds_another_scheme(text: str) -> None:
    assert not is_https(text)
