"""Records the terminal session of the home page: ``python docs/site/record.py``.

Runs each command at a pseudo-terminal, so that the colours are those that people see, and draws
what was printed as an SVG picture. The picture is the same for the same output.
"""

import os
import pty
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

REPOSITORY: Final = Path(__file__).parents[2]
PICTURE: Final = REPOSITORY / "docs" / "images" / "preview.svg"
COLUMNS: Final = 118
SESSION: Final = (
    ("preview --stack dev", "Credential Secret"),
    ("detect --explain --storage-type S3 docs/images/wrong-secret.yaml", ""),
)
"""Arguments of each command, and the beginning of the first line that is shown of its output."""


def record() -> str:
    """Run the session and return the picture."""
    console = Console(record=True, width=COLUMNS, file=StringIO(), force_terminal=True)
    for arguments, first in SESSION:
        console.print(Text.assemble(("$ ", "green"), f"openshift-credentials {arguments}"))
        lines = printed_at_a_terminal(arguments.split()).splitlines()
        starts = (number for number, line in enumerate(lines) if first in line)
        shown = lines[next(starts) :]
        console.print(Text.from_ansi("\n".join(shown)), end="\n\n", soft_wrap=False)
    return console.export_svg(title="openshift-credentials", unique_id="session")


def printed_at_a_terminal(arguments: list[str]) -> str:
    """What a command prints where its output is a terminal."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": str(COLUMNS)}
    environment.pop("NO_COLOR", None)
    process = subprocess.Popen(
        [sys.executable, "-m", "openshift_credentials", *arguments],
        cwd=REPOSITORY,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    output = b""
    while chunk := _read(ours):
        output += chunk
    process.wait()
    os.close(ours)
    return output.decode().replace("\r\n", "\n")


def _read(terminal: int) -> bytes:
    """The next output; none when the other end is closed, which Linux reports as an error."""
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


if __name__ == "__main__":
    PICTURE.write_text(record(), encoding="utf-8")
