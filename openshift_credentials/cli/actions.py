"""Verbs with actions: one module per action, all with ``-o`` and the same form of help.

A module can list the forms of its answer as ``OUTPUTS``; the first is the default.
"""

import argparse
import importlib
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, Final

from openshift_credentials.base.exit_codes import ExitCode
from openshift_credentials.cli.argument_parser import ArgumentParser

OUTPUTS: Final = ("text", "json")


class _ActionParser(ArgumentParser):
    """Imports the module of its action only when a user names the action."""

    def __init__(self, *arguments: Any, module: str, **options: Any) -> None:  # noqa: ANN401 - argparse's
        super().__init__(*arguments, **options)
        self._module = module

    def declare(self) -> None:
        """Declare the arguments of the action."""
        module: ModuleType = importlib.import_module(self._module)
        module.configure(self)
        outputs: tuple[str, ...] = getattr(module, "OUTPUTS", OUTPUTS)
        self.add_argument(
            "-o", "--output", choices=outputs, default=outputs[0], help=f"default: {outputs[0]}"
        )
        self.set_defaults(action=module.run)


def with_actions(
    package: str, actions: Mapping[str, str], epilog: str
) -> tuple[Callable[[argparse.ArgumentParser], None], Callable[[argparse.Namespace], ExitCode]]:
    """``configure`` and ``run`` of a verb whose actions are modules of ``package``.

    ``actions`` has a summary for the help by name. A module has the action's name, with
    underscores for hyphens. Only the module of the action that the user names is imported.
    """

    def configure(parser: argparse.ArgumentParser) -> None:
        parser.epilog = epilog
        parsers = parser.add_subparsers(metavar="ACTION", required=True, parser_class=_ActionParser)
        for name, summary in actions.items():
            parsers.add_parser(
                name,
                module=f"{package}.{name.replace('-', '_')}",
                help=summary,
                description=f"{summary[0].upper()}{summary[1:]}.",
                formatter_class=argparse.RawDescriptionHelpFormatter,
                allow_abbrev=False,
            )

    def run(arguments: argparse.Namespace) -> ExitCode:
        result: ExitCode = arguments.action(arguments)
        return result

    return configure, run
