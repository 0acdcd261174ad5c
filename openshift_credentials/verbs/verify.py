"""Verb ``verify``: whether what a stack promised is what the cluster has."""

import argparse
import sys
import time
from collections.abc import Sequence

from openshift_credentials.etcd_backup.rules.defaults import BACKUP_WAIT_SECONDS
from openshift_credentials.exit_codes import ExitCode
from openshift_credentials.operation.check import Check, Purpose, State
from openshift_credentials.verbs.cluster_arguments import add_cluster_arguments, tell
from openshift_credentials.verbs.stack_arguments import add_stack_arguments
from openshift_credentials.verbs.stack_in_cluster import look

_PAUSE = 5.0
_EPILOG = """\
Compares the real Job with the predicted one, and tells what came of every backup.

Example: openshift-credentials verify --stack prod
         openshift-credentials verify --stack prod --watch --wait 1200
Exit codes: 0 all is as promised, 1 something is not, 2 something has not ended or cannot be read.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = _EPILOG
    add_stack_arguments(parser)
    add_cluster_arguments(parser)
    parser.add_argument("--watch", action="store_true", help="look again until all have ended")
    parser.add_argument(
        "--wait",
        type=int,
        default=BACKUP_WAIT_SECONDS,
        metavar="SECONDS",
        help="longest time to watch (default: %(default)s)",
    )


def run(arguments: argparse.Namespace) -> ExitCode:
    """Look once, or until every backup has ended, and print every check."""
    started = time.monotonic()
    checks = _checks(arguments)
    while arguments.watch and _pending(checks):
        elapsed = time.monotonic() - started
        if elapsed + _PAUSE > arguments.wait:
            break
        ended = sum(each.code.startswith("backup-") for each in checks) - len(_pending(checks))
        sys.stderr.write(f"{elapsed:5.0f} s: {ended} ended, {len(_pending(checks))} not\n")
        time.sleep(_PAUSE)
        checks = _checks(arguments)
    return tell(checks, arguments.output)


def _checks(arguments: argparse.Namespace) -> Sequence[Check]:
    return [
        check
        for seen in look(arguments, Purpose.VERIFY)
        for check in seen.operation.verify(seen.settings, seen.observed)
    ]


def _pending(checks: Sequence[Check]) -> Sequence[Check]:
    return [
        each for each in checks if each.state is State.UNKNOWN and each.code == "backup-not-ended"
    ]
