"""Who may use a role, a bucket and a key, and in which mode."""

import json
from collections.abc import Mapping
from typing import Any, Final

import pytest

from openshift_credentials.base.errors import ContractError
from openshift_credentials.platforms.aws.policies import key_policy
from openshift_credentials.systems.etcd_backup.checks import assert_promises
from openshift_credentials.systems.etcd_backup.explain import explain
from openshift_credentials.systems.etcd_backup.plan import S3Plan, plan_of
from openshift_credentials.systems.etcd_backup.rules.modes import CredentialMode, CredentialModeMismatchError, detect
from openshift_credentials.systems.etcd_backup.rules.payloads import encode
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings
from openshift_credentials.systems.token_issuer.rules.exchange import Token, trusts
from tests.kit.trees import AWS, AZURE, Tree, changed, load
from tests.platforms.aws.policies.linter import findings

# The upload role: which one a stack may use, and what its policy says.

ROLE: Final = "arn:aws:iam::123456789012:role/shared"
EXISTING: Final = {"existingRole": True, "roleName": "shared"}


def s3_plan(tree: Tree) -> S3Plan:
    plan = plan_of(load(tree))
    assert isinstance(plan, S3Plan)
    return plan


def test_a_role_that_the_stack_has_created_is_not_one_that_exists() -> None:
    with pytest.raises(ContractError, match=f"this stack has created {ROLE}"):
        s3_plan(changed(AWS, credentials=EXISTING)).assert_role_stays([ROLE])


@pytest.mark.parametrize(
    ("tree", "credentials", "created"),
    [
        (AWS, EXISTING, []),
        (AWS, EXISTING, [f"{ROLE}-2"]),
        (AWS, {"roleName": "shared"}, [ROLE]),
        (
            AWS,
            {
                "mode": "aws-static",
                "accessKeyId": "AKIAIOSFODNN7EXAMPLE",
                "secretAccessKey": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
            },
            [ROLE],
        ),
    ],
)
def test_every_other_role_may_be_used(tree: Tree, credentials: dict[str, Any], created: list[str]) -> None:
    s3_plan(changed(tree, credentials=credentials)).assert_role_stays(created)


# Whose tokens the roles on AWS accept, by the rules of STS.

JOB: Final = "system:serviceaccount:hypershift:etcd-backup-job"
VELERO: Final = "system:serviceaccount:openshift-adp:velero"
STS, OPENSHIFT = "sts.amazonaws.com", "openshift"


def lets_in(trust_policy: str, subject: str, audience: str) -> bool:
    token = Token(
        algorithm="RS256",
        kid="k",
        issuer=AWS["cluster"]["oidcIssuer"],
        subject=subject,
        audiences=(audience,),
        expires=None,
        signed=b"",
        signature=b"",
    )
    return trusts(json.loads(trust_policy), token).passes


def upload_trust(settings: EtcdBackupSettings) -> str:
    plan = plan_of(settings)
    assert isinstance(plan, S3Plan)
    assert plan.role
    return plan.trust_policy


@pytest.mark.parametrize("credentials", [{"restore": True}, {"serviceAccounts": ["openshift-adp/velero"]}])
def test_velero_restores_with_the_token_of_oadp_or_of_the_webhook(credentials: dict[str, object]) -> None:
    trust = upload_trust(load(changed(AWS, credentials=credentials)))

    assert lets_in(trust, VELERO, OPENSHIFT), "OADP projects it for this audience"
    assert lets_in(trust, VELERO, STS), "so does the pod identity webhook for this one"
    assert lets_in(trust, JOB, STS)
    assert not lets_in(trust, JOB, OPENSHIFT), "other tokens of the Job are not for AWS"
    assert not lets_in(trust, VELERO, "api")


def test_nobody_but_velero_is_let_in_with_the_audience_of_openshift() -> None:
    accounts = {"serviceAccounts": ["openshift-adp/other", "backup-1/uploader"], "restore": True}
    trust = upload_trust(load(changed(AWS, credentials=accounts)))

    for subject in ("openshift-adp:other", "backup-1:uploader"):
        assert lets_in(trust, f"system:serviceaccount:{subject}", STS)
        assert not lets_in(trust, f"system:serviceaccount:{subject}", OPENSHIFT)


# Statements about the stack's role for policies that others write: well-formed and narrow.

OTHER: Final = "999999999999"
OTHER_ROLE: Final = "arn:aws:iam::123456789012:role/mc-1-etcd-backup"
KEY: Final = f"arn:aws:kms:us-east-1:{OTHER}:key/1234abcd-12ab-34cd-56ef-1234567890ab"
ELSEWHERE: Final = {"existing": True, "bucketAccountId": OTHER}


def stack(bucket: dict[str, Any], credentials: dict[str, Any]) -> S3Plan:
    s3 = {**AWS["storage"]["s3"], **bucket}
    plan = plan_of(load(changed(AWS, storage__s3=s3, credentials=credentials)))
    assert isinstance(plan, S3Plan)
    return plan


@pytest.mark.parametrize("restore", [False, True])
def test_the_owner_of_a_bucket_names_the_role_by_a_condition(restore: bool) -> None:
    bucket = {**ELSEWHERE, "keyPrefix": "b*", "kmsKeyARN": KEY}
    plan = stack(bucket, {"restore": restore})
    found = plan.statements_elsewhere

    assert found.statements_for_the_bucket
    assert findings(found.statements_for_the_bucket) == []
    (statement,) = json.loads(found.statements_for_the_bucket)["Statement"]
    assert statement["Principal"] == {"AWS": "arn:aws:iam::123456789012:root"}
    assert statement["Condition"] == {"ArnEquals": {"aws:PrincipalArn": OTHER_ROLE}}
    assert statement["Resource"] == "arn:aws:s3:::snapshots/b${*}/*"
    assert ("s3:GetObject" in str(statement["Action"])) is restore
    assert "Delete" not in str(statement["Action"])
    assert found.statements_for_the_key
    assert findings(found.statements_for_the_key) == []
    remarks = explain(plan.settings).remarks
    for text in (found.statements_for_the_bucket, found.statements_for_the_key):
        assert any(text in remark for remark in remarks), "explain prints what the owner adds"


