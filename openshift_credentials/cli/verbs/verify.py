"""Verb ``verify``: whether the cluster has what the stack predicted."""

import argparse
import time
from collections.abc import Sequence
from typing import Final

from openshift_credentials.base.errors import ExitCode, unusable_input
from openshift_credentials.live.check import Check, Purpose
from openshift_credentials.systems.etcd_backup.rules.names import BACKUP_WAIT_SECONDS

from ..cluster_arguments import add_cluster_arguments, tell
from ..every_backup import add_all_arguments, observe_every_backup
from ..stack_arguments import add_stack_arguments
from ..stack_in_cluster import look
from ..watching import pending, progress

PAUSE: Final = 5.0
"""Seconds between two checks."""

_EPILOG = """\
Compares the real Job with the predicted one, and reports the result of every backup. With --all it
checks every HCPEtcdBackup of the cluster, including those of OADP, and needs no stack.

Example: openshift-credentials verify --stack prod
         openshift-credentials verify --stack prod --watch --timeout 1200
         openshift-credentials verify --all
Exit codes: 0 everything matches, 1 something does not, 2 something has not ended or cannot be read.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = _EPILOG
    add_stack_arguments(parser, required=False)
    add_cluster_arguments(parser)
    add_all_arguments(parser)
    parser.add_argument("--watch", action="store_true", help="check again until all have finished")
    parser.add_argument(
        "--timeout",
        type=int,
        default=BACKUP_WAIT_SECONDS,
        metavar="SECONDS",
        help="maximum time to watch (default: %(default)s)",
    )


def run(arguments: argparse.Namespace) -> ExitCode:
    """Check once, or until every backup has ended, and print every result."""
    if bool(arguments.stack) == arguments.all:
        raise unusable_input("use either --stack NAME or --all")
    checks = _watch(arguments) if arguments.watch else _checks(arguments)
    return tell(checks, arguments.output)


def _watch(arguments: argparse.Namespace) -> Sequence[Check]:
    started = time.monotonic()
    with progress() as show:
        while True:
            checks = _checks(arguments)
            elapsed = time.monotonic() - started
            show(checks, elapsed)
            if not pending(checks) or elapsed + PAUSE > arguments.timeout:
                return checks
            time.sleep(PAUSE)


def _checks(arguments: argparse.Namespace) -> Sequence[Check]:
    if arguments.all:
        from openshift_credentials.systems.etcd_backup.live.verify import verify_all  # noqa: PLC0415

        _, observed = observe_every_backup(arguments)
        return list(verify_all(arguments.operator_namespace, observed))
    return [
        check
        for seen in look(arguments, Purpose.VERIFY)
        for check in seen.operation.verify(seen.settings, seen.observed)
    ]
