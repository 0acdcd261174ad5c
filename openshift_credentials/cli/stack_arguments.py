"""Arguments of the verbs that read a stack."""

import argparse
import os
import re
from pathlib import Path
from typing import Final

from openshift_credentials.base.errors import unusable_argument
from openshift_credentials.preview.stack_files import StackConfiguration, read_stack

_STACK_FILE: Final = re.compile(r"Pulumi\.(.+)\.ya?ml")
_STACK_NAME: Final = re.compile(r"[A-Za-z0-9_.-]{1,100}")
"""After an optional organization and project (pulumi/pulumi ``sdk/go/common/tokens``)."""


def add_stack_arguments(parser: argparse.ArgumentParser, *, required: bool = True) -> None:
    """Declare the stack, its directory, and settings that override those of its file."""
    parser.add_argument("-s", "--stack", required=required, metavar="NAME", help="name of the stack")
    add_file_arguments(parser)


def add_file_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare where the file of the stack is, and settings that override its own."""
    parser.add_argument(
        "-c",
        "--config",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="override a setting of the stack file by its path, such as "
        "etcdBackup.storage.s3.bucket=name; can be repeated",
    )
    parser.add_argument("--config-file", type=Path, metavar="FILE", help="read this file instead of Pulumi.NAME.yaml")
    add_directory(parser)


def add_directory(parser: argparse.ArgumentParser) -> None:
    """Declare the directory of the program."""
    parser.add_argument(
        "-C",
        "--cwd",
        type=Path,
        default=Path(),
        metavar="DIR",
        help="directory of the program (default: the current one)",
    )


def read_named_stack(arguments: argparse.Namespace) -> StackConfiguration:
    """Read the stack in the arguments.

    Raises :class:`UnusableInputError`.
    """
    name = stack_name(arguments.stack)
    directory = Path(os.path.abspath(arguments.cwd))  # noqa: PTH100 - resolve() fails in a loop of links
    return read_stack(directory, name, arguments.config_file, arguments.config)


def stack_name(stack: str) -> str:
    """The name of a stack, without organization and project.

    Raises :class:`UnusableInputError` for the file of a stack, and if Pulumi rejects the name.
    """
    name = stack.rpartition("/")[2]
    if file := _STACK_FILE.fullmatch(name):
        raise unusable_argument(
            f"--stack {stack}: is the file of a stack; use its name, {file[1]}; verbs that read "
            "the file take one in another place with --config-file"
        )
    if not _STACK_NAME.fullmatch(name):
        raise unusable_argument(
            f"--stack {stack}: must be 1 to 100 letters, digits, hyphens, underscores and periods; "
            "use the name of a stack, such as dev"
        )
    return name
