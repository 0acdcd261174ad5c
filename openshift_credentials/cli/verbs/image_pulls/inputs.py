"""Files and versions that the verb ``image-pulls`` reads."""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from openshift_credentials.base.errors import UnusableInputError, unusable_input
from openshift_credentials.platforms.go.yaml import SyntaxProblem, parse_component_config
from openshift_credentials.platforms.manifests import read_content, source_of
from openshift_credentials.systems.image_pulls.rules.kubelets import COMPARED, KubeletVersion
from openshift_credentials.systems.image_pulls.rules.provider_config import FILE_SUFFIXES

_EMPTY: Final = "is empty; --help says what it has to contain"


def add_kubelet(parser: argparse.ArgumentParser) -> None:
    """Declare the version of the kubelet, whose rules differ."""
    parser.add_argument(
        "--kubelet-version",
        metavar="VERSION",
        type=_kubelet,
        default=COMPARED,
        help="version of the kubelet (default: %(default)s)",
    )


def _kubelet(text: str) -> KubeletVersion:
    try:
        return KubeletVersion.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} {error}") from None


def content(path: str) -> bytes:
    """The content of a file, or of standard input (``-``).

    Raises :class:`UnusableInputError` if it cannot be read, or is empty.
    """
    content = file_of_kubelet(path)
    if not content.strip():
        raise _unusable(path, _EMPTY)
    return content


def file_of_kubelet(path: str) -> bytes:
    """A file as the kubelet reads it, which has an answer for an empty one.

    Raises :class:`UnusableInputError` if it cannot be read, or if standard input is empty: then
    there is no file.
    """
    content = read_content(path, sys.stdin.buffer)
    if path == "-" and content == b"":
        content = _EMPTY
    if isinstance(content, str):
        raise _unusable(path, content)
    return content


def _unusable(path: str, why: str) -> UnusableInputError:
    return unusable_input(f"{source_of(path)}: {why}")


def directory(path: Path) -> Mapping[str, bytes]:
    """The files of a directory that the kubelet reads, by name.

    Raises :class:`UnusableInputError` if it cannot be read.
    """
    files = (entry for entry in path.iterdir() if not (entry.is_dir() and not entry.is_symlink()))
    return {file.name: file_of_kubelet(str(file)) for file in files if file.name.endswith(FILE_SUFFIXES)}


def document(path: str) -> object:
    """The JSON or the first YAML document in a file.

    Raises :class:`UnusableInputError` if it cannot be read.
    """
    document = parse_component_config(content(path))
    if isinstance(document, SyntaxProblem):
        raise unusable_input(f"{path}: {document}")
    return document
