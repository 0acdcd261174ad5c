import json
from typing import Any

import pytest

from openshift_credentials.platforms.aws.policies.document import policy_digest
from tests.components.aws.stacks import ISSUER, run
from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.recorded import UNKNOWN, Recorded


def statements(recorded: Recorded) -> list[dict[str, Any]]:
    return json.loads(recorded.only(tokens.IAM_ROLE).inputs["assumeRolePolicy"])["Statement"]


def trust(recorded: Recorded) -> dict[str, Any]:
    (statement,) = statements(recorded)
    return statement


@FRAMES
def test_only_the_backup_job_may_become_the_role(preview: bool) -> None:
    statement = trust(run(preview=preview))

    assert statement["Condition"] == {
        "StringEquals": {
            "oidc.example.com/abc:aud": "sts.amazonaws.com",
            "oidc.example.com/abc:sub": "system:serviceaccount:hypershift:etcd-backup-job",
        }
    }


@FRAMES
def test_restore_lets_velero_in_and_read(preview: bool) -> None:
    recorded = run(credentials={"restore": True}, preview=preview)

    job, velero = statements(recorded)
    assert job == trust(run(preview=preview))
    assert velero["Condition"]["StringEquals"] == {
        "oidc.example.com/abc:aud": ["openshift", "sts.amazonaws.com"],
        "oidc.example.com/abc:sub": "system:serviceaccount:openshift-adp:velero",
    }
    assert "s3:GetObject" in recorded.only(tokens.IAM_ROLE_POLICY).inputs["policy"]


def test_service_accounts_by_name_become_subjects_once() -> None:
    accounts = ["tools/uploader", "hypershift/etcd-backup-job"]
    statement = trust(run(credentials={"serviceAccounts": accounts}, preview=True))

    assert statement["Condition"]["StringEquals"]["oidc.example.com/abc:sub"] == [
        "system:serviceaccount:hypershift:etcd-backup-job",
        "system:serviceaccount:tools:uploader",
    ]


def test_velero_by_name_has_either_audience_and_nobody_else_has() -> None:
    accounts = ["openshift-adp/velero", "tools/uploader"]
    others, velero = statements(run(credentials={"serviceAccounts": accounts}, preview=True))

    assert others["Condition"]["StringEquals"]["oidc.example.com/abc:aud"] == "sts.amazonaws.com"
    assert velero["Condition"]["StringEquals"] == {
        "oidc.example.com/abc:aud": ["openshift", "sts.amazonaws.com"],
        "oidc.example.com/abc:sub": "system:serviceaccount:openshift-adp:velero",
    }


@FRAMES
def test_path_boundary_and_session_go_to_the_role_and_the_path_into_the_arn(preview: bool) -> None:
    recorded = run(
        credentials={
            "roleName": "uploader",
            "rolePath": "/etcd/",
            "roleDescription": "what we call it",
            "permissionsBoundary": "arn:aws:iam::123456789012:policy/boundary",
            "maxSessionDuration": 7200,
        },
        preview=preview,
    )

    role = recorded.only(tokens.IAM_ROLE).inputs
    assert role["description"] == "what we call it"
    assert role["permissionsBoundary"] == "arn:aws:iam::123456789012:policy/boundary"
    assert role["maxSessionDuration"] == 7200
    assert recorded.exports["roleArn"] == "arn:aws:iam::123456789012:role/etcd/uploader"


@FRAMES
def test_a_long_name_is_cut_to_what_iam_takes_and_people_are_reported(preview: bool) -> None:
    recorded = run(credentials={"roleName": "x" * 70}, preview=preview)

    name = recorded.only(tokens.IAM_ROLE).inputs["name"]
    assert len(name) == 64
    assert any(name in warning for warning in recorded.warnings)


@FRAMES
def test_a_made_provider_has_the_issuer_verbatim_and_comes_before_the_role(preview: bool) -> None:
    recorded = run(credentials={"createOidcProvider": True}, preview=preview)

    provider = recorded.only(tokens.IAM_OIDC_PROVIDER)
    assert provider.inputs["url"] == ISSUER
    assert provider.inputs["clientIdLists"] == ["openshift", "sts.amazonaws.com"]
    assert "thumbprintLists" not in provider.inputs
    assert recorded.waits_for(recorded.only(tokens.IAM_ROLE), [provider])


@pytest.mark.parametrize("slash", ["", "/"])
def test_a_made_provider_is_one_that_the_role_trusts(slash: str) -> None:
    recorded = run(
        credentials={"createOidcProvider": True}, issuer=f"{ISSUER}{slash}", preview=False
    )

    policy = json.loads(recorded.only(tokens.IAM_ROLE).inputs["assumeRolePolicy"])
    trusted = [each["Principal"]["Federated"] for each in policy["Statement"]]
    expected = f"arn:aws:iam::123456789012:oidc-provider/oidc.example.com/abc{slash}"
    assert recorded.only(tokens.OIDC_PROVIDER).outputs["arn"] == expected
    assert expected in trusted


