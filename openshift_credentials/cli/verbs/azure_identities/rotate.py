"""``azure-identities rotate``: which document is in use after each of several."""

import argparse

from openshift_credentials.base.errors import ExitCode, UnusableInputError
from openshift_credentials.platforms.azure.managed_identity.loading import rotation
from openshift_credentials.platforms.manifests import printable

from ...output import print_answer
from .answers import rotation_json, rotation_lines
from .reading import add_files, contents_of


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_files(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the document in use after each step."""
    files: list[str] = arguments.files
    contents, problems = contents_of(files)
    if problems:
        raise UnusableInputError(problems)
    steps = rotation([contents[file] for file in files])
    names = [printable(file) for file in files]
    print_answer(arguments.output, rotation_json(names, steps), rotation_lines(names, steps))
    return ExitCode.OK if steps[-1].in_use_after == len(files) - 1 else ExitCode.NO
