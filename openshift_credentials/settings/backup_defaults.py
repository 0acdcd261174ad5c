"""Settings that all backups share unless one has its own."""

from typing import Annotated

from pydantic import Field

from openshift_credentials.contract import text_rules as rules
from openshift_credentials.settings.base import Follows, NumberAsText, Settings


class BackupDefaults(Settings):
    """What an entry of ``backups`` or of the backups file has where it says nothing itself."""

    trigger: Annotated[str, NumberAsText, Follows(rules.TRIGGER)] | None = Field(
        default=None,
        description="Trigger of every backup that has none: a new one backs them all up.",
    )
    key_prefix: Annotated[str, Follows(rules.KEY_PREFIX_TEMPLATE)] | None = Field(
        default=None,
        description="Prefix of every backup that has none. Default: the storage's `keyPrefix`, "
        "then `/{namespace}/{name}`, so that no two hosted clusters share one.",
    )
