"""The users and permissions that a stack makes for the Cloud Credential Operator."""

import json
from typing import Any

import pytest

from openshift_credentials.systems.cloud_credentials.rules.permissions import AWS_MINT_ACTIONS
from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.realistic import REALISTIC
from tests.kit.recorded import UNKNOWN
from tests.platforms.aws.policies.linter import findings
from tests.systems.cloud_credentials.stack_samples import content
from tests.systems.cloud_credentials.stacks import MAKES_USER, MANUAL, REQUESTS, recorded, with_


@FRAMES
def test_the_root_user_may_do_exactly_what_minting_takes(preview: bool) -> None:
    stack = recorded(MAKES_USER, preview=preview)
    (statement,) = json.loads(stack.only(tokens.IAM_POLICY).inputs["policy"])["Statement"]
    assert statement["Action"] == list(AWS_MINT_ACTIONS)
    secret, mode = stack.only(tokens.SECRET), stack.only(tokens.CLOUD_CREDENTIAL_PATCH)
    assert stack.waits_for(secret, stack.all(tokens.IAM_ACCESS_KEY))
    assert stack.waits_for(secret, stack.all(tokens.IAM_USER_POLICY_ATTACHMENT))
    assert stack.waits_for(mode, [secret])
    if preview:
        assert secret.inputs["data"] == UNKNOWN
    else:
        made = REALISTIC[tokens.IAM_ACCESS_KEY](stack.only(tokens.IAM_ACCESS_KEY))
        assert content(stack, "aws-creds") == {"aws_access_key_id": made["id"], "aws_secret_access_key": made["secret"]}


@pytest.mark.parametrize("branch", [MAKES_USER, MANUAL], ids=["root", "components"])
def test_the_linter_finds_nothing_but_what_the_operator_and_the_requests_ask_for(branch: dict[str, Any]) -> None:
    asked_for = {"CREDENTIALS_EXPOSURE", "PERMISSIONS_MANAGEMENT_ACTIONS", "PRIVILEGE_ESCALATION", "RESOURCE_STAR"}
    for policy in recorded(branch, preview=True).all(tokens.IAM_POLICY):
        found = {each.partition(":")[0] for each in findings(policy.inputs["policy"])}
        assert found <= asked_for


@FRAMES
def test_rotation_makes_a_new_key_and_changes_the_secret_in_place(preview: bool) -> None:
    before, after = (recorded(with_(MAKES_USER, rotation=each), preview=preview) for each in ("1", "2"))
    assert before.only(tokens.IAM_ACCESS_KEY).urn != after.only(tokens.IAM_ACCESS_KEY).urn
    assert before.only(tokens.IAM_USER).urn == after.only(tokens.IAM_USER).urn
    assert before.only(tokens.SECRET).urn == after.only(tokens.SECRET).urn


@FRAMES
def test_a_removed_root_secret_leaves_no_key(preview: bool) -> None:
    stack = recorded(with_(MAKES_USER, removeAfterInstallation=True), preview=preview)
    assert stack.only(tokens.IAM_USER)
    assert tokens.IAM_ACCESS_KEY not in stack.types
    assert tokens.SECRET not in stack.types


@FRAMES
def test_a_policy_alone_is_exported_to_be_attached(preview: bool) -> None:
    stack = recorded(with_(MAKES_USER, rootSecret__aws__make="policy"), preview=preview)
    assert tokens.IAM_USER not in stack.types
    assert tokens.SECRET not in stack.types
    arns = stack.exports["rootPolicyArns"]
    assert preview or arns == ["arn:aws:iam::123456789012:policy/mycluster-cloud-credentials-0"]


@FRAMES
def test_passthrough_gets_the_union_of_the_requests(preview: bool) -> None:
    branch = with_(MAKES_USER, mode="Passthrough", requests=REQUESTS)
    policy = json.loads(recorded(branch, preview=preview).only(tokens.IAM_POLICY).inputs["policy"])
    actions = {action for each in policy["Statement"] for action in each["Action"]}
    assert {"iam:SimulatePrincipalPolicy", "s3:GetObject", "ec2:CreateVolume"} <= actions
