"""An issuer of ccoctl: what is imported, and what stays as it is."""

from collections.abc import Iterable
from typing import cast

from pulumi import _types as sdk  # pyright: ignore[reportPrivateUsage] - the only way to the schema's names
from pulumi_aws import cloudfront

from tests.kit import tokens
from tests.kit.cloud_rows import ROWS
from tests.kit.frames import FRAMES
from tests.kit.recorded import Resource
from tests.kit.tables import nonempty
from tests.systems.token_issuer.stacks import SIGNER, imported, issuer, recorded, recorded_example


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
