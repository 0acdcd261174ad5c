"""The harness itself: what tests of components rest on."""

import asyncio
from collections.abc import Mapping
from typing import Any, cast

import pulumi
import pytest
from pulumi.runtime import settings as runtime_settings
from pulumi_aws import get_region_output, iam, s3, sqs

from tests.kit import tokens
from tests.kit.harness import record, record_stack, record_stopped
from tests.kit.recorded import UNKNOWN


def a_role_and_its_policy() -> None:
    role = iam.Role("role", name="uploader", assume_role_policy="{}")
    iam.RolePolicy("policy", role=role.arn, policy=pulumi.Output.secret("{}"))
    pulumi.export("roleArn", role.arn)


def test_a_preview_knows_nothing_that_the_cloud_decides() -> None:
    recorded = record(a_role_and_its_policy, preview=True)

    assert recorded.only(tokens.IAM_ROLE_POLICY).inputs["role"] == UNKNOWN
    assert recorded.exports["roleArn"] == UNKNOWN


def test_an_update_knows_what_the_cloud_answered() -> None:
    recorded = record(a_role_and_its_policy, preview=False)

    arn = "arn:aws:iam::123456789012:role/uploader"
    assert recorded.only(tokens.IAM_ROLE_POLICY).inputs["role"] == arn
    assert recorded.exports["roleArn"] == arn


def test_an_answer_of_the_test_goes_over_the_realistic_one() -> None:
    recorded = record(
        a_role_and_its_policy, preview=False, outputs={tokens.IAM_ROLE: lambda _: {"arn": "other"}}
    )

    assert recorded.exports["roleArn"] == "other"


def test_a_type_without_an_answer_is_an_error_on_update() -> None:
    with pytest.raises(Exception, match="aws:sqs/queue:Queue"):
        record(lambda: sqs.Queue("queue"), preview=False)


@pytest.mark.parametrize("preview", [True, False])
def test_a_lookup_is_answered_from_the_table_or_is_an_error(preview: bool) -> None:
    def program() -> None:
        pulumi.export("region", get_region_output(region="r").description)

    def region(arguments: Mapping[str, Any]) -> Mapping[str, object]:
        return {"description": f"Region {arguments['region']}"}

    recorded = record(program, preview=preview, lookups={"aws:index/getRegion:getRegion": region})
    assert recorded.exports["region"] == "Region r"
    with pytest.raises(Exception, match="no answer for the lookup"):
        record(program, preview=preview)


@pytest.mark.parametrize("preview", [True, False])
def test_a_secret_input_is_reported_from_an_open_one(preview: bool) -> None:
    policy = record(a_role_and_its_policy, preview=preview).only(tokens.IAM_ROLE_POLICY)

    assert policy.inputs["policy"] == "{}"
    assert policy.is_secret("policy")
    assert not policy.is_secret("role")


def test_dependencies_are_followed_through_others() -> None:
    def program() -> None:
        first = s3.Bucket("first", bucket="first")
        second = iam.Role(
            "second",
            name="second",
            assume_role_policy="{}",
            opts=pulumi.ResourceOptions(depends_on=[first]),
        )
        iam.RolePolicy("third", role=second.name, policy="{}")

    recorded = record(program, preview=True)
    first, third = recorded.only(tokens.S3_BUCKET), recorded.only(tokens.IAM_ROLE_POLICY)

    assert first not in recorded.dependencies(third)
    assert recorded.waits_for(third, [first])
    assert not recorded.waits_for(first, [third])


def test_a_stopped_program_is_returned_with_all_that_was_under_way() -> None:
    def program() -> None:
        a_role_and_its_policy()
        raise pulumi.RunError("no further")

    recorded = record_stopped(program, preview=False)

    assert str(recorded.error) == "no further"
    assert recorded.all(tokens.IAM_ROLE_POLICY)


def test_an_error_in_an_apply_stops_the_program() -> None:
    def program() -> None:
        role = iam.Role("role", name="uploader", assume_role_policy="{}")
        role.arn.apply(lambda _: 1 // 0)

    with pytest.raises(ZeroDivisionError):
        record(program, preview=False)


def test_a_program_that_runs_to_its_end_is_not_a_stopped_one() -> None:
    with pytest.raises(pytest.fail.Exception):
        record_stopped(a_role_and_its_policy, preview=True)


def test_nothing_is_left_behind() -> None:
    record(a_role_and_its_policy, preview=True, config={"openshift-credentials:key": "value"})

    assert runtime_settings.get_root_resource() is None
    assert runtime_settings.get_monitor() is None
    assert not runtime_settings.is_dry_run()
    assert pulumi.runtime.get_config("openshift-credentials:key") is None
    with pytest.raises(RuntimeError):
        asyncio.get_running_loop()


def test_what_a_test_does_to_a_recording_reaches_no_other_test() -> None:
    mine = record_stack("dev", preview=True).only(tokens.S3_BUCKET)
    cast("dict[str, Any]", mine.inputs.values_)["changed"] = "by me"

    theirs = record_stack("dev", preview=True).only(tokens.S3_BUCKET)
    assert theirs.request is mine.request, "recorded once"
    assert "changed" not in theirs.inputs


@pytest.mark.parametrize(
    "other", [{"preview": False}, {"overrides": ["etcdBackup.storage.s3.protect=false"]}]
)
def test_another_frame_or_setting_is_another_recording(other: dict[str, Any]) -> None:
    asked: dict[str, Any] = {"preview": True, **other}
    mine = record_stack("dev", preview=True).only(tokens.S3_BUCKET)
    assert record_stack("dev", **asked).only(tokens.S3_BUCKET).request is not mine.request
