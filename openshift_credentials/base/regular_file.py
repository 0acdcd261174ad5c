"""Content of a file that a user names: never a device or a pipe, and limited in size."""

import stat
from pathlib import Path

from openshift_credentials.base.errors import ProblemCode, ReportedProblem, UnusableInputError


def read_regular_file(path: str | Path, limit: int) -> bytes:
    """The content of a regular file of at most ``limit`` bytes.

    A FIFO would block and ``/dev/zero`` has no end; neither is opened for reading.

    Raises :class:`UnusableInputError` with a problem that completes
    the sentence "<path> ...", and :class:`FileNotFoundError`.
    """
    try:
        mode = Path(path).stat().st_mode
        if stat.S_ISDIR(mode):
            raise _problem("is a directory; use a file in it")
        if not stat.S_ISREG(mode):
            raise _problem("is not a regular file; use a regular file")
        with Path(path).open("rb") as file:
            content = file.read(limit + 1)
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise _problem(f"cannot be read: {reason or 'not a usable file name'}") from None
    if len(content) > limit:
        raise _problem(f"is larger than {limit // 1024**2} MiB; split it")
    return content


def _problem(text: str) -> UnusableInputError:
    return UnusableInputError([ReportedProblem(text, ProblemCode.FILE)])
