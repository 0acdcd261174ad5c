"""What a process may leave out that runs one preview, one update or one verb, and ends."""

import atexit
import gc


def leave_garbage() -> None:
    """Let the end of the process free what this process builds, nearly all of which lives so long.

    Searching it for garbage, again and again and once more at the end, would take a quarter of
    the time of a preview.
    """
    gc.set_threshold(100_000, 50, 1_000)
    atexit.register(gc.freeze)
