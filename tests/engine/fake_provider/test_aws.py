"""The stand-in of AWS refuses what AWS refuses, and reports what other resources have written."""

from typing import Any

import pytest

from tests.engine.fake_provider import aws
from tests.engine.fake_provider.acting import change, drop, make, read, refused
from tests.engine.fake_provider.aws_world import TARGET, policy
from tests.engine.fake_provider.world import RefusedError, World
from tests.kit import tokens
from tests.kit.cloud_rows import ROWS, RULES

NOTIFICATION = "aws:cloudwatch/eventRule:EventRule"


def test_policies_have_sizes(world: World) -> None:
    make(world, tokens.IAM_ROLE, name="upload", assumeRolePolicy=policy())
    with refused("bucket-policy-size"):
        make(world, tokens.S3_BUCKET_POLICY, bucket="snapshots", policy=policy(size=20_480))
    with refused("trust-policy-size"):
        make(world, tokens.IAM_ROLE, name="other", assumeRolePolicy=policy(size=2_048))
    with refused("managed-policy-size"):
        make(world, tokens.IAM_POLICY, name="other", policy=policy(size=6_144))
    make(world, tokens.IAM_ROLE_POLICY, role="upload", name="a", policy=policy(size=6_000))
    with refused("role-policies-size"):
        make(world, tokens.IAM_ROLE_POLICY, role="upload", name="b", policy=policy(size=5_000))
    make(world, tokens.IAM_ROLE_POLICY, role="upload", name="a", policy=policy(size=5_000))
    make(world, tokens.IAM_ROLE_POLICY, role="upload", name="b", policy=policy(size=5_000))


def one_more(type_: str, number: int) -> dict[str, Any]:
    match type_:
        case tokens.IAM_OIDC_PROVIDER:
            return {"url": f"https://issuer-{number}", "clientIdLists": ["openshift"]}
        case tokens.IAM_ACCESS_KEY:
            return {"user": "mint"}
        case _ if type_ == tokens.LOG_RESOURCE_POLICY:
            return {"policyName": f"policy-{number}", "policyDocument": policy()}
        case _:
            return {"name": f"rule-{number}", "eventPattern": "{}"}


def test_an_account_has_room_for_so_many(world: World) -> None:
    for rule, type_ in (
        ("oidc-providers", tokens.IAM_OIDC_PROVIDER),
        ("log-resource-policies", tokens.LOG_RESOURCE_POLICY),
        ("event-rules", NOTIFICATION),
    ):
        for number in range(RULES[rule].at_most):
            make(world, type_, **one_more(type_, number))
        with pytest.raises(RefusedError, match="LimitExceeded"):
            make(world, type_, **one_more(type_, RULES[rule].at_most))
    make(world, tokens.LOG_RESOURCE_POLICY, **one_more(tokens.LOG_RESOURCE_POLICY, 0))  # overwrites
    with refused("oidc-providers"):
        make(world, tokens.IAM_OIDC_PROVIDER, **one_more(tokens.IAM_OIDC_PROVIDER, 100))
    with refused("log-resource-policies"):
        make(world, tokens.LOG_RESOURCE_POLICY, **one_more(tokens.LOG_RESOURCE_POLICY, 10))
    group = make(world, tokens.LOG_GROUP, name="/aws/events/snapshots")
    arn = f"arn:aws:logs:us-east-1:123456789012:log-group:{group}"
    attached = {"resourceArn": arn, "policyDocument": policy()}
    assert make(world, tokens.LOG_RESOURCE_POLICY, **attached) == arn
    with refused("log-policy-needs-group"):
        make(world, tokens.LOG_RESOURCE_POLICY, **{**attached, "resourceArn": f"{arn}-other"})
    with refused("event-rules"):
        make(world, NOTIFICATION, **one_more(NOTIFICATION, 300))


def test_a_user_has_two_keys_and_goes_last(world: World) -> None:
    user = make(world, tokens.IAM_USER, name="mint")
    arn = make(world, tokens.IAM_POLICY, name="mint", policy=policy())
    world.put(tokens.IAM_ACCESS_KEY, "AKIA1", {"user": user})
    world.put(tokens.IAM_ACCESS_KEY, "AKIA2", {"user": user})
    with refused("access-keys"):
        make(world, tokens.IAM_ACCESS_KEY, user=user)
    attachment = make(world, tokens.IAM_USER_POLICY_ATTACHMENT, user=user, policyArn=arn)
    assert attachment == f"{user}/{arn}"
    with refused("policy-in-use"):
        drop(world, tokens.IAM_POLICY, arn)
    with refused("user-in-use"):
        drop(world, tokens.IAM_USER, user)
    for key in ("AKIA1", "AKIA2"):
        drop(world, tokens.IAM_ACCESS_KEY, key)
    with refused("user-in-use"):
        drop(world, tokens.IAM_USER, user)
    drop(world, tokens.IAM_USER_POLICY_ATTACHMENT, attachment)
    drop(world, tokens.IAM_POLICY, arn)
    drop(world, tokens.IAM_USER, user)


