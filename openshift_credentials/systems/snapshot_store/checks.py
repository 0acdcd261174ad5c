"""Rules between settings of the store."""

from collections.abc import Collection, Iterator, Mapping

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.aws import text_rules as aws_rules
from openshift_credentials.stack.problems import invalid, shown
from openshift_credentials.stack.tree import Tree, as_group
from openshift_credentials.systems.etcd_backup.checks.s3_bucket import bucket_problems
from openshift_credentials.systems.snapshot_store.settings import SnapshotStoreSettings

_STORE = "snapshotStore"


def branch_problems(root: Mapping[str, object], secret_keys: Collection[str]) -> Iterator[Notice]:
    """All problems between settings of the branch."""
    tree = Tree(root, secret_keys)
    yield from bucket_problems(tree, _STORE)
    yield from _somebody_is_let_in(tree)
    yield from _roles_are_named_once(tree)
    yield from _expiry_reaches_something(tree)


def problems(_: SnapshotStoreSettings) -> Iterator[Notice]:
    """Every rule is one on the raw tree."""
    return iter(())


def assert_promises(_: SnapshotStoreSettings) -> None:
    """The store writes nothing that an operator judges."""


def _somebody_is_let_in(tree: Tree) -> Iterator[Notice]:
    if not tree.items(f"{_STORE}.uploadRoles") and not tree.items(f"{_STORE}.copyRoles"):
        yield invalid(
            f"{_STORE}.uploadRoles",
            "or copyRoles requires a role: without one, no role could write to the bucket",
            "add output roleArn of the other stack",
        )


def _roles_are_named_once(tree: Tree) -> Iterator[Notice]:
    for group in ("uploadRoles", "copyRoles"):
        seen: set[object] = set()
        for index, item in enumerate(tree.items(f"{_STORE}.{group}")):
            role = as_group(item)
            arn, prefix = role.get("roleARN"), role.get("keyPrefix")
            well_formed = isinstance(arn, str) and not aws_rules.IAM_ROLE_ARN.problem(arn)
            if well_formed and (arn, prefix) in seen:
                yield invalid(
                    f"{_STORE}.{group}[{index}].roleARN",
                    "is already in the list",
                    "remove one of the entries",
                    value=shown(arn, secret=False),
                )
            seen.add((arn, prefix))


def _expiry_reaches_something(tree: Tree) -> Iterator[Notice]:
    for name in ("retentionDays", "transition"):
        given = tree.value(f"{_STORE}.{name}") is not None
        if given and not tree.items(f"{_STORE}.uploadRoles"):
            yield invalid(
                f"{_STORE}.{name}",
                "applies to snapshots under the prefixes of uploadRoles, which are empty; copies "
                "are kept",
                "remove it",
            )
