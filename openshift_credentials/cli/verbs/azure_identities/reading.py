"""Files of the actions: contents of documents, and the only object of a manifest."""

import argparse
import sys
from collections.abc import Sequence

from openshift_credentials.base.errors import ProblemCode, input_problem
from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.manifests import (
    ManifestDocument,
    printable,
    read_content,
    read_documents,
    source_of,
)


def add_files(parser: argparse.ArgumentParser) -> None:
    """Declare the files of an action."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="- is standard input")


def contents_of(files: Sequence[str]) -> tuple[dict[str, bytes], list[Notice]]:
    """The content of every file, and one line per problem."""
    contents: dict[str, bytes] = {}
    problems: list[Notice] = []
    for file in dict.fromkeys(files):
        content = read_content(file, sys.stdin.buffer)
        if file == "-" and content == b"":
            content = "is empty; pass the document that the identity's issuer returned"
        if isinstance(content, str):
            text = f"{printable(source_of(file))}: {content}"
            problems.append(input_problem(text, code=ProblemCode.FILE, file=printable(file)))
        else:
            contents[file] = content
    return contents, problems


def the_one(path: str, problems: list[Notice]) -> ManifestDocument | None:
    """The only object of a manifest file."""
    documents, found = read_documents([path], sys.stdin.buffer)
    problems += found
    if len(documents) != 1 and not found:
        text = f"{printable(path)}: must contain exactly one object, but contains {len(documents)}"
        problems.append(input_problem(text, code=ProblemCode.MANIFEST, file=path))
    return documents[0] if len(documents) == 1 else None
