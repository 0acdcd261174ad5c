"""Action ``fleet status``: the status of the stacks of a fleet, from recorded or live objects."""

import argparse
import re
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from openshift_credentials.base.errors import ExitCode, ProblemCode, UnusableInputError, input_problem, unusable_input
from openshift_credentials.base.json_values import object_member, text_member
from openshift_credentials.base.terminal import Style
from openshift_credentials.fleet.check import is_stack
from openshift_credentials.fleet.rendering import API_VERSION
from openshift_credentials.fleet.status import Judge, Object, Report, markdown_lines, newest_trigger, text_lines
from openshift_credentials.live.client import Access, observe
from openshift_credentials.live.observed import list_read
from openshift_credentials.platforms.kubernetes.cron import DURATION, duration_seconds
from openshift_credentials.platforms.manifests import STANDARD_INPUT, read_documents

from ...output import print_json, print_lines

OUTPUTS: Final = ("text", "json", "markdown")
LIVE: Final = "live"

_EPILOG = """\
FILE is the output of 'kubectl get stacks -A -o json'; with 'kubectl get stacks,updates -A -o json'
the age of the newest success is exact even after a failure. 'live' reads the cluster itself.
Exit codes: 0 all stacks are healthy, 1 a stack needs attention, 2 the objects cannot be read.
"""

_STACKS: Final = list_read("stacks", "/apis/pulumi.com/v1/stacks")
_UPDATES: Final = list_read("updates", "/apis/auto.pulumi.com/v1alpha1/updates")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = _EPILOG
    parser.add_argument("source", nargs="+", metavar="FILE|-|live", help="recorded objects")
    parser.add_argument("--trigger", metavar="TEXT", help="tonight's trigger (default: the newest among the stacks)")
    parser.add_argument(
        "--max-age",
        type=_duration,
        default=timedelta(hours=26),
        metavar="DURATION",
        help="maximum age of the newest success (default: 26h)",
    )
    parser.add_argument(
        "--stuck-after",
        type=_duration,
        default=timedelta(hours=6),
        metavar="DURATION",
        help="maximum duration of an update (default: 6h)",
    )
    parser.add_argument("--snapshots", action="store_true", help="list the URLs of all snapshots (JSON has them)")
    parser.add_argument("--now", type=_moment, metavar="TIME", help=argparse.SUPPRESS)
    parser.add_argument("--watch", action="store_true", help="report progress until all updates have finished")
    parser.add_argument(
        "--interval", type=float, default=15.0, metavar="SECONDS", help="between updates of the status (15)"
    )
    parser.add_argument("--kubeconfig", metavar="FILE", help="kubeconfig for live")
    parser.add_argument("--context", metavar="NAME", help="context of the kubeconfig")


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the status; the exit code is for alerts."""
    if arguments.watch and STANDARD_INPUT in arguments.source:
        raise unusable_input("--watch: standard input can be read only once", "use a file, or live")
    report = _report(arguments)
    while arguments.watch and report.in_progress:
        sys.stderr.write(f"{report.now:%H:%M:%S} {report.summary}\n")
        sys.stderr.flush()
        time.sleep(max(arguments.interval, 0.1))
        report = _report(arguments)
    _print(report, arguments.output, snapshots=arguments.snapshots)
    return ExitCode.NO if report.needs_somebody else ExitCode.OK


def _print(report: Report, output: str, *, snapshots: bool) -> None:
    match output:
        case "json":
            print_json(report.document)
        case "markdown":
            lines = markdown_lines(report, snapshots=snapshots)
            print_lines(lines)
        case _:
            lines = text_lines(report, Style.of(sys.stdout), snapshots=snapshots)
            print_lines(lines)


def _report(arguments: argparse.Namespace) -> Report:
    found = _live(arguments) if LIVE in arguments.source else _objects_of_files(arguments.source)
    stacks = [item for item in found if is_stack(item)]
    updates = {
        (text_member(metadata, "namespace"), text_member(metadata, "name")): item
        for item in found
        if item.get("kind") == "Update"
        for metadata in [object_member(item, "metadata")]
    }
    judge = Judge(
        now=arguments.now or datetime.now(UTC),
        tonight=newest_trigger(stacks) if arguments.trigger is None else arguments.trigger,
        stuck_seconds=int(arguments.stuck_after.total_seconds()),
        updates=updates or None,
    )
    return Report.of(stacks, judge, arguments.max_age, demanded=arguments.trigger is not None)


def _objects_of_files(sources: Sequence[str]) -> Sequence[Object]:
    documents, problems = read_documents(sources, sys.stdin.buffer)
    problems = [problem for problem in problems if not problem.why.endswith("contains no object, only null")]
    found = [document.content for document in documents]
    if not problems and found and not any(is_stack(item) for item in found):
        text = "contains no Stack of the operator; use the output of 'kubectl get stacks -A -o json'"
        problems = [input_problem(f"{', '.join(sources)}: {text}", code=ProblemCode.MANIFEST)]
    if problems:
        raise UnusableInputError(problems)
    return found


def _live(arguments: argparse.Namespace) -> Sequence[Object]:
    if arguments.source != [LIVE]:
        raise unusable_input("live cannot be combined with a file", "use one of them")
    access = Access(kubeconfig=arguments.kubeconfig, context=arguments.context)
    observed = observe(access, [_STACKS, _UPDATES])
    if obstacle := observed.obstacle(_STACKS.name):
        way_out = "allow 'list stacks.pulumi.com', or check that the operator is installed"
        raise unusable_input(f"Stacks cannot be listed ({obstacle})", f"{way_out}")
    kinds = {"Stack": (API_VERSION, _STACKS), "Update": ("auto.pulumi.com/v1alpha1", _UPDATES)}
    return [
        {**item, "apiVersion": version, "kind": kind}
        for kind, (version, read) in kinds.items()
        for item in observed.all(read.name)
    ]


def _duration(text: str) -> timedelta:
    if problem := DURATION.problem(text):
        raise argparse.ArgumentTypeError(f"{text!r} {problem}")
    return timedelta(seconds=duration_seconds(text))


def _moment(text: str) -> datetime:
    if not re.fullmatch(r"[0-9T:.+Z-]+", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a time such as 2026-11-21T06:00:00Z")
    return datetime.fromisoformat(text)
