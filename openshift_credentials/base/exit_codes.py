"""Exit codes of every verb; docs/cli.md has the same table."""

from enum import IntEnum


class ExitCode(IntEnum):
    """Exit codes of the program."""

    OK = 0
    """The answer is yes: the preview holds, the objects are valid."""

    NO = 1
    """The answer is no: another credential mode, an object that would be rejected."""

    UNUSABLE = 2
    """There is no answer: configuration, files or arguments are unusable."""

    INTERNAL = 70
    """There is no answer: a fault of the program, to be reported (``EX_SOFTWARE`` of BSD)."""

    INTERRUPTED = 130
    """Stopped by the user."""