def test_what_is_in_use_stays(world: World) -> None:
    role = make(world, tokens.IAM_ROLE, name="upload", assumeRolePolicy=policy())
    part = make(world, tokens.IAM_ROLE_POLICY, role=role, name="x", policy=policy())
    with refused("role-in-use"):
        drop(world, tokens.IAM_ROLE, role)
    drop(world, tokens.IAM_ROLE_POLICY, part)
    drop(world, tokens.IAM_ROLE, role)

    rule = make(world, NOTIFICATION, name="new", eventPattern="{}")
    target = make(world, TARGET, rule=rule, targetId="log", arn="arn:aws:logs:::x")
    with refused("rule-in-use"):
        drop(world, NOTIFICATION, rule)
    drop(world, TARGET, target)
    drop(world, NOTIFICATION, rule)

    control = make(world, tokens.ORIGIN_ACCESS_CONTROL, name="issuer")
    origins = [{"originAccessControlId": control}]
    distribution = make(world, tokens.CLOUDFRONT_DISTRIBUTION, origins=origins, enabled=True)
    with refused("access-control-in-use"):
        drop(world, tokens.ORIGIN_ACCESS_CONTROL, control)
    drop(world, tokens.CLOUDFRONT_DISTRIBUTION, distribution)
    drop(world, tokens.ORIGIN_ACCESS_CONTROL, control)


@pytest.mark.parametrize(("period", "most"), [(3600, 168), (1800, 48), (60, 1440)])
def test_an_alarm_looks_back_a_day_or_a_week(period: int, most: int) -> None:
    make(World(), tokens.METRIC_ALARM, name="missed", period=period, evaluationPeriods=most)
    with refused("alarm-window"):
        make(World(), tokens.METRIC_ALARM, name="missed", period=period, evaluationPeriods=most + 1)


@pytest.mark.parametrize(
    "type_",
    [type_ for type_, row in ROWS.items() if row.cloud == "aws" and row.taken and row.named],
)
def test_a_taken_name_is_refused(type_: str) -> None:
    world, row = World(), ROWS[type_]
    inputs = {"path": "/", "assumeRolePolicy": "{}", "policy": "{}", str(row.named): "taken"}
    make(world, type_, **inputs)
    with pytest.raises(RefusedError, match="Already"):
        make(world, type_, **inputs)


def test_inline_policies_of_a_role_are_exclusive_where_they_are_its_inputs() -> None:
    world = World()
    role = make(world, tokens.IAM_ROLE, name="upload", assumeRolePolicy=policy())
    make(world, tokens.IAM_ROLE_POLICY, role=role, name="old", policy=policy())
    make(world, tokens.IAM_ROLE_POLICY, role=role, name="new", policy=policy())
    found = read(world, tokens.IAM_ROLE, role)
    assert found
    assert [each["name"] for each in found["inlinePolicies"]] == ["new", "old"]

    kept = [{"name": "old", "policy": policy()}]
    inputs = {"name": "upload", "assumeRolePolicy": policy(), "inlinePolicies": kept}
    aws.update(world, tokens.IAM_ROLE, role, inputs, found)
    assert world.of_type(tokens.IAM_ROLE_POLICY) == ["upload:old"]


def test_a_deleted_key_is_only_scheduled() -> None:
    world = World()
    key = make(world, tokens.KMS_KEY, description="snapshots")
    drop(world, tokens.KMS_KEY, key)
    assert read(world, tokens.KMS_KEY, key) is None
    assert world.reserved == {f"{tokens.KMS_KEY} {key}": "PendingDeletion"}


def test_a_user_is_renamed_with_its_keys() -> None:
    world = World()
    user = make(world, tokens.IAM_USER, name="old")
    key = make(world, tokens.IAM_ACCESS_KEY, user=user)
    change(world, tokens.IAM_USER, user, name="new")
    assert world.of_type(tokens.IAM_USER) == ["new"]
    assert world.of_type(tokens.IAM_ACCESS_KEY, user="new") == [key]
