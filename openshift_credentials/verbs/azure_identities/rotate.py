"""``azure-identities rotate``: which document is in use after each of several."""

import argparse

from openshift_credentials.azure.managed_identity.loading import rotation
from openshift_credentials.control_plane_identities.answers import rotation_json, rotation_lines
from openshift_credentials.errors import UnusableInputError
from openshift_credentials.exit_codes import ExitCode
from openshift_credentials.manifests.values import printable
from openshift_credentials.verbs.azure_identities.reading import add_files, contents_of
from openshift_credentials.verbs.output import print_json, print_lines


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
    if arguments.output == "json":
        print_json(rotation_json(names, steps))
    else:
        print_lines(rotation_lines(names, steps))
    return ExitCode.OK if steps[-1].in_use_after == len(files) - 1 else ExitCode.NO
