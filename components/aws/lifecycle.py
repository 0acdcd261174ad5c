"""What S3 removes by itself, and when."""

from collections.abc import Sequence

from pulumi_aws import s3

Rule = s3.BucketLifecycleConfigurationRuleArgsDict


def lifecycle_rules(
    *,
    abort_incomplete_uploads_days: int,
    noncurrent_version_days: int,
    retention_days: int | None,
    key_prefixes: Sequence[str],
) -> list[Rule]:
    """Unfinished uploads and old versions everywhere; snapshots only if asked, and only theirs.

    The rule that deletes snapshots has the prefix with its slash, so that it does not reach a
    neighbour whose name starts alike.
    """
    rules: list[Rule] = [
        {
            "id": "abort-incomplete-uploads",
            "status": "Enabled",
            "filter": {},
            "abort_incomplete_multipart_upload": {
                "days_after_initiation": abort_incomplete_uploads_days
            },
        },
        {
            "id": "expire-noncurrent-versions",
            "status": "Enabled",
            "filter": {},
            "noncurrent_version_expiration": {"noncurrent_days": noncurrent_version_days},
            "expiration": {"expired_object_delete_marker": True},
        },
    ]
    if retention_days is not None:
        rules.extend(
            _expiry(number, prefix, retention_days)
            for number, prefix in enumerate(key_prefixes, start=1)
        )
    return rules


def _expiry(number: int, prefix: str, days: int) -> Rule:
    return {
        "id": f"expire-snapshots-{number}",
        "status": "Enabled",
        "filter": {"prefix": f"{prefix}/"},
        "expiration": {"days": days},
    }
