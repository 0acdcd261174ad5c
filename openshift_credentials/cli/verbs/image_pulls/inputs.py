"""Files and versions that the verb ``image-pulls`` reads."""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from openshift_credentials.base.errors import UnusableInputError, input_problem
from openshift_credentials.platforms.kubernetes.rbac import Manifest
from openshift_credentials.platforms.manifests.documents import read_content, read_documents
from openshift_credentials.platforms.manifests.syntax import SyntaxProblem, parse_component_config
from openshift_credentials.platforms.manifests.values import object_with_text_keys
from openshift_credentials.systems.image_pulls.rules.gates import COMPARED, KubeletVersion
from openshift_credentials.systems.image_pulls.rules.provider_config import FILE_SUFFIXES


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
    content = read_content(path, sys.stdin.buffer)
    if isinstance(content, bytes) and not content.strip():
        content = "is empty; --help says what it has to contain"
    if isinstance(content, str):
        name = "standard input" if path == "-" else path
        raise UnusableInputError([input_problem(f"{name}: {content}")])
    return content


def directory(path: Path) -> Mapping[str, bytes]:
    """The files of a directory that the kubelet reads, by name.

    Raises :class:`UnusableInputError` if it cannot be read.
    """
    files = (entry for entry in path.iterdir() if not (entry.is_dir() and not entry.is_symlink()))
    found = [file for file in files if file.name.endswith(FILE_SUFFIXES)]
    if not found:
        names = " and ".join(f"*{suffix}" for suffix in FILE_SUFFIXES)
        why = f"{path}: contains no files for a kubelet ({names})"
        raise UnusableInputError([input_problem(why, "use its folder of provider files")])
    return {file.name: content(str(file)) for file in found}


def document(path: str) -> object:
    """The JSON or the first YAML document in a file.

    Raises :class:`UnusableInputError` if it cannot be read.
    """
    document = parse_component_config(content(path))
    if isinstance(document, SyntaxProblem):
        raise UnusableInputError([input_problem(f"{path}: {document}")])
    return document


def manifests(path: str) -> list[Manifest]:
    """All objects in a file.

    Raises :class:`UnusableInputError` if it cannot be read.
    """
    documents, problems = read_documents([path], sys.stdin.buffer)
    if problems:
        raise UnusableInputError(problems)
    return [object_with_text_keys(manifest.content) for manifest in documents]
