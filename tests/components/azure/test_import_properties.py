"""An import keeps every property that the provider's SDK knows."""

import pytest
from pulumi import _types as sdk  # pyright: ignore[reportPrivateUsage] - the only way to the schema's names
from pulumi_azure_native import resources, storage

import components.azure.import_properties as import_properties

NAMES = {"accountName", "blobName", "blobServicesName", "containerName", "managementPolicyName", "resourceGroupName"}


@pytest.mark.parametrize(
    ("arguments", "keep"),
    [
        (storage.StorageAccountArgs, import_properties.ACCOUNT),
        (storage.BlobContainerArgs, import_properties.CONTAINER),
        (storage.BlobArgs, import_properties.BLOB),
        (resources.ResourceGroupArgs, import_properties.RESOURCE_GROUP),
    ],
)
def test_every_property_but_the_names_is_kept(arguments: type, keep: tuple[str, ...]) -> None:
    assert set(keep) == set(sdk.input_type_types(arguments)) - NAMES
