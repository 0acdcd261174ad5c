"""Lifecycle rules of S3."""

from collections.abc import Sequence
from dataclasses import dataclass

from pulumi_aws import s3

Rule = s3.BucketLifecycleConfigurationRuleArgsDict


@dataclass(frozen=True, kw_only=True)
class SnapshotLifecycle:
    """Days until deletion; snapshots below the prefixes expire only with ``retention_days``.

    With ``storage_class``, snapshots move to it after ``transition_days``.
    """

    abort_incomplete_uploads_days: int
    noncurrent_version_days: int
    retention_days: int | None = None
    storage_class: str | None = None
    transition_days: int = 0
    key_prefixes: Sequence[str] = ()


def lifecycle_rules(lifecycle: SnapshotLifecycle) -> list[Rule]:
    """Rules for unfinished uploads and old versions everywhere, and optionally for snapshots.

    A rule that moves or deletes snapshots includes the slash of the prefix, so that it does not
    match another prefix that starts with the same characters.
    """
    rules: list[Rule] = [
        {
            "id": "abort-incomplete-uploads",
            "status": "Enabled",
            "filter": {},
            "abort_incomplete_multipart_upload": {
                "days_after_initiation": lifecycle.abort_incomplete_uploads_days
            },
        },
        {
            "id": "expire-noncurrent-versions",
            "status": "Enabled",
            "filter": {},
            "noncurrent_version_expiration": {"noncurrent_days": lifecycle.noncurrent_version_days},
            "expiration": {"expired_object_delete_marker": True},
        },
    ]
    if lifecycle.storage_class is not None:
        rules.extend(
            _transition(number, prefix, lifecycle.storage_class, lifecycle.transition_days)
            for number, prefix in enumerate(lifecycle.key_prefixes, start=1)
        )
    if lifecycle.retention_days is not None:
        rules.extend(
            _expiry(number, prefix, lifecycle.retention_days)
            for number, prefix in enumerate(lifecycle.key_prefixes, start=1)
        )
    return rules


def _transition(number: int, prefix: str, storage_class: str, days: int) -> Rule:
    return {
        "id": f"move-snapshots-{number}",
        "status": "Enabled",
        "filter": {"prefix": f"{prefix}/"},
        "transitions": [{"days": days, "storage_class": storage_class}],
    }


def _expiry(number: int, prefix: str, days: int) -> Rule:
    return {
        "id": f"expire-snapshots-{number}",
        "status": "Enabled",
        "filter": {"prefix": f"{prefix}/"},
        "expiration": {"days": days},
    }
