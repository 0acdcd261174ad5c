"""The perimeter of a bucket: what its statements refuse, request by request."""

import dataclasses
import json
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any, cast

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.platforms.aws.policies import bucket_policy, key_policy
from openshift_credentials.platforms.aws.policies.document import Statement
from openshift_credentials.platforms.aws.policies.perimeter import (
    Perimeter,
    key_perimeter_statements,
    perimeter_statements,
)
from tests.platforms.aws.policies.linter import findings

VELERO = "arn:aws:iam::123456789012:role/velero"
JOB = "arn:aws:iam::123456789012:role/etcd-backup"
COPIER = "arn:aws:iam::123456789012:role/copy"
ENDPOINT, ORGANIZATION = "vpce-0123456789abcdef0", "o-a1b2c3d4e5"
DEPLOYER = "arn:aws:iam::123456789012:role/platform/deployer"
WHOLE = Perimeter(
    readers=[VELERO],
    uploaders=[JOB],
    source_vpce=[ENDPOINT],
    principal_org_id=ORGANIZATION,
    copiers=[COPIER],
)
THROUGH_S3 = {"kms:ViaService": "s3.us-east-1.amazonaws.com", "aws:ViaAWSService": "true"}
INSIDE = {
    "aws:PrincipalArn": JOB,
    "aws:SourceVpce": ENDPOINT,
    "aws:PrincipalOrgID": ORGANIZATION,
    "aws:PrincipalIsAWSService": "false",
    "aws:ViaAWSService": "false",
}


def refused(perimeter: Perimeter, action: str, request: Mapping[str, str]) -> bool:
    """Whether a statement of the bucket's policy matches."""
    return bool(matching(perimeter_statements("aws", "b", perimeter), action, request))


def key_refused(perimeter: Perimeter, action: str, request: Mapping[str, str]) -> bool:
    """Whether a statement of the key's policy matches."""
    statements = key_perimeter_statements("aws", "us-east-1", perimeter)
    return bool(matching(statements, action, request))


def matching(
    statements: Iterable[Statement], action: str, request: Mapping[str, str]
) -> list[Statement]:
    """Statements that match, by IAM's rules for the operators that are used here."""
    return [
        each
        for each in cast("Iterable[dict[str, Any]]", statements)
        if action in _listed(each["Action"]) and holds(each["Condition"], request)
    ]


def holds(condition: Mapping[str, Mapping[str, Any]], request: Mapping[str, str]) -> bool:
    return all(
        _matches(operator, _listed(wanted), request.get(key))
        for operator, keys in condition.items()
        for key, wanted in keys.items()
    )


def _matches(operator: str, wanted: Sequence[str], value: str | None) -> bool:
    match operator:
        case "Null":
            return (value is None) == (wanted == ["true"])
        case "ArnNotEquals":  # negated operators hold for what is absent, too
            return not any(value is not None and fnmatchcase(value, each) for each in wanted)
        case "StringNotEqualsIfExists":
            return value not in wanted
        case "BoolIfExists":
            return value is None or value in wanted
        case _:
            pytest.fail(f"{operator} is not known here")


def _listed(value: Any) -> list[str]:  # noqa: ANN401 - a text or a list of them
    return [value] if isinstance(value, str) else list(value)


def test_the_job_uploads_and_velero_restores_from_inside() -> None:
    assert not refused(WHOLE, "s3:PutObject", INSIDE)
    for action in ("s3:GetObject", "s3:DeleteObject"):
        assert not refused(WHOLE, action, {**INSIDE, "aws:PrincipalArn": VELERO}), action


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
    ],
)
def test_an_upload_from_outside_is_refused(outside: Mapping[str, str | None]) -> None:
    request = {name: value for name, value in {**INSIDE, **outside}.items() if value is not None}
    assert refused(WHOLE, "s3:PutObject", request)


def test_services_and_the_role_that_copies_pass() -> None:
    service = {"aws:PrincipalIsAWSService": "true", "aws:ViaAWSService": "true"}
    assert not refused(WHOLE, "s3:PutObject", service)
    copier = {**INSIDE, "aws:PrincipalArn": COPIER}
    del copier["aws:SourceVpce"]
    assert not refused(WHOLE, "s3:GetObjectVersionForReplication", copier)
    assert not refused(WHOLE, "s3:PutObject", copier)


