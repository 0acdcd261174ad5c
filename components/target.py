"""What the Kubernetes side has to know of the cloud side, whichever cloud it is."""

from collections.abc import Mapping
from dataclasses import dataclass

import pulumi

from hcpbackup.settings import StackSettings

SecretData = dict[str, bytes]


@dataclass(frozen=True, kw_only=True)
class Target:
    """A place for snapshots and an identity that may upload to it.

    ``secret_data`` is the content of the credential Secret. ``secret_form`` has the same form
    with a stand-in wherever the cloud decides: it is what detection can work on at preview.
    Everything in ``needed_first`` has to exist before the Secret and the backups.
    """

    secret_form: SecretData
    secret_data: pulumi.Output[SecretData]
    needed_first: tuple[pulumi.Resource, ...]
    exports: Mapping[str, pulumi.Output[str]]


def make_target(settings: StackSettings) -> Target:
    """Make the cloud side of a stack; the SDK of the other cloud is never imported."""
    if storage := settings.storage.s3:
        from components.aws.target import s3_target  # noqa: PLC0415

        return s3_target(settings, storage)
    if storage := settings.storage.azure_blob:
        from components.azure.target import azure_blob_target  # noqa: PLC0415

        return azure_blob_target(settings, storage)
    raise AssertionError("settings name a storage branch")
