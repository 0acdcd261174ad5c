"""Settings of many stacks: checked by several processes, with the answers of one."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from openshift_credentials.fleet.check import settings


@pytest.mark.parametrize(
    ("stacks", "cores", "workers"),
    [(100, 64, []), (101, 64, [8]), (101, 9, [8]), (101, 3, [3]), (101, 1, []), (101, None, [])],
)
def test_at_most_eight_processes_check_more_than_a_hundred_stacks(
    monkeypatch: pytest.MonkeyPatch, stacks: int, cores: int | None, workers: list[int]
) -> None:
    asked: list[int] = []

    class Threads(ThreadPoolExecutor):
        def __init__(self, count: int) -> None:
            asked.append(count)
            super().__init__(count)

    monkeypatch.setattr(settings, "ProcessPoolExecutor", Threads)
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    trees = [{"shape": "round"}, *({"colour": "red"} for _ in range(stacks - 2)), {"size": "1"}]

    found = settings.settings_problems(trees)

    assert asked == workers
    first = [notices[0].setting for notices in found]
    assert first == ["shape", *["colour"] * (stacks - 2), "size"]