@pytest.mark.parametrize(
    ("bucket", "credentials", "expected"),
    [
        ({}, {}, (False, False)),
        ({"kmsKeyARN": KEY}, {}, (False, False)),
        ({"kmsKeyARN": KEY}, EXISTING, (False, True)),
        ({"kmsKeyARN": KEY, "existing": True}, EXISTING, (False, False)),
        (ELSEWHERE, {}, (True, False)),
        (
            {**ELSEWHERE, "kmsKeyARN": KEY},
            {
                "mode": "aws-static",
                "accessKeyId": "AKIAIOSFODNN7EXAMPLE",
                "secretAccessKey": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
            },
            (False, False),
        ),
    ],
)
def test_others_get_statements_where_the_stack_writes_no_policy(
    bucket: dict[str, Any], credentials: dict[str, Any], expected: tuple[bool, bool]
) -> None:
    found = stack(bucket, credentials).statements_elsewhere
    given = (found.statements_for_the_bucket, found.statements_for_the_key)
    assert tuple(text is not None for text in given) == expected


def test_a_new_key_lets_an_existing_role_in_by_its_policy() -> None:
    (statement,) = stack({"kms": {"create": True}}, EXISTING).key_statements

    assert findings(key_policy("aws", "123456789012", [statement])) == []
    assert statement["Condition"] == {"ArnEquals": {"aws:PrincipalArn": "arn:aws:iam::123456789012:role/shared"}}
    assert not stack({"kms": {"create": True}}, {}).key_statements


KEYS = {"accessKeyId": "AKIAIOSFODNN7EXAMPLE", "secretAccessKey": "MARKERxxxxxxxxxxxxxxxxxxxxxxx"}
SERVICE_PRINCIPAL = {"clientId": "11111111-2222-3333-4444-555555555555", "clientSecret": "MARKER"}


def settings_of(tree: Mapping[str, object], **credentials: object) -> EtcdBackupSettings:
    return EtcdBackupSettings.model_validate({**tree, "credentials": credentials})


@pytest.mark.parametrize(
    ("tree", "credentials", "mode"),
    [
        (AWS, {}, CredentialMode.AWS_STS),
        (AWS, {"mode": "aws-static", **KEYS}, CredentialMode.AWS_STATIC),
        (AZURE, {}, CredentialMode.AZURE_WORKLOAD_IDENTITY),
        (AZURE, {"mode": "azure-client-secret", **SERVICE_PRINCIPAL}, CredentialMode.AZURE_CLIENT_SECRET),
        (
            AZURE,
            {"mode": "azure-managed-identity", "managedIdentityDocument": "{}"},
            CredentialMode.AZURE_MANAGED_IDENTITY,
        ),
    ],
)
def test_the_form_has_the_mode_of_what_is_given(
    tree: Mapping[str, object], credentials: dict[str, object], mode: CredentialMode
) -> None:
    settings = settings_of(tree, **credentials)
    assert detect(mode.storage_type, encode(plan_of(settings).form)).mode is mode
    assert_promises(settings)


@pytest.mark.parametrize(
    ("tree", "mode", "way_out", "source"),
    [
        (*(AWS, "aws-static", "etcdBackup.credentials.accessKeyId"), "openshift-adp/etcd-snapshot-credentials"),
        (
            *(AZURE, "azure-client-secret", "etcdBackup.credentials.clientSecret"),
            "openshift-adp/etcd-snapshot-credentials",
        ),
        (
            *(AZURE, "azure-managed-identity", "etcdBackup.credentials.managedIdentityDocument"),
            "openshift-adp/cloud-credentials",
        ),
    ],
)
def test_a_mode_that_is_only_wished_for_is_a_mismatch_with_a_way_out(
    tree: Mapping[str, object], mode: str, way_out: str, source: str
) -> None:
    through_oadp: dict[str, object] = {"backups": [], "oadp": {"enabled": True}}
    for more, secret in (({}, "hypershift/cloud-credentials"), (through_oadp, source)):
        with pytest.raises(CredentialModeMismatchError, match=way_out) as stopped:
            assert_promises(settings_of({**tree, **more}, mode=mode))
        assert str(stopped.value).startswith(f"Secret {secret} (keys: ")


def test_a_mode_that_oadp_cannot_transport_is_refused_with_the_reason() -> None:
    tree: dict[str, object] = {**AZURE, "backups": [], "oadp": {"enabled": True}}
    settings = settings_of(tree, mode="azure-client-secret", **SERVICE_PRINCIPAL)
    with pytest.raises(ContractError, match="cannot be reached through OADP"):
        assert_promises(settings)


@pytest.mark.parametrize("mode", ["aws-sts", "azure-workload-identity"])
def test_no_secret_is_part_of_a_mismatch(mode: str) -> None:
    tree, secret = (AWS, KEYS) if mode == "aws-sts" else (AZURE, SERVICE_PRINCIPAL)
    with pytest.raises(CredentialModeMismatchError) as stopped:
        assert_promises(settings_of(tree, mode=mode, **secret))
    assert "MARKER" not in str(stopped.value)
