"""How long what holds snapshots, or guards them, stays."""

from enum import StrEnum


class Keeping(StrEnum):
    """What a destroy does with a resource.

    The engine refuses to delete what is protected even where it would be left behind, so a
    resource is the one or the other.
    """

    PROTECTED = "protected"
    LEFT_BEHIND = "left-behind"
    DELETED = "deleted"


def keeping(*, protect: bool, retain_on_destroy: bool) -> Keeping:
    """The effect of the two settings; ``retainOnDestroy`` makes ``protect`` meaningless."""
    if retain_on_destroy:
        return Keeping.LEFT_BEHIND
    return Keeping.PROTECTED if protect else Keeping.DELETED
