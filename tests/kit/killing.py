"""SIGKILL to the Pulumi CLI and to what it has started."""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path


def strike(session: int, word: str = "") -> None:
    """Kill what runs in a session and has a word in its command line, the CLI first.

    Everything, without a word. The CLI's own command line has words of its plugins too.
    """
    for process, command in sorted(processes(session)):
        if word in command and (word != "pulumi" or process == session):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)


def processes(session: int) -> Iterator[tuple[int, str]]:
    """Every process of a session: the CLI puts its plugins into groups of their own."""
    for place in Path("/proc").glob("[0-9]*"):
        try:
            fields = (place / "stat").read_text().rpartition(")")[2].split()
            command = (place / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:  # it has ended meanwhile
            continue
        if int(fields[3]) == session and command:
            yield int(place.name), command
