"""``azure-identities map``: the path of each identity from HostedCluster to pod."""

import argparse
import sys
from typing import Final

from openshift_credentials.base.errors import ExitCode, UnusableInputError, unusable_input
from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.manifests import printable, within_depth
from openshift_credentials.stack.load import load_settings
from openshift_credentials.systems.control_plane_identities.plan import chains_of_stack
from openshift_credentials.systems.control_plane_identities.rules import chains

from ...output import print_json, print_lines
from ...stack_arguments import add_stack_arguments, read_named_stack
from .reading import the_one

OUTPUTS: Final = ("text", "json", "mermaid")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="manifest of a HostedCluster")
    add_stack_arguments(parser, required=False)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the map."""
    path: str | None = arguments.file
    stack: str | None = arguments.stack
    if (path is None) == (stack is None):
        raise unusable_input("map: requires either --stack or one FILE")
    if path is not None:
        problems: list[Notice] = []
        document = the_one(path, problems)
        if document is None or problems:
            raise UnusableInputError(problems)
        found = chains.of_hosted_cluster(within_depth(document.content))
    else:
        named = read_named_stack(arguments)
        found = chains_of_stack(load_settings(named.config, named.secrets, named.program))
    match arguments.output:
        case "json":
            print_json(chains.to_json(found))
        case "mermaid":
            sys.stdout.write(chains.to_mermaid(found))
        case _:
            print_lines(printable(line) for line in chains.to_lines(found))
    return ExitCode.OK
