"""Arguments of the verbs that read a live cluster, and the output of their checks."""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from typing import Final

from openshift_credentials.base.errors import ExitCode
from openshift_credentials.base.terminal import Style
from openshift_credentials.base.wording import wrap
from openshift_credentials.live.check import Check, State
from openshift_credentials.live.client import Access
from openshift_credentials.platforms.manifests import printable

from .output import print_answer

LONGEST_TIMEOUT: Final = 600.0

_INDENT: Final = " " * 9

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


def without_repetition(checks: Iterable[Check]) -> Iterator[Check]:
    """Checks, where all that one silent server or one missing sign-in leaves open are one."""
    groups: dict[object, list[Check]] = {}
    for number, check in enumerate(checks):
        is_shared = check.code.endswith(("not-reached", "not-signed-in"))
        groups.setdefault((check.code, check.way_out) if is_shared else number, []).append(check)
    for first, *others in groups.values():
        yield replace(first, subject=f"{first.subject} and {len(others)} more") if others else first


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
    for check in without_repetition(checks):
        text = f"{check.state:8} {printable(check.subject)}: {printable(check.detail)} [{check.code}]"
        shown = wrap(text, style.width, _INDENT)
        yield style(shown[: len(check.state)], _COLOURS[check.state]) + shown[len(check.state) :]
        if check.way_out and check.state is not State.PASSED:
            yield wrap(_INDENT + printable(check.way_out), style.width, _INDENT)
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
