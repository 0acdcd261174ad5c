"""The lifecycle rule that deletes old snapshots, and nothing else."""

from typing import Final

EXPIRY_RULE: Final = "expire-etcd-snapshots"
"""Name of the rule in the management policy of the account."""

MANAGEMENT_POLICY: Final = "default"
"""The only name that the management policy of an account can have."""

NEVER: Final = 36_500
"""Days of a rule that is switched off, a hundred years: a rule needs an action to exist."""


def prefix_filter(container: str, key_prefix: str) -> str:
    """Filter of the rule: container and prefix, ending at a slash.

    Without the slash, prefix ``etcd`` would also match ``etcd-other/``.
    """
    return f"{container}/{key_prefix.strip('/')}/"
