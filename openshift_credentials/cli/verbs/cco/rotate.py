"""``cco rotate``: Secrets that the operator recreates after they are deleted."""

import argparse
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from openshift_credentials.base.errors import ContractError, ExitCode, UnusableInputError, input_problem
from openshift_credentials.base.json_values import text_member
from openshift_credentials.platforms.credentials_requests import SecretRef
from openshift_credentials.platforms.kubernetes.secrets import read_secret
from openshift_credentials.platforms.manifests import printable
from openshift_credentials.systems.cloud_credentials.live import read_cluster
from openshift_credentials.systems.cloud_credentials.rules.modes import ModeDecision, determine_mode
from openshift_credentials.systems.cloud_credentials.rules.permissions import OperatorCloud
from openshift_credentials.systems.cloud_credentials.rules.upgrades import (
    RotationStep,
    content_hash,
    rotation_steps,
    steps_for,
)

from ...argument_parser import PROGRAM
from ...output import print_answer
from ...program import print_error
from .reading import LIVE, LiveCluster, add_cloud, add_connection, connect, read_requests, readable, secrets_of_cluster

EPILOG: Final = f"""\
First change the root secret (the stack updates it in place), then rotate. A Secret is deleted only
if the operator creates it again: in mint mode with the root secret present, or in passthrough
mode. Values are never printed, only a hash before and after.

Example: {PROGRAM} cco rotate --cloud aws --list
         {PROGRAM} cco rotate --cloud aws --apply
Exit codes: 0 done, 1 something did not change or was declined, 2 something cannot be read.
"""
_POLL: Final = 2.0
"""Seconds between two reads of a deleted Secret."""
_CAN_ROTATE: Final = (ModeDecision.MINT, ModeDecision.PASSTHROUGH)


def configure(parser: argparse.ArgumentParser) -> None:
    add_cloud(parser)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--list", action="store_true", help="list them in the order of --apply, and delete nothing")
    what.add_argument("--apply", action="store_true", help="delete them one by one")
    parser.add_argument(
        "--requests", default=LIVE, metavar="DIR", help=f"folder of CredentialsRequests; default: {LIVE}"
    )
    parser.add_argument(
        "--secret", action="append", default=[], metavar="NAMESPACE/NAME", help="only this Secret; can be repeated"
    )
    parser.add_argument("--yes", action="store_true", help="do not ask for confirmation before each deletion")
    parser.add_argument(
        "--timeout",
        type=_seconds,
        default=120,
        metavar="SECONDS",
        help="maximum wait for each new Secret (default: %(default)s)",
    )
    add_connection(parser)


def _seconds(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 3600):
        raise argparse.ArgumentTypeError("must be a whole number from 1 to 3600")
    return int(text)


def run(arguments: argparse.Namespace) -> ExitCode:
    cluster = connect(arguments) if arguments.apply else None
    read = readable(read_requests(arguments.requests, arguments), arguments.requests)
    every = rotation_steps(read.requests, OperatorCloud(arguments.cloud))
    unknown = sorted(set(arguments.secret) - {str(step.secret) for step in every})
    if unknown:
        raise UnusableInputError(
            input_problem(printable(f"--secret {name}: no request of {arguments.cloud} has this Secret"))
            for name in unknown
        )
    steps = steps_for(every, arguments.secret)
    if cluster is None:
        lines = (
            printable(f"{number:>3}. {step.secret}  ({', '.join(step.requests)})")
            for number, step in enumerate(steps, start=1)
        )
        print_answer(arguments.output, [_row(step) for step in steps], lines)
        return ExitCode.OK
    _refuse_unless_remade(cluster)
    results = list(_apply(cluster, steps, arguments))
    print_answer(arguments.output, results, map(_line, results))
    return ExitCode.OK if all(result["changed"] for result in results) else ExitCode.NO


def _row(step: RotationStep) -> Mapping[str, object]:
    return {"secret": str(step.secret), "requests": list(step.requests)}


def _refuse_unless_remade(cluster: LiveCluster) -> None:
    """Refuse to delete a Secret that is not recreated: its component would lose its credentials."""
    objects = cluster.mode_objects()
    objects += secrets_of_cluster(cluster, objects)
    decision = determine_mode(read_cluster(objects, is_live=True).facts)
    if decision.answer not in _CAN_ROTATE or decision.conflict:
        raise ContractError(
            f"the mode of the cluster is {decision.answer}: the operator would not create a "
            "deleted Secret again; rotate the credentials where they were created (see docs/cco.md)"
        )


def _apply(
    cluster: LiveCluster, steps: Sequence[RotationStep], arguments: argparse.Namespace
) -> Iterator[dict[str, object]]:
    for step in steps:
        before = _look(cluster, step.secret)
        if before is None:
            yield _result(step, None, None, "does not exist; the operator creates it")
            continue
        uid, digest = before
        if not (arguments.yes or _confirm(step)):
            yield _result(step, digest, None, "was declined")
            continue
        cluster.delete_secret(step.secret, uid)
        after = _wait_for_new(cluster, step.secret, uid, arguments.timeout)
        if after is None:
            yield _result(step, digest, None, "was deleted and has not been created again yet")
            print_error("stopped: check the conditions of the request before you continue")
            return
        same = after == digest
        yield _result(step, digest, after, "has the same content" if same else "is new")


def _result(step: RotationStep, before: str | None, after: str | None, outcome: str) -> dict[str, object]:
    return {
        **_row(step),
        "before": before,
        "after": after,
        "changed": after is not None and after != before,
        "outcome": outcome,
    }


def _line(result: Mapping[str, object]) -> str:
    hashes = f"{result['before'] or '-'} -> {result['after'] or '-'}"
    return printable(f"{result['secret']} {result['outcome']} ({hashes})")


def _confirm(step: RotationStep) -> bool:
    sys.stderr.write(printable(f"delete {step.secret} of {', '.join(step.requests)}? [y/N] "))
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _look(cluster: LiveCluster, secret: SecretRef) -> tuple[str, str] | None:
    found = cluster.secret(secret)
    if found is None:
        return None
    uid = text_member(found, "metadata", "uid")
    return uid, content_hash(read_secret(found).data)


def _wait_for_new(cluster: LiveCluster, secret: SecretRef, old_uid: str, timeout: int) -> str | None:
    """The hash of the new Secret; ``None`` if there is none in time."""
    end = time.monotonic() + timeout
    while True:
        found = _look(cluster, secret)
        if found is not None and found[0] != old_uid:
            return found[1]
        if time.monotonic() > end:
            return None
        time.sleep(_POLL)
