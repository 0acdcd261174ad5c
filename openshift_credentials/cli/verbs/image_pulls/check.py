"""``image-pulls check``: whether a kubelet would start with a provider file."""

import argparse
import sys
from pathlib import Path

from openshift_credentials.base.exit_codes import ExitCode
from openshift_credentials.cli.output import print_json, print_notes
from openshift_credentials.cli.verbs.image_pulls import inputs
from openshift_credentials.cli.verbs.image_pulls.config_check import CheckAnswer, check
from openshift_credentials.platforms.manifests.values import printable


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("path", metavar="FILE|DIR", help="- is standard input")
    parser.add_argument(
        "--gate-off", action="store_true", help="the kubelet's token feature gate is disabled"
    )
    inputs.add_kubelet(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the verdict on the file, or on the folder."""
    path = Path(arguments.path)
    is_directory = arguments.path != "-" and path.is_dir()
    files = (
        inputs.directory(path)
        if is_directory
        else {path.name: inputs.file_of_kubelet(arguments.path)}
    )
    answer = check(
        files,
        arguments.kubelet_version,
        is_directory=is_directory,
        token_gate=not arguments.gate_off,
    )
    if arguments.output == "json":
        print_json(answer.as_json())
    else:
        sys.stdout.write(_check_text(arguments.path, answer))
    print_notes(answer.notes)
    return ExitCode.OK if answer.ok else ExitCode.NO


def _check_text(path: str, answer: CheckAnswer) -> str:
    lines = [f"{path}: the kubelet {'would start' if answer.ok else 'would not start'}"]
    lines += (f"  {error}" for error in answer.texts)
    if answer.hash:
        lines.append(f"  providers: {', '.join(answer.providers or ()) or 'none'}")
        lines.append(f"  hash: {answer.hash}")
    return "".join(f"{printable(line)}\n" for line in lines)
