"""Which checks pass although a read on which they rest was refused."""

from collections.abc import Callable, Iterable, Iterator

from openshift_credentials.live.check import Check, State
from openshift_credentials.live.observed import Observed, Obstacle


def passing_without_an_answer(
    judge: Callable[[Observed], Iterable[Check]], observed: Observed
) -> Iterator[tuple[str, str]]:
    """Read and code of each check that would not pass if what was refused did not exist."""
    for name in observed.answers:
        refused = _passed(judge, _without(observed, name, Obstacle.FORBIDDEN))
        for code in refused - _passed(judge, _without(observed, name, Obstacle.ABSENT)):
            yield name, code


def _without(observed: Observed, name: str, obstacle: Obstacle) -> Observed:
    rest = {key: items for key, items in observed.answers.items() if key != name}
    return Observed(rest, {**observed.obstacles, name: obstacle})


def _passed(judge: Callable[[Observed], Iterable[Check]], observed: Observed) -> set[str]:
    return {each.code for each in judge(observed) if each.state is State.PASSED}
