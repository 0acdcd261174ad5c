"""Verbs with actions: one module per action, all with ``-o`` and the same form of help.

A module can list the forms of its answer as ``OUTPUTS``; the first is the default.
"""

import argparse
from collections.abc import Callable, Mapping
from types import ModuleType

from openshift_credentials.base.errors import ExitCode

from .argument_parser import add_later_parsers
from .output import add_output


def _declare_arguments(parser: argparse.ArgumentParser, module: ModuleType) -> None:
    module.configure(parser)
    add_output(parser, *getattr(module, "OUTPUTS", ("text", "json")))
    parser.set_defaults(action=module.run)


def with_actions(
    package: str, actions: Mapping[str, str], epilog: str
) -> tuple[Callable[[argparse.ArgumentParser], None], Callable[[argparse.Namespace], ExitCode]]:
    """``configure`` and ``run`` of a verb whose actions are modules of ``package``.

    ``actions`` has a summary for the help by name. A module has the action's name, with
    underscores for hyphens. Only the module of the action that the user names is imported.
    """

    def configure(parser: argparse.ArgumentParser) -> None:
        parser.epilog = epilog
        add_later_parsers(parser, "ACTION", actions, package, _declare_arguments)

    def run(arguments: argparse.Namespace) -> ExitCode:
        result: ExitCode = arguments.action(arguments)
        return result

    return configure, run
