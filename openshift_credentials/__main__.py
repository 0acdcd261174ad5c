"""Entry point of ``openshift-credentials`` and of ``python -m openshift_credentials``."""

import sys

from openshift_credentials.base.short_process import leave_garbage
from openshift_credentials.cli.program import main


def run() -> int:
    """Run one verb as a process of its own, and return the exit code."""
    leave_garbage()
    return main()


if __name__ == "__main__":
    sys.exit(run())
