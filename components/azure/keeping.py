"""How long resources with snapshots in them stay."""

from collections.abc import Sequence

import pulumi

from openshift_credentials.etcd_backup.settings import AzureBlobStorage


def kept(
    storage: AzureBlobStorage, parent: pulumi.Resource, after: Sequence[pulumi.Resource] = ()
) -> pulumi.ResourceOptions:
    """Options of a resource that holds snapshots: protected, or left behind.

    The engine refuses to delete what is protected even where it would be left behind, so it is
    the one or the other.
    """
    return pulumi.ResourceOptions(
        parent=parent,
        depends_on=list(after),
        protect=storage.protect and not storage.retain_on_destroy,
        retain_on_delete=storage.retain_on_destroy,
    )
