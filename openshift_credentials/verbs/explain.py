"""``explain``: what the identity of a stack can do, and who can become it."""

import argparse
import importlib
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from openshift_credentials.exit_codes import ExitCode
from openshift_credentials.verbs.stack_arguments import add_stack_arguments, named_stack

if TYPE_CHECKING:
    from openshift_credentials.explain.model import Explanation
    from openshift_credentials.settings import StackSettings


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = (
        "Examples:\n"
        "  python -m openshift_credentials explain --stack dev\n"
        "  python -m openshift_credentials explain --stack dev -o json"
    )
    add_stack_arguments(parser)
    parser.add_argument(
        "-o", "--output", choices=("text", "json"), default="text", help="text (default) or json"
    )


def run(arguments: argparse.Namespace) -> ExitCode:
    """Read the settings, and explain what the program makes of them."""
    from openshift_credentials.explain.text import to_json, to_text  # noqa: PLC0415
    from openshift_credentials.settings import load_settings  # noqa: PLC0415
    from openshift_credentials.terminal import Style  # noqa: PLC0415

    stack = named_stack(arguments)
    explanation = _explain(load_settings(stack.config, stack.secret_keys, directory=stack.program))
    if arguments.output == "json":
        sys.stdout.write(to_json(explanation))
    else:
        sys.stdout.write(to_text(explanation, Style.of(sys.stdout)))
    return ExitCode.OK


def _explain(settings: "StackSettings") -> "Explanation":
    """Ask the module of the stack's cloud; the other one is never imported."""
    cloud = "aws" if settings.storage.s3 else "azure"
    module = importlib.import_module(f"openshift_credentials.explain.{cloud}")
    explain: Callable[[StackSettings], Explanation] = getattr(module, f"explain_{cloud}")
    return explain(settings)
