"""Verbs with actions of their own: one module per action, all with ``-o`` and alike help."""

import argparse
from collections.abc import Mapping
from types import ModuleType

from openshift_credentials.exit_codes import ExitCode


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
        action.add_argument(
            "-o", "--output", choices=("text", "json"), default="text", help="default: text"
        )
        action.set_defaults(action=module.run)


def run_action(arguments: argparse.Namespace) -> ExitCode:
    """Run the action that the arguments name."""
    result: ExitCode = arguments.action(arguments)
    return result
