"""``image-pulls check``: whether a kubelet would start with a provider file."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from openshift_credentials.base.errors import ExitCode
from openshift_credentials.platforms.manifests import printable

from ...output import print_answer, print_notes
from . import inputs
from .config_check import CheckAnswer, check


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("path", metavar="FILE|DIR", help="- is standard input")
    parser.add_argument("--gate-off", action="store_true", help="the kubelet's token feature gate is disabled")
    inputs.add_kubelet(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the verdict on the file, or on the folder."""
    path = Path(arguments.path)
    is_directory = arguments.path != "-" and path.is_dir()
    files = inputs.directory(path) if is_directory else {path.name: inputs.file_of_kubelet(arguments.path)}
    answer = check(files, arguments.kubelet_version, is_directory=is_directory, token_gate=not arguments.gate_off)
    print_answer(arguments.output, answer.as_json(), _lines(arguments.path, answer))
    print_notes(answer.notes)
    return ExitCode.OK if answer.ok else ExitCode.NO


def _lines(path: str, answer: CheckAnswer) -> Iterator[str]:
    yield printable(f"{path}: the kubelet {'would start' if answer.ok else 'would not start'}")
    yield from (printable(f"  {error}") for error in answer.texts)
    if answer.hash:
        yield printable(f"  providers: {', '.join(answer.providers or ()) or 'none'}")
        yield f"  hash: {answer.hash}"
