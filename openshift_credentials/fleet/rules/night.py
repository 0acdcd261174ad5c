"""Simulation of a night of a fleet: its duration and resources.

The measured parts are of the operator's release 2.9 with its real controller: 9 to 14 s to install
over a baked environment, 3.8 s CPU for an update without changes, 57 MiB for a waiting pod and
about 0.8 GiB for a running one with the real AWS provider.
"""

import heapq
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

SAMPLES: Final = 400
"""Number of random runs; every stack of a night uses the time of one of them."""

MOST_WORKERS: Final = 4096
_SEED: Final = 20261121


@dataclass(frozen=True)
class Assumptions:
    """Assumptions of a simulation, in seconds and GiB of memory.

    ``spread`` is the standard deviation of the logarithm of a backup's time: with 0.45, one in
    twenty takes more than twice the median.
    """

    hosted_clusters: int
    install_seconds: float = 12.0
    update_seconds: float = 10.0
    backup_seconds: float = 120.0
    spread: float = 0.45
    concurrency: int = 10
    request_gib: float = 1.0
    running_gib: float = 0.8
    waiting_gib: float = 57 / 1024
    node_gib: float = 56.0
    node_pods: int = 230

    @cached_property
    def run_seconds(self) -> Sequence[float]:
        """Time for which one update occupies a worker, in random samples."""
        draw = random.Random(_SEED)  # noqa: S311 - a simulation, the same every time
        return [self._run(draw) for _ in range(SAMPLES)]

    def _run(self, draw: random.Random) -> float:
        """Backups run in chains, as in the program: the eleventh waits for the first."""
        chains = [0.0] * max(1, min(self.concurrency, self.hosted_clusters))
        for number in range(self.hosted_clusters):
            seconds = self.backup_seconds * math.exp(draw.gauss(0.0, self.spread))
            chains[number % len(chains)] += seconds
        return self.update_seconds + max(chains)


@dataclass(frozen=True, slots=True)
class Night:
    """Result for stacks that are all due at the same time: seconds and GiB."""

    stacks: int
    seconds: float
    pods: int
    requested_gib: float
    used_gib: float
    nodes: int


def simulate(stacks: int, workers: int, given: Assumptions) -> Night:
    """All stacks get a pod at once, and each waits for one of the operator's workers."""
    runs = given.run_seconds
    ends = [given.install_seconds] * min(workers, stacks)
    heapq.heapify(ends)
    for number in range(stacks):
        heapq.heappush(ends, heapq.heappop(ends) + runs[number % len(runs)])
    running = min(workers, stacks)
    requested = stacks * given.request_gib
    return Night(
        stacks=stacks,
        seconds=max(ends, default=0.0),
        pods=stacks,
        requested_gib=requested,
        used_gib=running * given.running_gib + (stacks - running) * given.waiting_gib,
        nodes=math.ceil(max(requested / given.node_gib, stacks / given.node_pods)),
    )


@dataclass(frozen=True, slots=True)
class Waves:
    """Waves that each end before the next one starts."""

    size: int
    count: int
    minutes: int
    fits: bool
    night: Night

    @property
    def minutes_in_all(self) -> int:
        """How long all waves take together."""
        return self.count * self.minutes


def waves(
    stacks: int, workers: int, given: Assumptions, minutes: int, window_minutes: int
) -> Waves | None:
    """The largest waves that end in time; ``None`` if not even one stack does."""
    size = _largest(stacks, workers, given, minutes * 60)
    if size == 0:
        return None
    count = math.ceil(stacks / size)
    even = math.ceil(stacks / count)
    fits = count * minutes <= window_minutes
    return Waves(even, count, minutes, fits, simulate(even, workers, given))


def workers_for(stacks: int, given: Assumptions, minutes: int, window_minutes: int) -> int | None:
    """The fewest workers with which waves fit into the window; ``None`` if no number does."""
    low, high = 1, MOST_WORKERS
    if not _fit(stacks, high, given, minutes, window_minutes):
        return None
    while low < high:
        middle = (low + high) // 2
        if _fit(stacks, middle, given, minutes, window_minutes):
            high = middle
        else:
            low = middle + 1
    return low


def _fit(stacks: int, workers: int, given: Assumptions, minutes: int, window: int) -> bool:
    found = waves(stacks, workers, given, minutes, window)
    return found is not None and found.fits


def _largest(stacks: int, workers: int, given: Assumptions, seconds: float) -> int:
    low, high = 0, stacks
    while low < high:
        middle = (low + high + 1) // 2
        if simulate(middle, workers, given).seconds <= seconds:
            low = middle
        else:
            high = middle - 1
    return low