@pytest.mark.parametrize(
    ("token", "credentials"),
    [(tokens.IAM_ROLE, {}), (tokens.IAM_OIDC_PROVIDER, {"createOidcProvider": True})],
)
def test_another_account_than_the_settings_say_stops_the_update(
    token: str, credentials: dict[str, object]
) -> None:
    stopped = run(
        credentials=credentials,
        preview=False,
        outputs={token: lambda _: {"arn": "arn:aws:iam::999999999999:role/mc-etcd-backup"}},
        stops=True,
    )

    assert "999999999999" in str(stopped.error)
    assert "than the stack's accountId" in str(stopped.error)
    assert tokens.HCP_ETCD_BACKUP not in stopped.types


@FRAMES
def test_backups_wait_for_iam_after_the_role_and_its_policy(preview: bool) -> None:
    recorded = run(preview=preview)

    sleep = recorded.only(tokens.SLEEP)
    role, policy = recorded.only(tokens.IAM_ROLE), recorded.only(tokens.IAM_ROLE_POLICY)
    assert sleep.inputs["createDuration"] == "30s"
    assert recorded.waits_for(sleep, [role, policy])
    assert recorded.waits_for(recorded.only(tokens.SECRET), [sleep])
    triggers = sleep.inputs["triggers"]
    assert triggers["trust"] == policy_digest(role.inputs["assumeRolePolicy"])
    assert triggers["permissions"] == policy_digest(policy.inputs["policy"])
    assert triggers["role"] == (UNKNOWN if preview else "AROAEXAMPLEEXAMPLEEXA")


@pytest.mark.parametrize(
    "change",
    [
        {"restore": True},
        {"serviceAccounts": ["a/b"]},
        {"permissionsBoundary": "arn:aws:iam::123456789012:policy/boundary"},
        {
            "extraStatements": [
                {
                    "Effect": "Allow",
                    "Action": "s3:PutObjectTagging",
                    "Resource": "arn:aws:s3:::snapshots/etcd-backups/*",
                }
            ]
        },
    ],
)
def test_what_changes_permissions_or_trust_makes_backups_wait_again(
    change: dict[str, object],
) -> None:
    before, after = run(preview=False), run(credentials=change, preview=False)

    waits = [each.only(tokens.SLEEP).inputs["triggers"] for each in (before, after)]
    assert waits[0] != waits[1]


@pytest.mark.parametrize(
    ("s3", "credentials"),
    [
        ({}, {}),
        ({"retentionDays": 5, "tags": {"a": "b"}}, {"roleDescription": "another one"}),
        ({}, {"settleSeconds": 30, "maxSessionDuration": 7200}),
    ],
)
def test_nothing_waits_when_neither_changed(
    s3: dict[str, object], credentials: dict[str, object]
) -> None:
    before, after = run(preview=False), run(s3, credentials, preview=False)

    waits = [each.only(tokens.SLEEP).inputs["triggers"] for each in (before, after)]
    assert waits[0] == waits[1]


def test_no_seconds_leave_the_wait_out() -> None:
    recorded = run(credentials={"settleSeconds": 0}, preview=True)

    assert tokens.SLEEP not in recorded.types
    assert recorded.waits_for(recorded.only(tokens.SECRET), [recorded.only(tokens.IAM_ROLE_POLICY)])


def test_extra_statements_follow_those_of_the_table_and_are_sorted() -> None:
    statement = {
        "Sid": "Tag",
        "Effect": "Allow",
        "Action": ["s3:PutObjectTagging", "s3:GetObjectTagging"],
        "Resource": ["arn:aws:s3:::snapshots/etcd-backups/*"],
        "Condition": {"StringEquals": {"aws:ResourceAccount": "123456789012"}},
    }
    recorded = run(credentials={"extraStatements": [statement]}, preview=True)

    policy = json.loads(recorded.only(tokens.IAM_ROLE_POLICY).inputs["policy"])
    assert [each["Sid"] for each in policy["Statement"]] == ["UploadSnapshots", "Tag"]
    assert policy["Statement"][1]["Action"] == ["s3:GetObjectTagging", "s3:PutObjectTagging"]
    assert policy["Statement"][1]["Resource"] == "arn:aws:s3:::snapshots/etcd-backups/*"


@FRAMES
def test_a_made_provider_stays_unless_that_is_taken_back(preview: bool) -> None:
    made = run(credentials={"createOidcProvider": True}, preview=preview)
    assert made.only(tokens.IAM_OIDC_PROVIDER).retain_on_delete, "other roles of the cluster use it"

    taken_back = {"createOidcProvider": True, "retainOidcProvider": False}
    gone = run(credentials=taken_back, preview=preview)
    assert not gone.only(tokens.IAM_OIDC_PROVIDER).retain_on_delete


@FRAMES
def test_the_role_writes_and_reads_in_buckets_of_the_named_account_only(preview: bool) -> None:
    recorded = run(credentials={"restore": True}, preview=preview)

    policy = json.loads(recorded.only(tokens.IAM_ROLE_POLICY).inputs["policy"])
    assert len(policy["Statement"]) == 2
    for statement in policy["Statement"]:
        assert statement["Condition"]["StringEquals"]["aws:ResourceAccount"] == "123456789012"


@pytest.mark.parametrize(
    ("region", "warned"), [("eu-south-1", True), ("eu-west-1", False), ("us-gov-west-1", False)]
)
def test_a_restore_in_a_region_to_opt_into_is_a_warning(region: str, warned: bool) -> None:
    recorded = run({"region": region}, {"restore": True}, preview=True)

    assert any("v2Token" in warning for warning in recorded.warnings) is warned
