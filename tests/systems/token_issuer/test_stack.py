"""Issuers and identities as resources, in a preview and in an update."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

import pytest
from pulumi import _types as sdk
from pulumi_aws import cloudfront

from openshift_credentials.systems.token_issuer.rules.issuers import build_json_web_key_set
from openshift_credentials.systems.token_issuer.rules.signing_keys import read_public_key
from tests.cco_samples import public_key, request_folder, sample
from tests.kit import tokens
from tests.kit.cloud_rows import ROWS
from tests.kit.frames import FRAMES
from tests.kit.places import REPOSITORY
from tests.kit.recorded import Recorded, Resource
from tests.kit.tables import nonempty
from tests.systems.token_issuer.stacks import SIGNER, imported, issuer, recorded, recorded_example

PRIVATE = sample("keys.json.gz")["test-signer"]["private"]


def document(stack: Recorded, name: str) -> str:
    (found,) = (each for each in stack.all(tokens.S3_OBJECT) if each.inputs["key"].endswith(name))
    text: str = found.inputs["content"]
    return text


@pytest.mark.parametrize(
    "scenario",
    [
        each
        for each in sample("live-aws.json")
        if each["steps"][0].get("command") == "create-all" and each["steps"][0]["exit"] == 0
    ],
    ids=lambda each: each["id"],
)
def test_a_stack_leaves_what_ccoctl_leaves(scenario: Mapping[str, Any], tmp_path: Path) -> None:
    """Roles, provider, bucket and documents of a real run; what differs is said here."""
    step = scenario["steps"][0]
    name, region = step["args"]["name"], step["args"]["region"]
    folder = tmp_path / "requests"
    folder.mkdir()
    for file, content in request_folder(step["request_files"]):
        (folder / file).write_bytes(content)
    private = "create-private-s3-bucket" in step["args"]
    stack = recorded(
        {
            "tokenIssuer": {
                "name": name,
                "aws": {"region": region, "accountId": "123456789012", "private": private},
                "keys": [{"name": "a", "publicKey": SIGNER}],
            },
            "componentIdentities": {"requests": str(folder), "compatibleNames": True},
        },
        preview=False,
    )
    state = step["state"]
    if not private:
        (bucket_name, bucket), *_ = state["buckets"].items()
        made = stack.only(tokens.S3_BUCKET)
        assert made.inputs["bucket"] == bucket_name
        assert made.inputs["tags"] == bucket["tags"]
        policy = json.loads(stack.only(tokens.S3_BUCKET_POLICY).inputs["policy"])
        no_tls, old_tls, *reading = policy["Statement"]
        assert reading == json.loads(bucket["policy_text"])["Statement"]
        assert {no_tls["Effect"], old_tls["Effect"]} == {"Deny"}  # ccoctl takes plain HTTP too
        objects = {each.inputs["key"]: each.inputs for each in stack.all(tokens.S3_OBJECT)}
        assert objects.keys() == bucket["objects"].keys()
        for key, found in nonempty(bucket["objects"].items()):
            assert objects[key]["content"] == found["text"]
            assert objects[key]["tags"] == found["tags"]
            # ccoctl leaves the type to its SDK, and lets caches keep the documents.
            assert found["content_type"] == "application/octet-stream"
            assert objects[key]["contentType"] == "application/json"
            assert found["cache_control"] is None
        (provider,) = state["oidc_providers"].values()
        made_provider = stack.only(tokens.IAM_OIDC_PROVIDER).inputs
        assert made_provider["url"] == f"https://{provider['url']}"
        assert made_provider["clientIdLists"] == provider["client_ids"]
        assert made_provider["tags"] == provider["tags"]
    roles = {each.inputs["name"]: each.inputs for each in stack.all(tokens.IAM_ROLE)}
    assert roles.keys() == state["roles"].keys()
    policies = {each.inputs["name"]: each.inputs for each in stack.all(tokens.IAM_ROLE_POLICY)}
    for role_name, role in nonempty(state["roles"].items()):
        inputs = roles[role_name]
        assert inputs["description"] == role["description"]
        assert inputs["tags"] == role["tags"]
        assert json.loads(policies[role_name]["policy"]) == role["inline_policies"][role_name]
        trust = json.loads(inputs["assumeRolePolicy"])
        equals = trust["Statement"][0]["Condition"]["StringEquals"]
        audience = next(key for key in equals if key.endswith(":aud"))
        assert equals.pop(audience) == ["openshift"]  # ccoctl leaves it to the provider
        if not private:
            assert trust == role["assume_role_policy"]


@FRAMES
def test_everything_is_in_the_partition_of_the_region(preview: bool) -> None:
    region = {"region": "us-gov-west-1", "accountId": "123456789012"}
    stack = recorded(
        {
            "tokenIssuer": {**issuer(), "aws": region},
            "componentIdentities": {"requests": str(REPOSITORY / "examples/sts-aws-public/credrequests")},
        },
        preview=preview,
    )
    policy = json.loads(stack.only(tokens.S3_BUCKET_POLICY).inputs["policy"])
    assert policy["Statement"][-1]["Resource"] == ["arn:aws-us-gov:s3:::mycluster-oidc/*"]
    for role in nonempty(stack.all(tokens.IAM_ROLE)):
        (statement,) = json.loads(role.inputs["assumeRolePolicy"])["Statement"]
        assert statement["Principal"]["Federated"] == (
            "arn:aws-us-gov:iam::123456789012:oidc-provider/mycluster-oidc.s3.us-gov-west-1.amazonaws.com"
        )


def test_the_bucket_opens_before_its_policy_and_the_provider_comes_last() -> None:
    stack = recorded_example("sts-aws-public", preview=False)
    order = [each.type for each in stack.resources]
    chain = (
        tokens.S3_PUBLIC_ACCESS_BLOCK,
        tokens.S3_VERSIONING,
        tokens.S3_BUCKET_POLICY,
        tokens.S3_OBJECT,
        tokens.SLEEP,
        tokens.IAM_OIDC_PROVIDER,
        tokens.IAM_ROLE,
    )
    assert sorted(chain, key=order.index) == list(chain)
    block = stack.only(tokens.S3_PUBLIC_ACCESS_BLOCK)
    assert block.inputs["blockPublicPolicy"] is False
    assert block.inputs["blockPublicAcls"] is True
    policy = stack.only(tokens.S3_BUCKET_POLICY)
    assert stack.waits_for(policy, [block])
    provider = stack.only(tokens.IAM_OIDC_PROVIDER)
    for role in stack.all(tokens.IAM_ROLE):
        assert provider.urn in role.request.dependencies


def test_the_key_set_is_of_all_keys_in_their_order() -> None:
    other = public_key("rsa4096").decode()
    keys = [{"name": "old", "publicKey": SIGNER}, {"name": "new", "publicKey": other}]
    stack = recorded({"tokenIssuer": issuer(keys=keys)}, preview=True)
    expected = build_json_web_key_set([read_public_key(each.encode()) for each in (SIGNER, other)])
    assert document(stack, "keys.json") == expected
    assert any("rotation, step 1" in warning for warning in stack.warnings)
    rolled = recorded({"tokenIssuer": issuer(keys=keys, signingKey="new")}, preview=True)
    assert document(rolled, "keys.json") == expected
    assert any("rotation, step 2" in warning for warning in rolled.warnings)
    dropped = recorded({"tokenIssuer": issuer(keys=keys[1:])}, preview=True)
    assert document(dropped, "keys.json") == build_json_web_key_set([read_public_key(other.encode())])


@FRAMES
def test_a_private_key_is_secret_everywhere(preview: bool) -> None:
    keys = [{"name": "a", "privateKey": PRIVATE}]
    stack = recorded({"tokenIssuer": issuer(keys=keys)}, preview=preview, secret=("tokenIssuer",))
    outputs = stack.only(tokens.STACK).outputs
    assert outputs["signingKey"] == PRIVATE
    assert outputs.is_secret("signingKey")
    for each in nonempty(stack.resources):
        if each.type != tokens.STACK:
            assert PRIVATE[40:80] not in f"{each.inputs}{each.outputs}"
    assert not any(PRIVATE[40:80] in warning for warning in stack.warnings)
    assert document(stack, "keys.json") == build_json_web_key_set([read_public_key(SIGNER.encode())])


@FRAMES
def test_a_key_that_the_stack_makes_is_secret_too(preview: bool) -> None:
    stack = recorded({"tokenIssuer": issuer(keys=[{"name": "made"}])}, preview=preview)
    key = stack.only(tokens.PRIVATE_KEY)
    assert key.inputs["rsaBits"] == 4096
    assert key.protect
    assert "privateKeyPem" in key.request.additionalSecretOutputs
    outputs = stack.only(tokens.STACK).outputs
    if not preview:
        assert outputs.is_secret("signingKey")
        assert outputs["signingKey"].startswith("-----BEGIN RSA PRIVATE KEY-----")


# An issuer of ccoctl: what is imported, and what stays as it is.


def test_what_ccoctl_made_is_imported_and_not_changed() -> None:
    stack = recorded_example("sts-adopt-ccoctl", preview=True)
    imports = imported(stack)
    arn = "arn:aws:iam::123456789012:oidc-provider/mycluster-oidc.s3.us-west-2.amazonaws.com"
    assert imports["token-issuer-bucket"] == "mycluster-oidc"
    assert imports["token-issuer-bucket-keys"] == "mycluster-oidc/keys.json"
    assert imports["token-issuer-provider"] == arn
    role = "mycluster-openshift-image-registry-installer-cloud-credentials"
    front = "component-identities-openshift-image-registry-installer-cloud-credentials"
    assert imports[front] == role
    assert imports[f"{front}-permissions"] == f"{role}:{role}"


def test_every_property_of_what_is_kept_is_named() -> None:
    stack = recorded_example("sts-adopt-ccoctl", preview=True)
    assert_every_property_is_kept(each for each in stack.resources if each.import_id)


def assert_every_property_is_kept(resources: Iterable[Resource]) -> None:
    for resource in nonempty(resources):
        row = ROWS[resource.type]
        what_it_is = {*row.replacing, row.named, *row.is_part_of}
        assert set(resource.inputs) - what_it_is <= set(resource.ignore_changes), resource.urn


def test_everything_that_is_kept_on_azure_keeps_every_property() -> None:
    branch = {
        "name": "mycluster",
        "azure": {
            "location": "westeurope",
            "subscriptionId": "11111111-2222-3333-4444-555555555555",
            "tenantId": "66666666-7777-8888-9999-000000000000",
        },
        "keys": [{"name": "a", "publicKey": SIGNER}],
        "existing": "keep",
    }
    stack = recorded({"tokenIssuer": branch}, preview=True)
    cloud = [each for each in stack.resources if each.type.startswith("azure-native:")]
    assert len(cloud) == 5
    assert_every_property_is_kept(cloud)
    container = (
        "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/mycluster-oidc"
        "/providers/Microsoft.Storage/storageAccounts/mycluster/blobServices/default/containers"
        "/mycluster"
    )
    imports = imported(stack)
    assert imports["token-issuer-container"] == container
    assert imports["token-issuer-keys"] == f"{container}/blobs/openid/v1/jwks"


@FRAMES
def test_a_distribution_and_a_closed_bucket_are_kept_as_they_are(preview: bool) -> None:
    place = {
        "region": "us-west-2",
        "accountId": "123456789012",
        "private": True,
        "originAccessIdentity": "E2QWRUHAPOMQZL",
    }
    branch = issuer(aws=place, existing="keep", existingIds={"distribution": "E1EXAMPLEEXAMP"})
    stack = recorded({"tokenIssuer": branch}, preview=preview)
    distribution = stack.only(tokens.CLOUDFRONT_DISTRIBUTION)
    inputs = cast("dict[str, object]", sdk.input_type_types(cloudfront.DistributionArgs))
    assert set(distribution.ignore_changes) == set(inputs)
    access = stack.only(tokens.S3_PUBLIC_ACCESS_BLOCK)
    assert set(access.ignore_changes) == set(access.inputs) - {"bucket"}
    assert tokens.S3_VERSIONING not in stack.types
    repaired = recorded({"tokenIssuer": {**branch, "existing": "repair"}}, preview=preview)
    assert not list(repaired.only(tokens.CLOUDFRONT_DISTRIBUTION).request.ignoreChanges)
    assert not repaired.only(tokens.S3_VERSIONING).request.importId
