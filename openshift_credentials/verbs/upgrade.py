"""Verb ``upgrade``: convert the state of a stack of release 0.1 to the names of this program."""

import argparse
import json
import sys
from pathlib import Path
from typing import Final, cast

from openshift_credentials.cli import PROGRAM
from openshift_credentials.errors import UnusableInputError
from openshift_credentials.etcd_backup.earlier_state import State, upgraded
from openshift_credentials.exit_codes import ExitCode

_EPILOG: Final = f"""\
Only the file is read, and nothing is changed; encrypted values stay encrypted.
docs/upgrading.md has all steps, also for the stack file.

Example: pulumi stack export --stack prod --file old.json        (in the old checkout)
         {PROGRAM} upgrade old.json > new.json
         pulumi stack import --stack prod --file new.json        (in the new one)
Exit codes: 0 rewritten; 2 the file is not the state of such a stack.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    parser.epilog = _EPILOG
    parser.add_argument(
        "file", metavar="FILE", help="output of 'pulumi stack export'; - is standard input"
    )


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the rewritten state."""
    name = "standard input" if arguments.file == "-" else arguments.file
    text = sys.stdin.read() if arguments.file == "-" else Path(arguments.file).read_text("utf-8")
    try:
        state = upgraded(_read(text))
    except UnusableInputError as error:
        raise UnusableInputError([f"{name}: {problem}" for problem in error.problems]) from None
    sys.stdout.write(json.dumps(state, indent=4) + "\n")
    return ExitCode.OK


def _read(text: str) -> State:
    try:
        state = json.loads(text)
    except ValueError as error:
        raise UnusableInputError([f"is not JSON: {error}"]) from None
    if not isinstance(state, dict):
        raise UnusableInputError(["is JSON, but not an object"])
    return cast("State", state)
