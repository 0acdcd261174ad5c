"""``azure-identities hosted-cluster``: whether the API server accepts HostedClusters."""

import argparse
import sys

from openshift_credentials.base.errors import ExitCode, UnusableInputError
from openshift_credentials.platforms.manifests import ManifestDocument, printable, read_documents, within_depth
from openshift_credentials.systems.control_plane_identities.rules.hosted_cluster import (
    HostedClusterVerdict,
    judge_hosted_cluster,
)

from ...output import print_answer
from .answers import VERDICT_MEMBERS, hosted_cluster_json, hosted_cluster_lines, unread_json
from .reading import add_files, the_one


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_files(parser)
    parser.add_argument("--replaces", metavar="FILE", help="manifest of the object that each HostedCluster replaces")


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the verdict on each object."""
    files: list[str] = arguments.files
    documents, problems = read_documents(files, sys.stdin.buffer)
    old = the_one(arguments.replaces, problems) if arguments.replaces else None
    verdicts: list[HostedClusterVerdict] = []
    for document in documents:
        try:
            verdicts.append(_verdict(document, old))
        except UnusableInputError as error:
            problems += document.problems_of(error)
    unread = [unread_json(problem, *VERDICT_MEMBERS) for problem in problems]
    print_answer(
        arguments.output,
        [*map(hosted_cluster_json, verdicts), *unread],
        (printable(line) for verdict in verdicts for line in hosted_cluster_lines(verdict)),
    )
    if problems:
        raise UnusableInputError(problems, has_result=True)
    return ExitCode.OK if all(verdict.accepted for verdict in verdicts) else ExitCode.NO


def _verdict(document: ManifestDocument, old: ManifestDocument | None) -> HostedClusterVerdict:
    before = within_depth(old.content) if old else None
    return judge_hosted_cluster(within_depth(document.content), before)