def test_an_upload_in_parts_decrypts_through_s3_and_a_restore_too() -> None:
    for arn in (JOB, VELERO, COPIER):
        request = {**INSIDE, **THROUGH_S3, "aws:PrincipalArn": arn}
        del request["aws:SourceVpce"]
        for action in ("kms:Decrypt", "kms:GenerateDataKey", "kms:Encrypt"):
            assert not key_refused(WHOLE, action, request), arn


@pytest.mark.parametrize("way", [{}, THROUGH_S3])
def test_the_key_decrypts_for_nobody_else_however_he_asks(way: Mapping[str, str]) -> None:
    administrator = {"aws:PrincipalArn": JOB.replace("etcd", "admin")}
    assert key_refused(WHOLE, "kms:Decrypt", {**INSIDE, **way, **administrator})
    assert key_refused(WHOLE, "kms:ReEncryptFrom", {**INSIDE, **way, **administrator})


def test_an_uploader_decrypts_nothing_without_s3_and_a_reader_does() -> None:
    assert key_refused(WHOLE, "kms:Decrypt", INSIDE)
    elsewhere = {**INSIDE, "kms:ViaService": "s3.eu-west-1.amazonaws.com"}
    assert key_refused(WHOLE, "kms:Decrypt", elsewhere)
    assert not key_refused(WHOLE, "kms:Decrypt", {**INSIDE, "aws:PrincipalArn": VELERO})


def test_static_keys_upload_in_parts_although_nobody_knows_whose_they_are() -> None:
    unknown = dataclasses.replace(WHOLE, uploaders=None)
    user = {**INSIDE, "aws:PrincipalArn": "arn:aws:iam::123456789012:user/uploader"}

    assert not key_refused(unknown, "kms:Decrypt", {**user, **THROUGH_S3})
    assert key_refused(unknown, "kms:Decrypt", user)


@pytest.mark.parametrize(
    "outside", [{"aws:SourceVpce": "vpce-99999999999999999"}, {"aws:PrincipalOrgID": "o-99"}]
)
def test_the_key_is_not_used_from_outside(outside: Mapping[str, str]) -> None:
    for action in ("kms:Encrypt", "kms:GenerateDataKey"):
        assert key_refused(WHOLE, action, {**INSIDE, **outside}), action


PERIMETERS = st.builds(
    Perimeter,
    readers=st.lists(st.sampled_from([VELERO, COPIER]), unique=True),
    uploaders=st.none() | st.just([JOB]),
    source_vpce=st.lists(st.just(ENDPOINT), max_size=1),
    principal_org_id=st.none() | st.just(ORGANIZATION),
    copiers=st.lists(st.just(COPIER), max_size=1),
    administrators=st.lists(st.just(DEPLOYER), max_size=1),
)


@given(PERIMETERS)
def test_no_perimeter_locks_out_whoever_changes_it(perimeter: Perimeter) -> None:
    statements = list(perimeter_statements("aws", "snapshots", perimeter))

    assert findings(bucket_policy("aws", "snapshots", extra=statements)) == []
    root = {"aws:PrincipalArn": "arn:aws:iam::123456789012:root"}
    for each in statements:
        assert each["Effect"] == "Deny"
        assert each["Condition"], "it would refuse everybody"
        if each["Resource"] != "arn:aws:s3:::snapshots/*":
            assert each["Sid"] == "DenyChangesButThese", "the bucket itself stays open"
            assert each["Resource"] == "arn:aws:s3:::snapshots"
            continue
        assert "Policy" not in json.dumps(each["Action"])
    for caller in (root, {"aws:PrincipalArn": DEPLOYER}):
        for action in ("s3:PutBucketPolicy", "s3:DeleteBucketPolicy"):
            assert not refused(perimeter, action, caller)
    on_key = list(key_perimeter_statements("aws-cn", "cn-north-1", perimeter))
    assert findings(key_policy("aws-cn", "123456789012", on_key)) == []
    for each in on_key:
        assert each["Effect"] == "Deny"
        assert each["Condition"], "it would refuse everybody"
        if each["Sid"] != "DenyChangesButThese":
            never = ("Policy", "Grant", "Schedule", "Disable", "*")
            assert not [action for action in _listed(each["Action"]) if action.endswith(never)]
    root = {"aws:PrincipalArn": "arn:aws-cn:iam::123456789012:root"}
    for caller in (root, {"aws:PrincipalArn": DEPLOYER}):
        changes = [each for each in on_key if each["Sid"] == "DenyChangesButThese"]
        assert matching(changes, "kms:PutKeyPolicy", caller) == []
