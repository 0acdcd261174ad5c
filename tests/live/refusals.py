"""Which checks pass although a read on which they rest was refused."""

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import chain, combinations

from openshift_credentials.live.check import Check, State
from openshift_credentials.live.observed import Observed, Obstacle


def passing_without_an_answer(
    judge: Callable[[Observed], Iterable[Check]], observed: Observed
) -> Iterator[tuple[Collection[str], str]]:
    """Reads and code of each check that would not pass if what was refused did not exist.

    Every subset of the reads is refused; of many reads each one, each pair, and all.
    """
    names = sorted(observed.answers)
    sizes = range(1, len(names) + 1) if len(names) <= 6 else (1, 2, len(names))
    for refused in chain.from_iterable(combinations(names, size) for size in sizes):
        passed = _passed(judge, _without(observed, refused, Obstacle.FORBIDDEN))
        for code in passed - _passed(judge, _without(observed, refused, Obstacle.ABSENT)):
            yield refused, code


def _without(observed: Observed, names: Collection[str], obstacle: Obstacle) -> Observed:
    rest = {key: items for key, items in observed.answers.items() if key not in names}
    return Observed(rest, {**observed.obstacles, **dict.fromkeys(names, obstacle)})


def _passed(judge: Callable[[Observed], Iterable[Check]], observed: Observed) -> set[str]:
    return {check.code for check in judge(observed) if check.state is State.PASSED}
