"""How checks of a cluster are printed, with and without colour."""

import pytest

from openshift_credentials.base.exit_codes import ExitCode
from openshift_credentials.base.terminal import Style
from openshift_credentials.cli import cluster_arguments
from openshift_credentials.live.check import Check, State

CHECKS = [
    Check(
        code=f"code-{state}",
        state=state,
        subject=f"a {state}",
        detail="its detail",
        way_out="do this",
    )
    for state in State
]
COLOURS = {State.FAILED: 31, State.WARNING: 33, State.UNKNOWN: 36, State.PASSED: 32}


@pytest.mark.parametrize("coloured", [False, True])
def test_every_check_is_a_line_with_its_code_and_one_with_its_way_out(
    coloured: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    style = Style(colour=coloured)

    def of(_: object) -> Style:
        return style

    monkeypatch.setattr(Style, "of", of)
    assert cluster_arguments.tell(CHECKS[::-1], "text") is ExitCode.NO
    lines: list[str] = []
    for state in State:
        shown = f"\x1b[{COLOURS[state]}m{state:8}\x1b[0m" if coloured else f"{state:8}"
        lines.append(f"{shown} a {state}: its detail [code-{state}]")
        if state is not State.PASSED:
            lines.append("         do this")
    lines.append(", ".join(f"1 {state}" for state in State))
    assert capsys.readouterr().out.splitlines() == lines


@pytest.mark.parametrize("worst", CHECKS, ids=lambda check: check.state)
def test_the_exit_code_is_that_of_the_worst_check(worst: Check) -> None:
    passed = next(check for check in CHECKS if check.state is State.PASSED)
    codes = {State.FAILED: ExitCode.NO, State.UNKNOWN: ExitCode.UNUSABLE}
    code = cluster_arguments.tell([passed, worst], "json")
    assert code is codes.get(worst.state, ExitCode.OK)
