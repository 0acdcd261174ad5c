"""An import keeps every property that the provider's SDK knows."""

import pytest
from pulumi import _types as sdk  # pyright: ignore[reportPrivateUsage] - the only way to the schema's names
from pulumi_azure_native import resources, storage

from components.token_issuer.azure_issuer import OF_A_BLOB, OF_A_CONTAINER, OF_A_GROUP, OF_AN_ACCOUNT

NAMES = {"accountName", "blobName", "blobServicesName", "containerName", "managementPolicyName", "resourceGroupName"}


@pytest.mark.parametrize(
    ("arguments", "keep"),
    [
        (storage.StorageAccountArgs, OF_AN_ACCOUNT),
        (storage.BlobContainerArgs, OF_A_CONTAINER),
        (storage.BlobArgs, OF_A_BLOB),
        (resources.ResourceGroupArgs, OF_A_GROUP),
    ],
)
def test_every_property_but_the_names_is_kept(arguments: type, keep: tuple[str, ...]) -> None:
    assert set(keep) == set(sdk.input_type_types(arguments)) - NAMES
