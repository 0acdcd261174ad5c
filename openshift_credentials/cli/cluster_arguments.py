"""Arguments of the verbs that read a live cluster, and the output of their checks."""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Final

from openshift_credentials.base.errors import ExitCode
from openshift_credentials.base.terminal import Style
from openshift_credentials.live.check import Check, State
from openshift_credentials.live.client import Access
from openshift_credentials.platforms.manifests import printable

from .output import print_answer

LONGEST_TIMEOUT: Final = 600.0

_COLOURS: Final = {State.FAILED: "red", State.WARNING: "yellow", State.UNKNOWN: "cyan", State.PASSED: "green"}


def add_cluster_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the connection to the cluster, as in kubectl, and the form of the answer.

    ``--timeout`` is left to verbs that watch: in every verb that has it, it limits the whole wait.
    """
    parser.add_argument("--kubeconfig", metavar="FILE", help="kubeconfig (default: as kubectl)")
    parser.add_argument("--context", metavar="NAME", help="context of the kubeconfig")
    parser.add_argument(
        "--request-timeout",
        type=_seconds,
        default=10.0,
        metavar="SECONDS",
        help="maximum wait for one call (default: %(default)s)",
    )
    parser.add_argument("-o", "--output", choices=("text", "json"), default="text", help="text (default) or json")


def access_of(arguments: argparse.Namespace, content: str | None = None, context: str | None = None) -> Access:
    """Connection from the arguments; ``content`` and ``context`` are those of the stack."""
    return Access(
        kubeconfig=arguments.kubeconfig,
        context=arguments.context or context,
        timeout=arguments.request_timeout,
        content=None if arguments.kubeconfig else content,
    )


def tell(checks: Sequence[Check], output: str) -> ExitCode:
    """Print checks, worst first, and return the overall exit code."""
    ordered = sorted(checks, key=lambda check: list(State).index(check.state))
    print_answer(output, list(map(_document, ordered)), _lines(ordered, Style.of(sys.stdout)))
    return _exit_code(ordered)


def _document(check: Check) -> dict[str, object]:
    members: dict[str, object] = {**asdict(check), "wayOut": check.way_out, "state": check.state.value}
    del members["way_out"]
    return members


def _exit_code(checks: Sequence[Check]) -> ExitCode:
    states = {check.state for check in checks}
    if State.FAILED in states:
        return ExitCode.NO
    return ExitCode.UNUSABLE if State.UNKNOWN in states else ExitCode.OK


def _lines(checks: Sequence[Check], style: Style) -> Iterator[str]:
    for check in checks:
        state = style(f"{check.state:8}", _COLOURS[check.state])
        yield f"{state} {printable(check.subject)}: {printable(check.detail)} [{check.code}]"
        if check.way_out and check.state is not State.PASSED:
            yield f"         {printable(check.way_out)}"
    counts = Counter(check.state for check in checks)
    yield ", ".join(f"{counts[state]} {state}" for state in State)


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= LONGEST_TIMEOUT:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0 and up to {LONGEST_TIMEOUT:.0f}")
    return value
