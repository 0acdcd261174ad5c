"""``explain``: what the identity of a stack can do, and who can become it."""

import argparse
import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from hcpbackup.exit_codes import ExitCode

if TYPE_CHECKING:
    from hcpbackup.explain.model import Explanation
    from hcpbackup.settings import StackSettings


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = (
        "Examples:\n"
        "  python -m hcpbackup explain --stack dev\n"
        "  python -m hcpbackup explain --stack dev -o json"
    )
    parser.add_argument("-s", "--stack", required=True, metavar="NAME", help="stack to explain")
    parser.add_argument(
        "-o", "--output", choices=("text", "json"), default="text", help="text (default) or json"
    )
    parser.add_argument(
        "-c",
        "--config",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="setting over that of the stack file, by its path: credentials.restore=true",
    )
    parser.add_argument(
        "--config-file", type=Path, metavar="FILE", help="read this instead of Pulumi.NAME.yaml"
    )
    parser.add_argument(
        "-C",
        "--cwd",
        type=Path,
        default=Path(),
        metavar="DIR",
        help="directory of the program (default: this one)",
    )


def run(arguments: argparse.Namespace) -> ExitCode:
    """Read the settings, and explain what the program makes of them."""
    from hcpbackup.explain.text import to_json, to_text  # noqa: PLC0415
    from hcpbackup.preview.stack_files import read_stack  # noqa: PLC0415
    from hcpbackup.settings import load_settings  # noqa: PLC0415
    from hcpbackup.terminal import Style  # noqa: PLC0415

    stack = read_stack(
        arguments.cwd.resolve(), arguments.stack, arguments.config_file, arguments.config
    )
    explanation = _explain(load_settings(stack.config, stack.secret_keys))
    if arguments.output == "json":
        sys.stdout.write(to_json(explanation))
    else:
        sys.stdout.write(to_text(explanation, Style.of(sys.stdout)))
    return ExitCode.OK


def _explain(settings: "StackSettings") -> "Explanation":
    """Ask the module of the stack's cloud; the other one is never imported."""
    cloud = "aws" if settings.storage.s3 else "azure"
    module = importlib.import_module(f"hcpbackup.explain.{cloud}")
    explain: Callable[[StackSettings], Explanation] = getattr(module, f"explain_{cloud}")
    return explain(settings)
