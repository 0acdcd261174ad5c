"""The rule that a destroy does not delete storage with snapshots."""

from collections.abc import Iterator, Sequence

from policies.resources import Resource
from policies.rule import Configuration, Violation
from policies.stores import ACCOUNT, BUCKETS, CONTAINER, stores


def unprotected_store(
    resources: Sequence[Resource], configuration: Configuration
) -> Iterator[Violation]:
    """Buckets, accounts and containers of snapshots that a destroy would delete."""
    for store, _ in stores(resources, configuration, *BUCKETS, ACCOUNT, CONTAINER):
        if not store.protect:
            yield store, "set the option protect, so that no destroy deletes the snapshots"
