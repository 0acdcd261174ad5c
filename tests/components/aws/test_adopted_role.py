"""A role that exists: read, named in the Secret, and never written."""

import base64
import json
from collections.abc import Mapping
from typing import Any

from openshift_credentials.platforms.aws.policies import trust_policy
from tests.components.aws.stacks import ISSUER, run
from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.realistic import Answer
from tests.kit.recorded import Recorded

ARN = "arn:aws:iam::123456789012:role/platform/shared-upload"
EXISTING: dict[str, Any] = {"existingRole": True, "roleName": "shared-upload", "rolePath": "/platform/"}
JOB = "system:serviceaccount:hypershift:etcd-backup-job"


def answering(subject: str = JOB, arn: str = ARN) -> Mapping[str, Answer]:
    trust = trust_policy("aws", "123456789012", ISSUER, [subject])
    return {tokens.IAM_ROLE: lambda _: {"arn": arn, "assumeRolePolicy": trust}}


def adopted(
    *,
    preview: bool = False,
    outputs: Mapping[str, Answer] | None = None,
    s3: dict[str, Any] | None = None,
    stops: bool = False,
    **credentials: object,
) -> Recorded:
    return run(s3, {**EXISTING, **credentials}, preview=preview, outputs=outputs or answering(), stops=stops)


@FRAMES
def test_nothing_is_written_on_the_role_and_the_secret_names_it(preview: bool) -> None:
    recorded = adopted(preview=preview)

    role = recorded.only(tokens.IAM_ROLE)
    assert recorded.reads[role.urn] == "shared-upload"
    assert tokens.IAM_ROLE_POLICY not in recorded.types
    assert tokens.SLEEP not in recorded.types, "no permission changes"
    secret = recorded.only(tokens.SECRET).inputs["data"]["credentials"]
    assert base64.b64decode(secret).decode() == ARN
    assert recorded.exports["roleArn"] == ARN
    assert recorded.exports["credentialMode"] == "aws-sts"
    assert recorded.waits_for(recorded.only(tokens.HCP_ETCD_BACKUP), [role])


def test_a_role_that_does_not_admit_the_job_is_a_warning() -> None:
    (warning,) = adopted(outputs=answering(subject=JOB.replace("hypershift", "other"))).warnings
    assert JOB in warning
    assert "no statement allows it" in warning


def test_a_role_with_another_path_stops_the_update() -> None:
    recorded = adopted(outputs=answering(arn=ARN.replace("/platform", "")), stops=True)

    assert recorded.error
    assert "etcdBackup.credentials.rolePath" in str(recorded.error)


def test_only_the_policy_of_a_new_key_lets_the_role_use_it() -> None:
    recorded = adopted(s3={"kms": {"create": True}})

    policy = json.loads(recorded.only(tokens.KMS_KEY).inputs["policy"])
    (statement,) = [item for item in policy["Statement"] if "kms:GenerateDataKey" in item.get("Action", ())]
    assert statement["Condition"] == {"ArnEquals": {"aws:PrincipalArn": ARN}}
    own = run({"kms": {"create": True}}, preview=False).only(tokens.KMS_KEY)
    assert ARN not in own.inputs["policy"], "a role of the stack has a policy of its own"
