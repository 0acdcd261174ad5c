"""Action ``fleet plan``: simulation of a night, with all assumptions."""

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Final

from openshift_credentials.base.counts import quantity
from openshift_credentials.base.errors import unusable_input
from openshift_credentials.base.exit_codes import ExitCode
from openshift_credentials.cli.output import print_json, print_lines
from openshift_credentials.fleet.rules.night import (
    Assumptions,
    Night,
    Waves,
    simulate,
    waves,
    workers_for,
)
from openshift_credentials.platforms.kubernetes.durations import DURATION, duration_seconds

DEFAULT_WORKERS: Final = 25
"""Number of updates that the operator runs at once. Source: its variable
``MAX_CONCURRENT_RECONCILES`` (``operator/cmd/main.go``)."""

_EPILOG = """\
Exit codes: 0 the waves fit into the window, 1 they do not, 2 an argument is unusable.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = _EPILOG
    count = _number(1, 100_000)
    parser.add_argument(
        "--stacks", type=count, required=True, metavar="N", help="number of management clusters"
    )
    parser.add_argument(
        "--hosted-clusters",
        type=_number(0, 1000),
        required=True,
        metavar="M",
        help="hosted clusters per management cluster",
    )
    parser.add_argument(
        "--workers",
        type=_number(1, 4096),
        default=DEFAULT_WORKERS,
        metavar="W",
        help="updates that the operator runs at once (default: 25)",
    )
    parser.add_argument(
        "--backup-seconds",
        type=_number(1, 86400),
        default=Assumptions.backup_seconds,
        metavar="S",
        help="median (120)",
    )
    parser.add_argument(
        "--concurrency",
        type=_number(1, 1000),
        default=Assumptions.concurrency,
        metavar="C",
        help="per stack (10)",
    )
    parser.add_argument(
        "--node-memory",
        type=_number(1, 4096),
        default=Assumptions.node_gib,
        metavar="GIB",
        help="per node (56)",
    )
    parser.add_argument(
        "--window", type=_minutes, default=6 * 60, metavar="DURATION", help="of the night (6h)"
    )
    parser.add_argument(
        "--wave", type=_minutes, default=60, metavar="DURATION", help="between waves (1h)"
    )


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the night without waves, and waves that fit."""
    stacks, workers = arguments.stacks, arguments.workers
    wave, window = arguments.wave, arguments.window
    if wave > window:
        raise unusable_input("--wave: is longer than --window", "use a shorter wave")
    given = Assumptions(
        hosted_clusters=arguments.hosted_clusters,
        backup_seconds=float(arguments.backup_seconds),
        concurrency=arguments.concurrency,
        node_gib=float(arguments.node_memory),
    )
    night = simulate(stacks, workers, given)
    found = waves(stacks, workers, given, wave, window)
    fits = found is not None and found.fits
    enough = None if fits else workers_for(stacks, given, wave, window)
    if arguments.output == "json":
        document = {
            "assumptions": {**asdict(given), "workers": workers},
            "atOnce": asdict(night),
            "waves": asdict(found) if found else None,
            "workersThatFit": workers if fits else enough,
        }
        print_json(document)
    else:
        print_lines(_assumption_lines(given, workers))
        sys.stdout.write(f"\nAll at once: {_night(night)}\n")
        lines = _waves(found, window, wave, workers, enough)
        print_lines(lines)
    return ExitCode.OK if fits else ExitCode.NO


def _assumption_lines(given: Assumptions, workers: int) -> Iterator[str]:
    yield "Assumptions"
    clusters = quantity(given.hosted_clusters, "hosted cluster")
    yield f"  {quantity(workers, 'worker')}: an update occupies one for its whole run"
    yield f"  {clusters} per stack, {given.concurrency} at once"
    yield (
        f"  {given.backup_seconds:.0f} s for a backup in the median (standard deviation of the "
        f"logarithm {given.spread}), {given.update_seconds:.0f} s for an update without one"
    )
    yield (
        f"  {given.install_seconds:.0f} s until a pod is ready, with an image that contains "
        "the environment"
    )
    yield (
        f"  a pod requests {given.request_gib:.0f} GiB, takes {given.running_gib} GiB while it "
        f"updates and {given.waiting_gib * 1024:.0f} MiB while it waits"
    )
    yield f"  {given.node_gib:.0f} GiB and {given.node_pods} pods per node"
    yield "  every scheduled stack has a pod from the first minute"


def _night(night: Night) -> str:
    return (
        f"{night.seconds / 3600:.1f} h, {quantity(night.pods, 'pod')}, {night.requested_gib:,.0f} "
        f"GiB requested ({night.used_gib:,.0f} GiB used), {quantity(night.nodes, 'node')}"
    )


def _waves(
    found: Waves | None, window: int, wave: int, workers: int, enough: int | None
) -> Iterator[str]:
    if found is None:
        yield (
            f"Waves of {quantity(wave, 'minute')}: not even one stack finishes in a wave; "
            "use a longer --wave"
        )
        return
    waves, size = quantity(found.count, "wave"), quantity(found.size, "stack")
    what = f"{waves} of up to {size}, {quantity(found.minutes, 'minute')} apart"
    hours = f"{found.minutes_in_all / 60:.1f} h of a window of {window / 60:.1f} h"
    yield f"In waves: {what}: {hours}; each {_night(found.night)}"
    if found.fits:
        yield f"The waves fit with {quantity(workers, 'worker')}."
    elif enough is None:
        yield "They do not fit with any number of workers; use a longer --window"
    else:
        yield (
            f"They do not fit; they would fit with {quantity(enough, 'worker')} "
            f"(variable MAX_CONCURRENT_RECONCILES={enough} of the operator)"
        )


def _number(low: int, high: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not low <= int(text[:9]) <= high:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {low} to {high}")
        return int(text)

    return parse


def _minutes(text: str) -> int:
    if problem := DURATION.problem(text):
        raise argparse.ArgumentTypeError(f"{text!r} {problem}")
    return max(1, duration_seconds(text) // 60)
