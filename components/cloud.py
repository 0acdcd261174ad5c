"""Picks the cloud of a stack."""

from components.target import Target
from openshift_credentials.settings import StackSettings


def make_target(settings: StackSettings) -> Target:
    """Make the cloud side of a stack; the SDK of the other cloud is never imported."""
    if storage := settings.storage.s3:
        from components.aws.target import s3_target  # noqa: PLC0415

        return s3_target(settings, storage)
    if storage := settings.storage.azure_blob:
        from components.azure.target import azure_blob_target  # noqa: PLC0415

        return azure_blob_target(settings, storage)
    raise AssertionError("settings name a storage branch")
