"""Verb ``completion``: verbs, actions, options and their choices, for the user's shell.

The script is generated from the parsers themselves by shtab, and runs nothing of the program.
"""

import argparse
import sys
from collections.abc import Iterator
from typing import Final, cast

import shtab

from openshift_credentials.base.errors import ExitCode

from ..argument_parser import PROGRAM

_EPILOG: Final = f"""\
The command must be on the PATH.

Examples:
  source <({PROGRAM} completion bash)
  source <({PROGRAM} completion zsh)
  {PROGRAM} completion fish | source
Exit codes: 0 printed.
"""

_FILES: Final = {"FILE": shtab.FILE, "DIR": shtab.DIRECTORY}
"""What the shell offers for an argument, by a word in its placeholder."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    parser.add_argument("shell", choices=shtab.SUPPORTED_SHELLS, help="the shell")


def run(arguments: argparse.Namespace) -> ExitCode:
    from ..program import make_parser  # noqa: PLC0415 - imports verbs

    parser = make_parser(PROGRAM)
    for action in _actions(parser):
        for word, offered in _FILES.items():
            if word in str(action.metavar):
                action.complete = offered  # pyright: ignore[reportAttributeAccessIssue] - shtab's
    sys.stdout.write(shtab.complete(parser, arguments.shell).rstrip() + "\n")
    return ExitCode.OK


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:  # noqa: SLF001
        yield action
        if isinstance(action.choices, dict):
            for below in cast("dict[str, argparse.ArgumentParser]", action.choices).values():
                yield from _actions(below)
