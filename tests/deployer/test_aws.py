"""Rights on AWS: judged by moto's evaluation of IAM policies, and at work on its server."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Final

import pytest
from moto.iam.access_control import IAMPolicy, PermissionResult

from openshift_credentials.deployer import aws, aws as rules, azure, gcp, kubernetes
from openshift_credentials.deployer.aws import TARGETS, policies
from openshift_credentials.deployer.documents import Document, documents, notices
from openshift_credentials.deployer.registered import Call, Command, Registered, calls
from openshift_credentials.systems.etcd_backup.rules.policies import upload_policy
from tests.deployer.provider_calls import actions as actions_of_aws, resources_of
from tests.kit.moto_server import Aws
from tests.kit.tables import nonempty
from tests.platforms.aws.policies.linter import findings
from tests.platforms.aws.test_policies import refused
from tests.test_watchers import resource_types as resource_types_of_every_type

STACKS = ("dev", "aws-kms", "aws-adopt-existing", "mint-aws", "sts-aws-private")
POWERFUL = (
    "CREDENTIALS_EXPOSURE",
    "PERMISSIONS_MANAGEMENT_ACTIONS",
    "PRIVILEGE_ESCALATION",
    "RESOURCE_POLICY_PRIVILEGE_ESCALATION",
    "RESOURCE_STAR",
)
"""What the linter says of everybody who may make roles, users, keys or policies of buckets."""


def on_aws(stack: str, *overrides: str) -> list[Registered]:
    return [each for each in resources_of(stack, *overrides) if each.type.startswith("aws:")]


def policies_of(stack: str, *commands: Command) -> list[Document]:
    found = documents(stack, resources_of(stack), commands or list(Command))
    return [each for each in found if each.title.startswith("AWS")]


def permitted(found: Sequence[Document], action: str, arn: str) -> bool:
    """Whether one of the policies allows it, as moto evaluates IAM policies."""
    context = {"iam:PassedToService": "s3.amazonaws.com"}
    return any(
        IAMPolicy(each.text).is_action_permitted(action, arn, None, context) is PermissionResult.PERMITTED
        for each in found
    )


def targets(resource: Registered, action: str) -> Iterator[str]:
    """The ARNs that the rules name for an action; a wildcard stands for any ID."""
    by_its_alias = rules.RIGHTS["aws:kms/alias:Alias"] if resource.type == "aws:kms/key:Key" else ()
    for right in (*rules.RIGHTS[resource.type], *by_its_alias):
        if any(action in getattr(right, call) for call in Call):
            yield from (arn.replace("*", "any") for arn in right.target(resource))


@pytest.mark.parametrize("stack", STACKS)
@pytest.mark.parametrize("command", Command)
def test_every_request_of_the_provider_passes(stack: str, command: Command) -> None:
    found = policies_of(stack, command)
    for resource in nonempty(on_aws(stack)):
        for call in calls(command, resource, dry_run=False):
            for action in actions_of_aws(resource, call):
                assert all(permitted(found, action, arn) for arn in targets(resource, action)), action
                assert list(targets(resource, action)), f"{resource.type} {action}"


@pytest.mark.parametrize("stack", STACKS)
def test_nothing_is_allowed_that_the_provider_never_asks_for(stack: str) -> None:
    sent = {
        action
        for resource in on_aws(stack)
        for command in Command
        for call in calls(command, resource, dry_run=False)
        for action in actions_of_aws(resource, call)
    }
    allowed = {
        action
        for resource in on_aws(stack)
        for command in Command
        for right in rules.RIGHTS[resource.type]
        if not right.where
        for call in calls(command, resource, dry_run=False)
        for action in getattr(right, call)
    }
    assert allowed <= sent


@pytest.mark.parametrize("stack", STACKS)
def test_policies_fit_and_the_linter_knows_every_action(stack: str) -> None:
    for each in nonempty(policies_of(stack)):
        found = [said for said in findings(each.text) if not said.startswith(POWERFUL)]
        # KMS asks for an alias by both, the linter wants both in one statement. It does not know
        # kms:ResourceAliases, which is in the Service Authorization Reference of AWS KMS.
        known = ("kms:CreateAlias", "Unknown condition kms:ResourceAliases")
        assert [said for said in found if not any(each in said for each in known)] == []
        assert len(json.dumps(each.content, separators=(",", ":"))) <= 6144


def test_rights_end_at_the_names_of_the_stack() -> None:
    found = policies_of("dev")
    role, bucket = "arn:aws:iam::123456789012:role/etcd-backup-role", "rosa-mc-1-etcd-snapshots"
    assert permitted(found, "iam:CreateRole", role)
    assert not permitted(found, "iam:CreateRole", f"{role}-2")
    assert permitted(found, "s3:PutBucketPolicy", f"arn:aws:s3:::{bucket}")
    assert not permitted(found, "s3:PutBucketPolicy", f"arn:aws:s3:::{bucket}-2")
    assert not permitted(found, "s3:GetObject", f"arn:aws:s3:::{bucket}/etcd-backups/1.db")


def test_a_protected_bucket_cannot_be_deleted_or_opened() -> None:
    bucket = "arn:aws:s3:::rosa-mc-1-etcd-snapshots"
    protected = policies_of("dev")
    for action in ("s3:DeleteBucket", "s3:DeleteBucketPolicy"):
        assert not permitted(protected, action, bucket), action
    free = resources_of("dev", "etcdBackup.storage.s3.protect=false")
    found = [each for each in documents("dev", free, [Command.DESTROY]) if "AWS" in each.title]
    assert permitted(found, "s3:DeleteBucket", bucket)
    assert not permitted(found, "s3:CreateBucket", bucket)


def test_a_preview_needs_nothing_and_a_refresh_only_reads() -> None:
    assert policies_of("dev", Command.PREVIEW) == []
    (refresh,) = policies_of("dev", Command.REFRESH)
    for statement in nonempty(json.loads(refresh.text)["Statement"]):
        assert all(each.split(":")[1].startswith(("Get", "List")) for each in nonempty(statement["Action"])), statement


def test_a_preview_reads_what_it_imports_and_nothing_else() -> None:
    imported = {each.type for each in on_aws("sts-adopt-ccoctl") if each.is_imported}
    assert imported > {"aws:s3/bucket:Bucket", "aws:iam/role:Role"}
    found = policies_of("sts-adopt-ccoctl", Command.PREVIEW)
    bucket, role = "arn:aws:s3:::mycluster-oidc", "arn:aws:iam::123456789012:role/mycluster-"
    assert permitted(found, "s3:GetBucketPolicy", bucket)
    assert permitted(found, "s3:GetObject", f"{bucket}/keys.json")
    names = [each.text("name") or "" for each in on_aws("sts-adopt-ccoctl") if "Role" in each.type]
    for name in nonempty(names):
        arn = role.removesuffix("mycluster-") + name
        assert permitted(found, "iam:GetRole", arn), arn
        assert not permitted(found, "iam:UpdateAssumeRolePolicy", arn)
    assert not permitted(found, "s3:PutBucketPolicy", bucket)
    assert policies_of("sts-aws-public", Command.PREVIEW) == []


def test_roles_within_a_boundary_can_only_be_made_within_it() -> None:
    boundary = "arn:aws:iam::123456789012:policy/boundary"
    resources = on_aws("dev", f"etcdBackup.credentials.permissionsBoundary={boundary}")
    (role,) = (each for each in resources if each.type == "aws:iam/role:Role")
    found = list(rules.permissions(role, frozenset(Call)))
    making = {each.action: each.condition for each in found if "Boundary" in each.action
              or each.action == "iam:CreateRole"}  # fmt: skip
    assert making == {
        "iam:CreateRole": ("iam:PermissionsBoundary", boundary),
        "iam:PutRolePermissionsBoundary": ("iam:PermissionsBoundary", boundary),
    }


@pytest.mark.parametrize(("size", "number"), [(6144, 1), (6145, 2)])
def test_a_policy_has_at_most_6144_characters(size: int, number: int) -> None:
    one, two = rules.Allowed("a:A", "r"), rules.Allowed("a:B", "s")
    (short,) = policies([one, two])
    padding = "s" * (size - len(json.dumps(short, separators=(",", ":"))))
    assert len(policies([one, rules.Allowed("a:B", f"s{padding}")])) == number


def test_the_policy_at_work_makes_what_it_names_and_touches_nothing_else(aws: Aws) -> None:
    (policy,) = policies_of("dev")
    iam = aws.client("iam")
    for role in ("etcd-backup-role", "somebody-elses"):
        iam.create_role(RoleName=role, AssumeRolePolicyDocument="{}")
    aws.client("s3").create_bucket(Bucket="somebody-elses")
    iam.create_user(UserName="deployer")
    arn = iam.create_policy(PolicyName="deployer", PolicyDocument=policy.text)["Policy"]["Arn"]
    iam.attach_user_policy(UserName="deployer", PolicyArn=arn)
    key = iam.create_access_key(UserName="deployer")["AccessKey"]
    aws.authorize_from_now_on()
    keys = {"aws_access_key_id": key["AccessKeyId"], "aws_secret_access_key": key["SecretAccessKey"]}
    iam, s3 = aws.client("iam", **keys), aws.client("s3", **keys)
    bucket = "rosa-mc-1-etcd-snapshots"
    nothing = upload_policy("aws", "us-east-1", bucket, ["none"], restore=False)

    iam.put_role_policy(RoleName="etcd-backup-role", PolicyName="p", PolicyDocument=nothing)
    iam.get_role(RoleName="etcd-backup-role")
    iam.delete_role_policy(RoleName="etcd-backup-role", PolicyName="p")
    s3.create_bucket(Bucket=bucket)
    s3.put_bucket_versioning(Bucket=bucket, VersioningConfiguration={"Status": "Enabled"})
    s3.get_bucket_versioning(Bucket=bucket)

    assert refused(lambda: iam.get_role(RoleName="somebody-elses"))
    assert refused(lambda: iam.put_role_policy(RoleName="somebody-elses", PolicyName="p", PolicyDocument=nothing))
    assert refused(lambda: iam.create_user(UserName="another"))
    assert refused(lambda: s3.put_object(Bucket=bucket, Key="a", Body=b""))
    assert refused(lambda: s3.delete_bucket(Bucket=bucket))
    assert refused(lambda: s3.get_bucket_versioning(Bucket="somebody-elses"))


# The ARNs of rights: as narrow as the inputs of a resource say, and as wide as they do not.

ACCOUNT = {"region": "us-east-1", "allowedAccountIds": ["123456789012"]}


@pytest.mark.parametrize(
    ("provider", "arn"),
    [
        ({}, "arn:aws:iam::*:user/theirs"),
        ({"region": "cn-north-1"}, "arn:aws-cn:iam::*:user/theirs"),
        (ACCOUNT, "arn:aws:iam::123456789012:user/theirs"),
    ],
)
def test_a_key_belongs_to_its_user_in_the_account_of_the_provider(provider: dict[str, object], arn: str) -> None:
    key = Registered(type="aws:iam/accessKey:AccessKey", name="", inputs={"user": "theirs"}, provider=provider)
    assert TARGETS["its_user"](key) == (arn,)


# Rights for every type of resource that a component can register, in each command.

GROUP: Final = "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/made"
INPUTS: Final = {
    "scope": GROUP, "name": "made", "bucket": "made", "resourceGroupName": "made",
    "accountName": "made", "vaultName": "made", "metadata": {"name": "made", "namespace": "made"},
}  # fmt: skip
PROVIDER: Final = {
    "region": "us-east-1",
    "allowedAccountIds": ["123456789012"],
    "subscriptionId": "11111111-2222-3333-4444-555555555555",
    "project": "my-project",
}
NEVER_DELETED: Final = frozenset({"azure-native:storage:BlobServiceProperties", "aws:kms/key:Key"})
"""The rights of a key are those of its alias."""
WITH_A_KEY: Final = "azure-native:storage:Blob"
"""Written and deleted with the account's key, which listing the keys gives for each call."""
UNCHANGING: Final = frozenset({"aws:iam/userPolicyAttachment:UserPolicyAttachment", "gcp:serviceaccount/key:Key"})
"""Every input of it replaces it."""


