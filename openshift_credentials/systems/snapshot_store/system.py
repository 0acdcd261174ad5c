"""A bucket for stacks of other accounts, as a system of the family."""

from typing import Final

from openshift_credentials.stack.explanation import Explanation
from openshift_credentials.stack.system import System
from openshift_credentials.systems.snapshot_store.checks import problems
from openshift_credentials.systems.snapshot_store.settings import SnapshotStoreSettings


def _explain(store: SnapshotStoreSettings) -> Explanation:
    """Explanation of the access; imported only by the verbs that print it."""
    from openshift_credentials.systems.snapshot_store.explain import explain  # noqa: PLC0415

    return explain(store)


SYSTEM: Final = System(
    key="snapshotStore",
    resource_name="snapshot-store",
    settings=SnapshotStoreSettings,
    facade="components.snapshot_store.facade:SnapshotStore",
    checks=problems,
    explain=_explain,
)
