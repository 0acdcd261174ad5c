"""A bucket in a separate account, which roles of other accounts write to."""

from dataclasses import dataclass
from typing import Annotated, Final

import pulumi

from openshift_credentials.stack.outputs import About, Outputs
from openshift_credentials.systems.etcd_backup.plan.records import RecordPolicies, record_policies
from openshift_credentials.systems.etcd_backup.plan.store import assert_same_store
from openshift_credentials.systems.snapshot_store.plan import (
    bucket_store_identity,
    store_key_statements,
    store_prefixes,
    store_statements,
)
from openshift_credentials.systems.snapshot_store.settings import SnapshotStoreSettings

from ..aws.account import in_account
from ..base.earlier_state import STORE, earlier_output
from ..base.errors import stopping_the_program
from ..base.facade import Facade
from ..etcd_backup.aws.bucket import create_bucket, create_key

FACADE: Final = "openshift-credentials:snapshot-store:SnapshotStore"


@dataclass(frozen=True, kw_only=True)
class SnapshotStoreOutputs(Outputs):
    """Outputs of a store: values for the settings of stacks in the other accounts."""

    snapshot_store_bucket: Annotated[pulumi.Output[str], About("Bucket of the snapshots.")]
    snapshot_store_key_arn: Annotated[
        pulumi.Input[str] | None, About("ARN of the key that encrypts them.")
    ]
    records: RecordPolicies


class SnapshotStore(Facade[SnapshotStoreOutputs]):
    """Bucket, key and their policies, which an attacker in a cluster's account cannot change."""

    def __init__(
        self, name: str, settings: SnapshotStoreSettings, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(FACADE, name, None, opts)
        child = pulumi.ResourceOptions(parent=self)
        store = bucket_store_identity(settings)
        with stopping_the_program():
            assert_same_store(earlier_output(FACADE, name, STORE), store, "snapshotStore")
        options = in_account(name, settings.region, settings.account_id, child)
        key_arn = create_key(
            name,
            settings,
            f"Encrypts etcd snapshots in {settings.bucket}",
            store_key_statements(settings),
            options,
        )
        bucket = create_bucket(
            name, settings, store_statements(settings), store_prefixes(settings), key_arn, options
        )
        self.outputs = SnapshotStoreOutputs(
            snapshot_store_bucket=bucket.bucket_name,
            snapshot_store_key_arn=key_arn,
            records=record_policies(settings),
        )
        self.register_outputs({**self.outputs.exports, STORE: store})
