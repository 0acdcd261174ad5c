"""Installs the Pulumi CLI into the project's folder where it is missing: ``make cli``."""

import shutil
import subprocess
import sys
from typing import Final
from urllib.error import URLError

from pulumi.automation import PulumiCommand

from tests.engine.conftest import NEEDED
from tests.kit.places import REPOSITORY

PLACE: Final = REPOSITORY / ".pulumi"


def main() -> int:
    if all(map(shutil.which, NEEDED)):
        sys.stdout.write(f"The Pulumi CLI is here already: {shutil.which('pulumi')}\n")
        return 0
    try:
        command = PulumiCommand.install(root=str(PLACE))
    except (OSError, subprocess.CalledProcessError, RuntimeError) as error:
        sys.stderr.write(
            f"error: the Pulumi CLI could not be installed: {_reason(error)}\nIts installer comes from get.pulumi.com, "
            "which this machine has to reach and trust. Otherwise install the CLI by other means "
            "(https://www.pulumi.com/docs/install/) and put it on PATH.\n"
        )
        return 1
    sys.stdout.write(
        f"The Pulumi CLI {command.version} is in {PLACE / 'bin'}; the targets of make find it "
        "there. For your own use put that folder on PATH.\n"
    )
    return 0


def _reason(error: Exception) -> str:
    """Why, in the words of the network or of the installer."""
    match error:
        case URLError():
            return str(error.reason)
        case subprocess.CalledProcessError():
            return error.output.decode(errors="replace").strip()
        case _:
            return str(error)


if __name__ == "__main__":
    raise SystemExit(main())
