"""``cco ... live`` with any subset of its reads refused: the whole answer, or none."""

from collections.abc import Callable
from itertools import chain, combinations
from typing import Final

import pytest

from tests.cli.cco.fake_cluster import FakeCluster
from tests.cli.cco.objects import answer
from tests.cli.cco.test_live import live_objects, remade
from tests.cli.command import Outcome, call_in_both_forms

COMMANDS: Final = (("mode", "live"), ("secrets", "live"), ("requests", "live"), ("rotate", "--cloud", "aws", "--list"))
STATUSES: Final = (401, 403, 406, 500, 503)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_nothing_is_answered_that_rests_on_a_refused_read(
    command: tuple[str, ...], live: Callable[..., FakeCluster]
) -> None:
    def outcome(refused: dict[str, int]) -> Outcome:
        cluster = live(*live_objects(), remake=remade)
        cluster.refused = refused
        told = call_in_both_forms("cco", *command)
        asked.update(cluster.asked)
        return told

    asked: set[str] = set()
    whole = outcome({})
    assert whole.code == 0, whole.others
    reads = sorted(asked)
    assert "CredentialsRequest" in reads
    subsets = chain.from_iterable(combinations(reads, size) for size in (1, 2, len(reads)))
    for number, refused in enumerate(subsets):
        status = STATUSES[number % len(STATUSES)]
        told = outcome(dict.fromkeys(refused, status))
        assert told.code == 2, refused
        (problem,) = answer(told)["errors"]
        assert f"the API server returns {status}" in problem["message"]
