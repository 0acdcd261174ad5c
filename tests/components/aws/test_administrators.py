"""Administrators of a store, in both time frames."""

import json
from typing import Any, Final

from pulumi import RunError

from tests.components.aws.stacks import KEY_ARN, run
from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.harness import record_stopped, run_main
from tests.kit.nonempty import nonempty
from tests.kit.refusing import refusing
from tests.kit.trees import AWS, changed, config

DEPLOYER: Final = "arn:aws:iam::123456789012:role/ci/platform-deployer"
BREAK_GLASS: Final = "arn:aws:iam::123456789012:role/break-glass"
PERIMETER: Final = {"administrators": [DEPLOYER, BREAK_GLASS]}
COPY: Final = {
    "bucket": "copies",
    "region": "eu-west-1",
    "kmsKeyARN": KEY_ARN.replace("us-east-1", "eu-west-1"),
}


@FRAMES
def test_bucket_key_and_copy_have_the_same_administrators(preview: bool) -> None:
    settings = {"perimeter": PERIMETER, "kms": {"create": True}, "replication": COPY}
    recorded = run(settings, preview=preview)

    written = [*recorded.all(tokens.S3_BUCKET_POLICY), recorded.only(tokens.KMS_KEY)]
    assert len(written) == 3
    for each in nonempty(written):
        by_sid = {item["Sid"]: item for item in json.loads(each.inputs["policy"])["Statement"]}
        condition = by_sid["DenyChangesButThese"]["Condition"]
        assert condition == {
            "ArnNotEquals": {
                "aws:PrincipalArn": sorted(["arn:aws:iam::*:root", DEPLOYER, BREAK_GLASS])
            }
        }


def test_an_update_by_somebody_else_stops_before_a_policy_is_written() -> None:
    def session(_: object) -> dict[str, Any]:
        return {
            "accountId": "123456789012",
            "arn": "arn:aws:sts::123456789012:assumed-role/somebody/me",
            "userId": "x",
        }

    recorded = record_stopped(
        run_main,
        preview=False,
        config=config(changed(AWS, storage__s3__perimeter=PERIMETER)),
        lookups={"aws:index/getCallerIdentity:getCallerIdentity": session},
    )

    assert "none of perimeter.administrators" in str(recorded.error)
    assert tokens.S3_BUCKET_POLICY not in recorded.types


def test_an_update_whose_session_is_not_known_stops_before_a_policy_is_written() -> None:
    recorded = record_stopped(
        run_main,
        preview=False,
        config=config(changed(AWS, storage__s3__perimeter=PERIMETER)),
        lookups={"aws:index/getCallerIdentity:getCallerIdentity": refusing("ExpiredToken")},
    )

    assert isinstance(recorded.error, RunError), "anything else is a traceback"
    told = str(recorded.error)
    assert f"perimeter.administrators = {DEPLOYER}, {BREAK_GLASS}: AWS did not say" in told
    assert "ExpiredToken" in told
    assert "aws sts get-caller-identity" in told
    assert tokens.S3_BUCKET_POLICY not in recorded.types
