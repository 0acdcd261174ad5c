"""Installs the Pulumi CLI into the project's folder where it is missing: ``make cli``."""

import shutil
import subprocess
import sys
from typing import Final

from pulumi.automation import PulumiCommand

from tests.kit.places import REPOSITORY

PLACE: Final = REPOSITORY / ".pulumi"


def main() -> int:
    if found := shutil.which("pulumi"):
        sys.stdout.write(f"The Pulumi CLI is here already: {found}\n")
        return 0
    try:
        command = PulumiCommand.install(root=str(PLACE))
    except (OSError, subprocess.CalledProcessError, RuntimeError) as error:
        sys.stderr.write(
            f"error: the Pulumi CLI could not be installed: {error}. Its installer comes from "
            "get.pulumi.com, which this machine cannot reach or does not trust. Install the CLI "
            "by other means (https://www.pulumi.com/docs/install/) and put it on PATH\n"
        )
        return 1
    sys.stdout.write(
        f"The Pulumi CLI {command.version} is in {PLACE / 'bin'}; the targets of make find it "
        "there. For your own use put that folder on PATH\n"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
