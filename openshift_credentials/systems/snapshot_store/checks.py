"""Rules between settings of the store."""

from collections.abc import Collection, Iterator, Mapping

from openshift_credentials.base.json_values import as_object
from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.readable import as_far_as_readable, readable
from openshift_credentials.systems.etcd_backup.checks.s3_bucket import bucket_problems
from openshift_credentials.systems.snapshot_store.settings import SnapshotStoreSettings

_STORE = "snapshotStore"


def branch_problems(root: Mapping[str, object], _: Collection[str]) -> Iterator[Notice]:
    """All problems between settings of the branch, as far as it can be read."""
    given = as_object(root[_STORE])
    if store := readable(SnapshotStoreSettings, given):
        yield from bucket_problems(store, _STORE)
        yield from as_far_as_readable([_roles_are_named_once(store)])
    yield from _somebody_is_let_in(given)
    yield from _expiry_reaches_something(given)


def problems(_: SnapshotStoreSettings) -> Iterator[Notice]:
    """Every rule is told beside wrong settings."""
    return iter(())


def assert_promises(_: SnapshotStoreSettings) -> None:
    """The store writes nothing that an operator judges."""


def _somebody_is_let_in(given: Mapping[str, object]) -> Iterator[Notice]:
    """A wrong entry is an entry all the same."""
    if not given.get("uploadRoles") and not given.get("copyRoles"):
        yield invalid(
            f"{_STORE}.uploadRoles",
            "or copyRoles requires a role: without one, no role could write to the bucket",
            "add output roleArn of the other stack",
        )


def _roles_are_named_once(store: SnapshotStoreSettings) -> Iterator[Notice]:
    entries = {
        "uploadRoles": [(role.role_arn, role.key_prefix) for role in store.upload_roles],
        "copyRoles": [(role.role_arn, "") for role in store.copy_roles],
    }
    for group, roles in entries.items():
        for index, role in enumerate(roles):
            if role in roles[:index]:
                yield invalid(
                    f"{_STORE}.{group}[{index}].roleARN",
                    "is already in the list",
                    "remove one of the entries",
                    value=role[0],
                )


def _expiry_reaches_something(given: Mapping[str, object]) -> Iterator[Notice]:
    for name in ("retentionDays", "transition"):
        if given.get(name) is not None and not given.get("uploadRoles"):
            yield invalid(
                f"{_STORE}.{name}",
                "applies to snapshots under the prefixes of uploadRoles, which are empty; copies "
                "are kept",
                "remove it",
            )
