"""``preview``: what a stack would make, and which credential mode the operator would choose."""

import argparse
import gc
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from hcpbackup.errors import ContractError, UnusableInputError
from hcpbackup.exit_codes import ExitCode
from hcpbackup.terminal import Style

if TYPE_CHECKING:
    from hcpbackup.preview.digest import Preview


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = (
        "Examples:\n"
        "  python -m hcpbackup preview --stack dev\n"
        "  python -m hcpbackup preview --stack dev --diff --config backups[0].trigger=now\n"
        "  python -m hcpbackup preview --stack aro -o markdown > comment.md"
    )
    parser.add_argument("-s", "--stack", required=True, metavar="NAME", help="stack to preview")
    parser.add_argument(
        "-o",
        "--output",
        choices=("text", "json", "markdown"),
        default="text",
        help="text (default), json as of 'pulumi preview --json', or markdown for a pull request",
    )
    parser.add_argument("--diff", action="store_true", help="show the inputs of every resource")
    parser.add_argument(
        "-c",
        "--config",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="setting over that of the stack file, by its path: storage.s3.bucket=name",
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
    """Preview and print; a failure is also drawn where a machine or a reviewer reads it."""
    from hcpbackup.preview.stack_files import read_stack  # noqa: PLC0415

    # The graph of resources lives until the end of the process: looking for garbage in it
    # again and again takes as long as building it.
    gc.set_threshold(20_000, 50, 1_000)
    stack = read_stack(
        arguments.cwd.resolve(), arguments.stack, arguments.config_file, arguments.config
    )
    from hcpbackup.preview.digest import digest, failed  # noqa: PLC0415
    from hcpbackup.preview.run import run_program  # noqa: PLC0415

    try:
        result = digest(stack, run_program(stack))
    except (ContractError, UnusableInputError) as error:
        if arguments.output != "text":
            sys.stdout.write(_rendered(failed(stack, error), arguments))
        raise
    sys.stdout.write(_rendered(result, arguments))
    return ExitCode.OK


def _rendered(preview: "Preview", arguments: argparse.Namespace) -> str:
    if arguments.output == "json":
        from hcpbackup.preview.as_json import to_json  # noqa: PLC0415

        return to_json(preview)
    if arguments.output == "markdown":
        from hcpbackup.preview.markdown import to_markdown  # noqa: PLC0415

        return to_markdown(preview)
    from hcpbackup.preview.text import draw  # noqa: PLC0415

    return draw(preview, Style.of(sys.stdout), diff=arguments.diff)
