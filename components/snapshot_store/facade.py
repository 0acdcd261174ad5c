"""A bucket in a separate account, which roles of other accounts write to."""

from collections.abc import Mapping
from typing import Final

import pulumi

from openshift_credentials.systems.etcd_backup.plan.records import record_policies
from openshift_credentials.systems.etcd_backup.plan.store import assert_same_store
from openshift_credentials.systems.snapshot_store.plan import (
    made_bucket_store,
    store_key_statements,
    store_prefixes,
    store_statements,
)
from openshift_credentials.systems.snapshot_store.settings import SnapshotStoreSettings

from ..aws.account import in_account
from ..base.errors import stopping_the_program
from ..etcd_backup.aws.bucket import made_bucket, made_key
from ..etcd_backup.backups.earlier_backups import STORE, earlier_store

FACADE: Final = "openshift-credentials:snapshot-store:SnapshotStore"


class SnapshotStore(pulumi.ComponentResource):
    """Bucket, key and their policies, which an attacker in a cluster's account cannot change.

    ``exports`` are the values for the settings of stacks in the other accounts.
    """

    def __init__(
        self, name: str, settings: SnapshotStoreSettings, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(FACADE, name, None, opts)
        child = pulumi.ResourceOptions(parent=self)
        store = made_bucket_store(settings)
        with stopping_the_program():
            assert_same_store(earlier_store(FACADE, name), store, "snapshotStore")
        options = in_account(name, settings.region, settings.account_id, child)
        key_arn = made_key(
            name,
            settings,
            f"Encrypts etcd snapshots in {settings.bucket}",
            store_key_statements(settings),
            options,
        )
        bucket = made_bucket(
            name,
            settings,
            store_statements(settings),
            store_prefixes(settings),
            key_arn,
            options,
        )
        self.exports: Mapping[str, pulumi.Input[object]] = {
            "snapshotStoreBucket": bucket.bucket_name,
            **({"snapshotStoreKeyArn": key_arn} if key_arn else {}),
            **record_policies(settings),
        }
        self.register_outputs({**self.exports, STORE: store})
