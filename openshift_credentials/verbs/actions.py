"""Verbs with actions of their own: one module per action, all with ``-o`` and alike help.

A module may name the forms of its answer as ``OUTPUTS``; the first is the default.
"""

import argparse
from collections.abc import Mapping
from types import ModuleType
from typing import Final

from openshift_credentials.exit_codes import ExitCode

OUTPUTS: Final = ("text", "json")


def add_actions(
    parser: argparse.ArgumentParser, modules: Mapping[str, tuple[ModuleType, str]]
) -> None:
    """Declare the arguments of each action: its module, and a summary for the help."""
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    for name, (module, summary) in modules.items():
        action = actions.add_parser(
            name,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        module.configure(action)
        outputs: tuple[str, ...] = getattr(module, "OUTPUTS", OUTPUTS)
        action.add_argument(
            "-o", "--output", choices=outputs, default=outputs[0], help=f"default: {outputs[0]}"
        )
        action.set_defaults(action=module.run)


def run_action(arguments: argparse.Namespace) -> ExitCode:
    """Run the action that the arguments name."""
    result: ExitCode = arguments.action(arguments)
    return result
