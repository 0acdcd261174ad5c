"""Entry point of ``openshift-credentials`` and of ``python -m openshift_credentials``."""

import gc
import sys

from openshift_credentials.cli import main


def run() -> int:
    """Run one verb as a process of its own, and return the exit code.

    The objects of a verb live until the process ends. Garbage collection would take a quarter of
    the time of a preview.
    """
    gc.set_threshold(100_000, 50, 1_000)
    try:
        return main()
    finally:
        gc.freeze()


if __name__ == "__main__":
    sys.exit(run())
