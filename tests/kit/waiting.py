"""Waiting for another process."""

import time
from collections.abc import Callable


def wait_until(happened: Callable[[], object], seconds: float = 60) -> None:
    """Look again and again; fail when it has not happened in time."""
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline, "it has not happened in time"
        time.sleep(0.2)
