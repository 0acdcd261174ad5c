"""Every backup of a cluster, without a stack: those of OADP's plugin, and those made by hand."""

import argparse
from collections.abc import Sequence

from openshift_credentials.live.client import observe
from openshift_credentials.live.observed import Observed, Read
from openshift_credentials.platforms.kubernetes.names import DEFAULT_OPERATOR_NAMESPACE

from .cluster_arguments import access_of


def add_all_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare ``--all``, and where the operator of the cluster runs."""
    parser.add_argument(
        "--all", action="store_true", help="every backup of the cluster, including those of OADP; no stack is read"
    )
    parser.add_argument(
        "--operator-namespace",
        default=DEFAULT_OPERATOR_NAMESPACE,
        metavar="NAME",
        help="with --all: namespace of HyperShift's operator (default: %(default)s)",
    )


def observe_every_backup(arguments: argparse.Namespace) -> tuple[Sequence[Read], Observed]:
    """Read backups, Jobs, pods and events, and then the logs of what failed."""
    from openshift_credentials.systems.etcd_backup.live.evidence import failed_logs  # noqa: PLC0415
    from openshift_credentials.systems.etcd_backup.live.places import of_all  # noqa: PLC0415

    access = access_of(arguments)
    reads = of_all(arguments.operator_namespace)
    observed = observe(access, reads)
    logs = failed_logs(observed)
    return reads, observed.together_with(observe(access, logs)) if logs else observed