def types(*prefixes: str) -> Sequence[str]:
    found = {token for _, token in resource_types_of_every_type() if token.startswith(prefixes)}
    assert found
    return sorted(found)


def types_of_clouds() -> Sequence[str]:
    return types("aws:", "azure-native:", "gcp:")


def registered(type_: str) -> Registered:
    return Registered(type=type_, name="made", inputs=INPUTS, provider=PROVIDER)


def actions(type_: str, *calls: Call) -> set[str]:
    if type_.startswith("gcp:"):
        return set(gcp.permissions(registered(type_), frozenset(calls)))
    table = aws if type_.startswith("aws:") else azure
    return {each.action for each in table.permissions(registered(type_), frozenset(calls))}


def test_each_call_needs_something() -> None:
    for type_ in types_of_clouds():
        assert actions(type_, Call.READ), type_
        if type_ == WITH_A_KEY:
            assert all("Microsoft.Storage/storageAccounts/listKeys/action" in actions(type_, call) for call in Call)
            continue
        assert actions(type_, Call.READ, Call.CREATE) > actions(type_, Call.READ), type_
        changes = actions(type_, Call.UPDATE) - actions(type_, Call.READ)
        assert bool(changes) is (type_ not in UNCHANGING), type_
        deletes = actions(type_, Call.DELETE) - actions(type_, Call.READ)
        assert bool(deletes) is (type_ not in NEVER_DELETED), type_


def test_objects_of_a_cluster_need_something_too() -> None:
    for type_ in types("kubernetes:"):
        if type_.count(":") == 2:
            for call in Call:
                assert list(kubernetes.permissions(registered(type_), frozenset({call}))), type_


def test_all_types_at_once_are_in_the_documents() -> None:
    of_clouds = types_of_clouds()
    everything = [registered(each) for each in of_clouds]
    assert "rights-unknown" not in {each.code for each in notices(everything, list(Command))}
    text = "".join(each.text for each in documents("all", everything, list(Command)))
    services = {each.split(":")[1].partition("/")[0] for each in of_clouds if each[:3] == "aws"}
    for service in services:
        assert f'"{service}:' in text, service
    for type_ in of_clouds:
        for action in actions(type_, *Call):
            assert re.search(rf'"{re.escape(action)}"|- {re.escape(action)}$', text, re.MULTILINE), action
