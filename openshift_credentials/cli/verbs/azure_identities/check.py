"""``azure-identities check``: whether components can load credential documents."""

import argparse
from datetime import UTC, datetime

from openshift_credentials.base.errors import ExitCode, UnusableInputError
from openshift_credentials.platforms.manifests import printable
from openshift_credentials.systems.control_plane_identities.rules.vault_secrets import check

from ...output import print_answer
from .answers import CHECK_MEMBERS, check_json, check_lines, unread_json
from .reading import add_files, contents_of


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_files(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the result for each document."""
    files: list[str] = arguments.files
    contents, problems = contents_of(files)
    now = datetime.now(UTC)
    checked = {file: check(content, now) for file, content in contents.items()}
    print_answer(
        arguments.output,
        [
            *(check_json(printable(file), result) for file, result in checked.items()),
            *(unread_json(problem, *CHECK_MEMBERS) for problem in problems),
        ],
        (line for file, result in checked.items() for line in check_lines(printable(file), result, now)),
    )
    if problems:
        raise UnusableInputError(problems, has_result=True)
    return ExitCode.OK if all(result.load.loads for result in checked.values()) else ExitCode.NO
