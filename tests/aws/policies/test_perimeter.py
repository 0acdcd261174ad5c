"""The perimeter of a bucket: what its statements refuse, request by request."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openshift_credentials.aws.policies import bucket_policy
from openshift_credentials.aws.policies.perimeter import Perimeter, perimeter_statements
from tests.aws.policies.linter import findings

VELERO = "arn:aws:iam::123456789012:role/velero"
JOB = "arn:aws:iam::123456789012:role/etcd-backup"
COPIER = "arn:aws:iam::123456789012:role/copy"
ENDPOINT, ORGANIZATION = "vpce-0123456789abcdef0", "o-a1b2c3d4e5"
WHOLE = Perimeter(
    readers=[VELERO], source_vpce=[ENDPOINT], principal_org_id=ORGANIZATION, copier=COPIER
)
INSIDE = {
    "aws:PrincipalArn": JOB,
    "aws:SourceVpce": ENDPOINT,
    "aws:PrincipalOrgID": ORGANIZATION,
    "aws:PrincipalIsAWSService": "false",
    "aws:ViaAWSService": "false",
}
SSE_C = "s3:x-amz-server-side-encryption-customer-algorithm"


def refused(perimeter: Perimeter, action: str, request: Mapping[str, str]) -> bool:
    """Whether a statement matches, by IAM's rules for the operators that are used here."""
    statements = cast("list[dict[str, Any]]", list(perimeter_statements("aws", "b", perimeter)))
    return any(
        action in _listed(each["Action"]) and _holds(each["Condition"], request)
        for each in statements
    )


def _holds(condition: Mapping[str, Mapping[str, Any]], request: Mapping[str, str]) -> bool:
    return all(
        _matches(operator, _listed(wanted), request.get(key))
        for operator, keys in condition.items()
        for key, wanted in keys.items()
    )


def _matches(operator: str, wanted: Sequence[str], value: str | None) -> bool:
    match operator:
        case "Null":
            return (value is None) == (wanted == ["true"])
        case "ArnNotEquals" | "StringNotEqualsIfExists":
            return value not in wanted  # negated operators hold for what is absent, too
        case "BoolIfExists":
            return value is None or value in wanted
        case _:
            pytest.fail(f"{operator} is not known here")


def _listed(value: Any) -> list[str]:  # noqa: ANN401 - a text or a list of them
    return [value] if isinstance(value, str) else list(value)


def test_the_job_uploads_and_velero_restores_from_inside() -> None:
    assert not refused(WHOLE, "s3:PutObject", INSIDE)
    for action in ("s3:GetObject", "s3:DeleteObject"):
        assert not refused(WHOLE, action, {**INSIDE, "aws:PrincipalArn": VELERO})


@pytest.mark.parametrize(
    "action", ["s3:GetObject", "s3:GetObjectVersion", "s3:DeleteObject", "s3:DeleteObjectVersion"]
)
def test_nobody_else_reads_or_deletes_wherever_he_is(action: str) -> None:
    assert refused(WHOLE, action, INSIDE)
    assert refused(WHOLE, action, {**INSIDE, "aws:PrincipalArn": JOB.replace("etcd", "admin")})


@pytest.mark.parametrize(
    "outside",
    [
        {"aws:SourceVpce": "vpce-99999999999999999"},
        {"aws:SourceVpce": None},
        {"aws:PrincipalOrgID": "o-9999999999"},
        {"aws:PrincipalOrgID": None},
        {SSE_C: "AES256"},
    ],
)
def test_an_upload_from_outside_or_with_a_key_of_its_own_is_refused(
    outside: Mapping[str, str | None],
) -> None:
    request = {name: value for name, value in {**INSIDE, **outside}.items() if value is not None}
    assert refused(WHOLE, "s3:PutObject", request)


def test_services_and_the_role_that_copies_pass() -> None:
    service = {"aws:PrincipalIsAWSService": "true", "aws:ViaAWSService": "true"}
    assert not refused(WHOLE, "s3:PutObject", service)
    copier = {**INSIDE, "aws:PrincipalArn": COPIER}
    del copier["aws:SourceVpce"]
    assert not refused(WHOLE, "s3:GetObjectVersionForReplication", copier)
    assert not refused(WHOLE, "s3:PutObject", copier)


PERIMETERS = st.builds(
    Perimeter,
    readers=st.lists(st.sampled_from([VELERO, COPIER]), unique=True),
    source_vpce=st.lists(st.just(ENDPOINT), max_size=1),
    principal_org_id=st.none() | st.just(ORGANIZATION),
    copier=st.none() | st.just(COPIER),
    blocks_customer_keys=st.booleans(),
)


@settings(deadline=None, max_examples=10)
@given(PERIMETERS)
def test_no_perimeter_locks_out_whoever_changes_it(perimeter: Perimeter) -> None:
    statements = list(perimeter_statements("aws", "snapshots", perimeter))

    assert findings(bucket_policy("aws", "snapshots", extra=statements)) == []
    assert "Policy" not in json.dumps([each["Action"] for each in statements])
    for each in statements:
        assert each["Effect"] == "Deny"
        assert each["Resource"] == "arn:aws:s3:::snapshots/*", "the bucket itself stays open"
        assert each["Condition"], "it would refuse everybody"
