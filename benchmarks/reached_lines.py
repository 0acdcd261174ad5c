"""Which tests reach which lines of the program: a plugin of pytest that records it.

What a test reads from a cache, or from a fixture of its module, was made for another test: such
lines count for both.

    REACHED_LINES=FOLDER python -m pytest -n2 -p benchmarks.reached_lines ...
"""

import functools
import itertools
import os
import pickle
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest
from coverage import Coverage

from benchmarks.mutants import PROGRAM, REPOSITORY
from benchmarks.reach import FOLDER, Record

_OURS: Final = (*PROGRAM, "tests", "plugin", "policies", "benchmarks")


@dataclass
class Recorder:
    """Names a context for each test, and for each thing that is made once for several tests."""

    coverage: Coverage
    context: str = ""
    uses: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    seconds: dict[str, float] = field(default_factory=dict[str, float])
    numbers: Iterator[int] = field(default_factory=itertools.count)

    @contextmanager
    def within(self, context: str) -> Generator[None]:
        """Count what runs now for ``context``; other threads count for the one that runs."""
        if not _RUNNING or threading.current_thread() is not threading.main_thread():
            yield
            return
        outer, self.context = self.context, context
        self.coverage.switch_context(context)
        try:
            yield
        finally:
            self.context = outer
            self.coverage.switch_context(outer)

    def cache(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """``functools.cache`` that notes who reads what was made for another test."""
        if not function.__module__.startswith(_OURS):
            return functools.lru_cache(maxsize=None)(function)
        contexts: dict[object, str] = {}

        def make(*arguments: Any, **named: Any) -> Any:  # noqa: ANN401
            with self.within(contexts[arguments, *sorted(named.items())]):
                return function(*arguments, **named)

        kept = functools.lru_cache(maxsize=None)(make)

        @functools.wraps(function)
        def read(*arguments: Any, **named: Any) -> Any:  # noqa: ANN401
            new = f"{os.getpid()} {function.__qualname__} {next(self.numbers)}"
            context = contexts.setdefault((arguments, *sorted(named.items())), new)
            self.uses[self.context].add(context)
            return kept(*arguments, **named)

        for name in ("cache_clear", "cache_info"):
            setattr(read, name, getattr(kept, name))
        return read


_recorder = Recorder(
    Coverage(
        data_file=None,
        config_file=False,
        include=[f"{REPOSITORY / folder}/*" for folder in PROGRAM],
    )
)
_by_fixture: Final[dict[tuple[str, str], str]] = {}
_RUNNING: Final = "PYTEST_XDIST_WORKER" in os.environ
"""Whether this process runs tests, and does not only distribute them."""

if _RUNNING:  # before a conftest.py is imported, which may make what tests read
    _recorder.coverage.start()
functools.cache = _recorder.cache  # pyright: ignore[reportAttributeAccessIssue]


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None]:
    """A test, with its fixtures."""
    began = time.process_time()
    with _recorder.within(item.nodeid):
        yield
    if item.nodeid in _recorder.seconds:
        _recorder.seconds[item.nodeid] = time.process_time() - began


@pytest.hookimpl(hookwrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[object]) -> Generator[None]:
    """A fixture of a module or a session, which is made for its first test."""
    if fixturedef.scope == "function":
        yield
        return
    context = f"{os.getpid()} fixture {fixturedef.argname} {next(_recorder.numbers)}"
    _by_fixture[fixturedef.argname, fixturedef.baseid] = context
    with _recorder.within(context):
        yield


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Function) -> None:
    """Note which fixtures of a module a test reads."""
    for (name, place), context in _by_fixture.items():
        if name in item.fixturenames and item.nodeid.startswith(place):
            _recorder.uses[item.nodeid].add(context)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Count only tests that pass."""
    if report.when == "call" and report.passed and not hasattr(report, "wasxfail"):
        _recorder.seconds[report.nodeid] = 0


def pytest_sessionfinish() -> None:
    """Leave the record in the folder that the environment names."""
    if not _RUNNING:
        return
    _recorder.coverage.stop()
    data = _recorder.coverage.get_data()
    lines = {
        str(Path(file).relative_to(REPOSITORY)): dict(data.contexts_by_lineno(file).items())
        for file in data.measured_files()
    }
    record = Record(lines, dict(_recorder.uses), _recorder.seconds)
    (Path(os.environ[FOLDER]) / f"{os.getpid()}.pickle").write_bytes(pickle.dumps(record))
