"""Notices about the store."""

from collections.abc import Iterator

from openshift_credentials.base.notices import Notice
from openshift_credentials.systems.snapshot_store.settings import SnapshotStoreSettings


def remarks(_: SnapshotStoreSettings) -> Iterator[Notice]:
    """None: the explanation says who can read and delete."""
    return iter(())
