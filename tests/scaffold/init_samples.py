"""The command line of init that the tests share."""

from collections.abc import Sequence
from pathlib import Path


def init(directory: Path, *arguments: str) -> Sequence[str]:
    return ("init", "--stack", "new", "-C", str(directory), "--no-input", *arguments)
