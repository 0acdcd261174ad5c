"""Arguments of the verbs that look at a stack, and what they name."""

import argparse
from pathlib import Path

from openshift_credentials.preview.stack_files import StackConfiguration, read_stack


def add_stack_arguments(parser: argparse.ArgumentParser, *, required: bool = True) -> None:
    """Declare which stack, where it is, and settings over those of its file."""
    parser.add_argument(
        "-s", "--stack", required=required, metavar="NAME", help="name of the stack"
    )
    parser.add_argument(
        "-c",
        "--config",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="setting over that of the stack file, by its path: etcdBackup.storage.s3.bucket=name",
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


def named_stack(arguments: argparse.Namespace) -> StackConfiguration:
    """Read the stack that the arguments name."""
    return read_stack(
        arguments.cwd.resolve(), arguments.stack, arguments.config_file, arguments.config
    )
