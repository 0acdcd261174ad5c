"""Verb ``preflight``: problems in the cluster that would make an update or a backup fail."""

import argparse

from openshift_credentials.base.errors import ExitCode, UnusableInputError
from openshift_credentials.live.check import Check, Purpose, unusable

from ..cluster_arguments import add_cluster_arguments, tell
from ..stack_arguments import add_stack_arguments
from ..stack_in_cloud import cloud_checks
from ..stack_in_cluster import look, operations

_EPILOG = """\
Reads the cluster and changes nothing. The ClusterRole deploy/operate-clusterrole.yaml is enough.
With --cloud it also reads the cloud, with the credentials of your session: what exists there before
the update, and which names are taken or reserved.

Example: openshift-credentials preflight --stack prod
         openshift-credentials preflight --stack prod --cloud
Exit codes: 0 no obstacle, 1 an obstacle, 2 something could not be read.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = _EPILOG
    add_stack_arguments(parser)
    add_cluster_arguments(parser)
    parser.add_argument(
        "--cloud", action="store_true", help="also read the cloud, with the credentials of your session (extra 'cloud')"
    )


def run(arguments: argparse.Namespace) -> ExitCode:
    """Check the cluster and print every result."""
    checks: list[Check] = []
    try:
        for seen in look(arguments, Purpose.PREFLIGHT):
            checks += seen.operation.preflight(seen.settings, seen.observed)
    except UnusableInputError as error:
        if not arguments.cloud:
            raise
        checks += unusable(error)
    if arguments.cloud:
        checks += cloud_checks(arguments, operations(arguments))
    return tell(checks, arguments.output)
