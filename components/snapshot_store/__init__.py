"""A bucket for snapshots in an account of its own: :class:`SnapshotStore`."""

import pulumi

from openshift_credentials.systems.snapshot_store.settings import SnapshotStoreSettings

from ..base.arguments import check_model
from . import facade

__all__ = ["SnapshotStore", "SnapshotStoreSettings"]


class SnapshotStore(facade.SnapshotStore):
    """Bucket, key and their policies, for stacks of other accounts."""

    def __init__(
        self, name: str, args: SnapshotStoreSettings, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(name, check_model("snapshotStore", args), opts)
