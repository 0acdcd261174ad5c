"""Settings that all backups share unless one has its own."""

from typing import Annotated

from pydantic import Field

from openshift_credentials.etcd_backup.rules.key_prefix import KEY_PREFIX_TEMPLATE
from openshift_credentials.etcd_backup.rules.names import TRIGGER
from openshift_credentials.stack.base import Follows, NumberAsText, Settings


class BackupDefaults(Settings):
    """What an entry of ``backups`` or of the backups file has where it says nothing itself."""

    trigger: Annotated[str, NumberAsText, Follows(TRIGGER)] | None = Field(
        default=None,
        description="Trigger of every backup that has none: a new one backs them all up.",
    )
    key_prefix: Annotated[str, Follows(KEY_PREFIX_TEMPLATE)] | None = Field(
        default=None,
        description="Prefix of every backup that has none. Default: the storage's `keyPrefix`, "
        "then `/{namespace}/{name}`, so that no two hosted clusters share one.",
    )
