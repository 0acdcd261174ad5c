"""What the state of many backups takes, beside that of a flat program with the same resources."""

import tempfile
from pathlib import Path

from benchmarks.engine import measure, prepare, state_of

BACKUPS = 100
MOST = 1.05
"""Component, records and results cost something; names that each backup repeats cost most."""


def size(program: str) -> float:
    with tempfile.TemporaryDirectory() as place:
        workspace = prepare(Path(place), program, BACKUPS)
        measure(workspace, ("up", "--yes", "--skip-preview"))
        return state_of(workspace, "dev")


def test_the_state_grows_little_more_than_that_of_a_flat_program() -> None:
    assert size("ours") / size("flat") <= MOST
