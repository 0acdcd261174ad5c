import json
from typing import Any

import pytest

from openshift_credentials.platforms.aws.policies import policy_digest
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
def test_a_made_provider_has_the_issuer_verbatim_and_comes_before_the_role(preview: bool) -> None:
    recorded = run(credentials={"createOidcProvider": True}, preview=preview)

    provider = recorded.only(tokens.IAM_OIDC_PROVIDER)
    assert provider.inputs["url"] == ISSUER
    assert provider.inputs["clientIdLists"] == ["openshift", "sts.amazonaws.com"]
    assert "thumbprintLists" not in provider.inputs
    assert recorded.waits_for(recorded.only(tokens.IAM_ROLE), [provider])


@pytest.mark.parametrize(
    ("token", "credentials"), [(tokens.IAM_ROLE, {}), (tokens.IAM_OIDC_PROVIDER, {"createOidcProvider": True})]
)
def test_another_account_than_the_settings_say_stops_the_update(token: str, credentials: dict[str, object]) -> None:
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
def test_what_changes_permissions_or_trust_makes_backups_wait_again(change: dict[str, object]) -> None:
    before, after = run(preview=False), run(credentials=change, preview=False)

    waits = [each.only(tokens.SLEEP).inputs["triggers"] for each in (before, after)]
    assert waits[0] != waits[1]


@pytest.mark.parametrize(
    ("s3", "credentials"), [({}, {}), ({"retentionDays": 5, "tags": {"a": "b"}}, {}), ({}, {"settleSeconds": 30})]
)
def test_nothing_waits_when_neither_changed(s3: dict[str, object], credentials: dict[str, object]) -> None:
    before, after = run(preview=False), run(s3, credentials, preview=False)

    waits = [each.only(tokens.SLEEP).inputs["triggers"] for each in (before, after)]
    assert waits[0] == waits[1]


@FRAMES
def test_a_made_provider_stays_unless_that_is_taken_back(preview: bool) -> None:
    made = run(credentials={"createOidcProvider": True}, preview=preview)
    assert made.only(tokens.IAM_OIDC_PROVIDER).retain_on_delete, "other roles of the cluster use it"

    taken_back = {"createOidcProvider": True, "retainOidcProvider": False}
    gone = run(credentials=taken_back, preview=preview)
    assert not gone.only(tokens.IAM_OIDC_PROVIDER).retain_on_delete
