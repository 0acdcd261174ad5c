"""Lives of a stack after which AWS has to be as its settings say.

Every test looks into the cloud, not into the state. A test that is expected to fail names the fault
and the rule of the cloud; it is mended with the fault.
"""

from tests.engine.examples import BUCKET, ROLE, make_stack
from tests.engine.stacks import AT, NOTHING_WAITS, S3, Stack
from tests.engine.test_adoption import ON_AWS
from tests.engine.workspace import Workspace
from tests.kit import tokens


def _refresh(workspace: Workspace, stack: str) -> None:
    """Bring into the state what the clouds report, in both ways; neither changes the stack."""
    workspace.succeed("refresh", *AT, stack)
    workspace.succeed("up", "--expect-no-changes", *AT, stack)
    workspace.succeed("up", "--refresh", "--expect-no-changes", *AT, stack)


def test_what_is_imported_gets_and_keeps_what_the_stack_sets(workspace: Workspace) -> None:
    workspace.succeed("stack", "init", "dev")
    by_hand = '{"Version":"2012-10-17","Statement":[{"Sid":"LetAuditIn","Effect":"Allow"}]}'
    rule = {"id": "old", "enabled": True, "prefix": "logs/", "expiration": {"days": 3}}
    workspace.clouds.exists(tokens.S3_BUCKET, BUCKET, {"bucket": BUCKET, "policy": by_hand, "lifecycleRules": [rule]})
    workspace.clouds.exists(tokens.IAM_ROLE, ROLE, {"name": ROLE, "path": "/", "assumeRolePolicy": by_hand})
    workspace.clouds.exists(
        tokens.IAM_ROLE_POLICY, f"{ROLE}:by-hand", {"role": ROLE, "name": "by-hand", "policy": by_hand}
    )
    stack = Stack(workspace, "dev")
    stack.configure(*ON_AWS, NOTHING_WAITS, (f"{S3}.kms.create", "true"))

    stack.update()
    _refresh(workspace, "dev")

    world = workspace.clouds.world
    policy = world.find(tokens.S3_BUCKET_POLICY, BUCKET)
    assert policy
    assert "aws:SecureTransport" in policy["policy"], "the denial of plain HTTP is gone"
    lifecycle = world.find(tokens.S3_LIFECYCLE, BUCKET)
    assert lifecycle
    assert "old" not in {rule["id"] for rule in lifecycle["rules"]}
    encryption = world.find(tokens.S3_ENCRYPTION, BUCKET)
    assert encryption
    (of_the_key,) = encryption["rules"]
    (key,) = world.of_type(tokens.KMS_KEY)
    assert of_the_key["applyServerSideEncryptionByDefault"]["kmsMasterKeyId"].endswith(key)
    for name in ("by-hand", "upload-etcd-snapshots"):
        assert world.find(tokens.IAM_ROLE_POLICY, f"{ROLE}:{name}"), name


def test_what_is_kept_is_not_changed_in_any_property(workspace: Workspace) -> None:
    stack = "sts-adopt-ccoctl"
    make_stack(workspace, stack)
    with workspace.clouds.changing() as world:
        (bucket,) = world.of_type(tokens.S3_BUCKET)
        closed = ("blockPublicAcls", "blockPublicPolicy", "ignorePublicAcls")
        world.put(
            tokens.S3_PUBLIC_ACCESS_BLOCK,
            bucket,
            {"bucket": bucket, "region": "us-west-2", **dict.fromkeys(closed, True)},
        )
        for role, found in world.all(tokens.IAM_ROLE):
            given = {key: value for key, value in found.items() if key not in ("arn", "uniqueId")}
            world.put(tokens.IAM_ROLE, role, {**given, "maxSessionDuration": 7200})
        for key, found in world.all(tokens.S3_OBJECT):
            world.put(tokens.S3_OBJECT, key, {**found, "metadata": {"made": "by-hand"}})
        before = dict(world.resources)

    workspace.succeed("up", *AT, stack)
    _refresh(workspace, stack)

    after = workspace.clouds.world.resources
    changed = {key for key, found in before.items() if after.get(key) != found}
    assert changed == set()


def test_a_distribution_that_is_kept_is_not_changed_in_any_property(workspace: Workspace) -> None:
    stack, distribution = "sts-adopt-ccoctl", "E1EXAMPLEEXAMP"
    make_stack(workspace, stack)
    origin = {"originId": "made-by-hand", "domainName": "mycluster-oidc.s3.amazonaws.com"}
    behaviour = {
        "targetOriginId": "made-by-hand",
        "viewerProtocolPolicy": "redirect-to-https",
        "allowedMethods": ["GET", "HEAD", "OPTIONS"],
        "cachedMethods": ["GET", "HEAD"],
    }
    made = {
        "aliases": ["oidc.example.com"],
        "comment": "made by hand",
        "defaultCacheBehavior": behaviour,
        "enabled": True,
        "isIpv6Enabled": True,
        "loggingConfig": {"bucket": "logs-of-others.s3.amazonaws.com"},
        "origins": [origin],
        "priceClass": "PriceClass_100",
        "restrictions": {"geoRestriction": {"restrictionType": "none"}},
        "viewerCertificate": {"cloudfrontDefaultCertificate": True},
        "webAclId": "arn:aws:wafv2:us-east-1:123456789012:global/webacl/hand/made",
    }
    workspace.clouds.exists(tokens.CLOUDFRONT_DISTRIBUTION, distribution, made)
    place = "openshift-credentials:tokenIssuer"
    settings = {
        f"{place}.aws.private": "true",
        f"{place}.aws.originAccessIdentity": "E2QWRUHAPOMQZL",
        f"{place}.existingIds.distribution": distribution,
        "openshift-credentials:cluster.oidcIssuer": "https://d111111abcdef8.cloudfront.net",
    }
    given = [part for key, value in settings.items() for part in ("--plaintext", f"{key}={value}")]
    workspace.succeed("config", "set-all", "--stack", stack, "--path", *given)
    before = dict(workspace.clouds.world.resources)

    workspace.succeed("up", *AT, stack)
    _refresh(workspace, stack)

    after = workspace.clouds.world.resources
    assert {key for key, found in before.items() if after.get(key) != found} == set()


def test_a_bucket_that_cannot_go_is_not_stripped(workspace: Workspace) -> None:
    Stack.up(workspace, "dev", (f"{S3}.protect", "false"))
    before = workspace.clouds.world
    (bucket,) = before.of_type(tokens.S3_BUCKET)

    assert workspace.pulumi("destroy", *AT, "dev").code != 0, "it has snapshots"

    after = workspace.clouds.world
    for type_ in (
        tokens.S3_BUCKET_POLICY,
        tokens.S3_LIFECYCLE,
        tokens.S3_ENCRYPTION,
        tokens.S3_VERSIONING,
        tokens.S3_PUBLIC_ACCESS_BLOCK,
    ):
        assert after.find(type_, bucket) == before.find(type_, bucket), type_
