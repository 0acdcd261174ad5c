"""What each system tells about a cluster, whole: as it should be, and with one other answer.

Compared with what was last read and found right.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from openshift_credentials.live.check import Purpose
from openshift_credentials.live.observed import Observed, Obstacle
from tests.kit.golden import Golden, data
from tests.live.test_refused_reads import WORLDS, World

FOLDER: Final = Path(__file__).parent / "golden"


def lines(world: World, observed: Observed) -> list[str]:
    """Each check as a line: state, code, subject, detail and way out."""
    judge = world.operation.preflight if world.purpose is Purpose.PREFLIGHT else world.operation.verify
    return [
        f"{check.state} {check.code}: {check.subject}: {check.detail}; {check.way_out}"
        for check in judge(world.settings, observed)
    ]


def told(world: World) -> Iterator[tuple[str, list[str]]]:
    whole = lines(world, Observed(world.answers))
    yield "as it should be", whole
    for name in sorted({*world.reads, *world.others}):
        rest = {key: items for key, items in world.answers.items() if key != name}
        cases = {
            "is absent": Observed(rest, {name: Obstacle.ABSENT}),
            "is refused": Observed(rest, {name: Obstacle.FORBIDDEN}),
            "is empty": Observed({**rest, name: []}),
        }
        if name in world.others:
            cases["is another"] = Observed({**rest, name: world.others[name]})
        for case, observed in cases.items():
            others = [line for line in lines(world, observed) if line not in whole]
            if others:
                yield f"{name} {case}", others


@pytest.mark.parametrize("name", WORLDS)
def test_what_is_reported_about_a_cluster_is_as_last_found_right(name: str, golden: Golden) -> None:
    golden(FOLDER / f"{name}.yaml", data(dict(told(WORLDS[name]))))
