"""Settings of how backups run."""

from pydantic import Field

from openshift_credentials.stack.base import Settings


class BackupPolicy(Settings):
    """How ``pulumi up`` makes backups: how many at once, how long it waits, what it leaves."""

    wait: bool = Field(
        default=True,
        description="Wait until every backup has ended, and fail if one has failed. Without it "
        "`pulumi up` ends as soon as the objects are made, and all run at once.",
    )
    timeout_seconds: int = Field(
        default=1200,
        ge=60,
        le=86400,
        description="Longest wait for one backup, in seconds. The operator's Job may take 900 "
        "before it is ended.",
    )
    concurrency: int = Field(
        default=10,
        ge=1,
        le=1000,
        description="Most backups that run at once; without `wait` it has no effect.",
    )
    keep_previous: bool = Field(
        default=True,
        description="Leave the earlier HCPEtcdBackup of a hosted cluster to the operator's "
        "retention. Otherwise it is deleted once the new one has ended; the snapshot in the "
        "storage stays either way.",
    )
