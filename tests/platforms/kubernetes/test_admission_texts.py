"""Names, times, types and values in the words of the API server."""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.platforms.go.numbers import parse_rfc3339
from openshift_credentials.platforms.kubernetes.admission import (
    dns_label_problems,
    label_value_problems,
    qualified_name_problems,
    subdomain_problems,
)
from openshift_credentials.platforms.kubernetes.schema import json_type, quote
from openshift_credentials.systems.etcd_backup.rules.backup import StatusCause, validate
from tests.systems.etcd_backup.rules.backup_samples import S3, backup, changed


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (None, "null"),
        (False, "boolean"),
        (2**63 - 1, "integer"),
        (-(2**63), "integer"),
        (2**63, "number"),
        (-(2**63) - 1, "number"),
        (0.0, "number"),
        ("", "string"),
        ({}, "object"),
        ([], "array"),
        ((), "array"),
        (b"", "bytes"),
    ],
)
def test_types_have_json_names(value: object, name: str) -> None:
    assert json_type(value) == name


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a", '"a"'),
        ('"', '"\\""'),
        ("\n\x07é", '"\\n\\x07\\xe9"'),
        ("a" * 120, f'"{"a" * 120}"'),
        ("a" * 121, f'"{"a" * 120}..."'),
    ],
)
def test_values_are_quoted_on_one_line(text: str, shown: str) -> None:
    assert quote(text) == shown


@pytest.mark.parametrize(
    ("problem", "text"), [(StatusCause("a.b", "is bad"), "a.b: is bad"), (StatusCause("", "is bad"), "is bad")]
)
def test_a_problem_reads_as_one_line(problem: StatusCause, text: str) -> None:
    assert str(problem) == text


@pytest.mark.parametrize(
    ("text", "is_time"),
    [
        ("2026-08-01T00:00:00Z", True),
        ("2026-08-01T1:00:00Z", True),
        ("2026-08-01T23:59:59.123456789012+24:60", True),
        ("2026-08-01T00:00:00,5-00:00", True),
        ("2024-02-29T00:00:00Z", True),
        ("0000-02-29T00:00:00Z", True),
        ("2026-12-31T00:00:00Z", True),
        ("2026-01-01T00:00:00Z", True),
        ("2023-02-29T00:00:00Z", False),
        ("2026-00-01T00:00:00Z", False),
        ("2026-13-01T00:00:00Z", False),
        ("2026-08-00T00:00:00Z", False),
        ("2026-08-32T00:00:00Z", False),
        ("2026-08-01T24:00:00Z", False),
        ("2026-08-01T00:60:00Z", False),
        ("2026-08-01T00:00:60Z", False),
        ("2026-08-01T00:00:00+25:00", False),
        ("2026-08-01T00:00:00+00:61", False),
        ("2026-08-01T00:00:00.Z", False),
        ("2026-08-01t00:00:00Z", False),
        ("2026-08-01T00:00:00z", False),
        ("2026-08-01T00:00:00", False),
        ("2026-08-01T00:00:00Z\n", False),
        ("2026-8-01T00:00:00Z", False),
        ("2026-08-01T00:0:00Z", False),
        ("", False),
    ],
)
def test_times_are_those_that_go_parses(text: str, is_time: bool) -> None:
    assert (parse_rfc3339(text) is not None) is is_time


@pytest.mark.parametrize(
    ("check", "value", "said"),
    [
        (subdomain_problems, "a" * 254, "must be no more than 253 characters"),
        (subdomain_problems, "A", "a lowercase RFC 1123 subdomain must consist of"),
        (dns_label_problems, "a" * 64, "must be no more than 63 characters"),
        (dns_label_problems, "a.b", "a lowercase RFC 1123 label must consist of"),
        (label_value_problems, "a" * 64, "must be no more than 63 characters"),
        (label_value_problems, "a b", "a valid label must be empty or consist of"),
        (qualified_name_problems, "a" * 64, "name part must be no more than 63 characters"),
        (qualified_name_problems, "a b", "name part must consist of"),
        (qualified_name_problems, "", "name part must be non-empty"),
        (qualified_name_problems, "/a", "prefix part must be non-empty"),
        (qualified_name_problems, "A/a", "prefix part a lowercase RFC 1123 subdomain"),
        (qualified_name_problems, "a/b/c", "with at most one '/'"),
    ],
)
def test_names_are_refused_with_the_reason(check: Callable[[str], Iterator[str]], value: str, said: str) -> None:
    assert any(said in problem for problem in check(value))


@given(st.text(max_size=300))
def test_long_and_odd_values_are_shown_on_one_line(value: str) -> None:
    for error in validate(changed(backup(), f"{S3}.bucket", value)).errors:
        assert error.message.isprintable(), error
        assert len(error.message) < 2000
