"""Every notice that the tests of a module make is, word for word, one of its golden file.

A module takes part with ``pytestmark = pytest.mark.notices``. Its assertions name what matters in a
notice; the golden file has the whole sentences with their ways out. A refresh adds; to drop what
is no longer made, remove the file before.
"""

import inspect
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from openshift_credentials.base.errors import ProblemCode
from openshift_credentials.base.notices import Notice
from tests.kit.golden import REFRESH
from tests.kit.places import REPOSITORY
from tests.kit.trees import PROJECT

MARKER: Final = "notices"
_DRAWN: Final = r"\d{4}-\d\d-\d\d \d\d:\d\d UTC|(?<=has )\d{5}(?= bytes)"
"""Times, and the sizes of documents with a key that the tests have made."""


@pytest.fixture(autouse=True)
def golden_notices(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    refresh: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[None]:
    """Collects the notices of a test, and compares them when it has ended."""
    drawn = hasattr(request.function, "hypothesis")  # it makes others in each run
    if drawn or request.node.get_closest_marker(MARKER) is None:
        yield
        return
    made: list[Notice] = []
    construct = Notice.__init__

    def collecting(self: Notice, *arguments: Any, **named: Any) -> None:  # noqa: ANN401
        construct(self, *arguments, **named)
        # argparse has other words in other versions of Python.
        if self.code != ProblemCode.ARGUMENT and not _while_importing():
            made.append(self)

    monkeypatch.setattr(Notice, "__init__", collecting)
    yield
    monkeypatch.undo()
    compare(request.path, {_text(notice, tmp_path_factory) for notice in made}, refresh=refresh)


def _while_importing() -> bool:
    """Whether a module makes it that the first test of a process imports."""
    frame = inspect.currentframe()
    while frame and frame.f_code.co_name != "pytest_pyfunc_call":
        if frame.f_code.co_name == "<module>":
            return True
        frame = frame.f_back
    return False


def _text(notice: Notice, directories: pytest.TempPathFactory) -> str:
    """The notice without what differs from run to run, such as the name of the test's directory."""
    own = rf"{re.escape(str(directories.getbasetemp()))}/[^/\s]*[^/\s:;,'\")]"
    text = str(notice).removeprefix(f"{PROJECT}:").replace(str(REPOSITORY), "REPOSITORY")
    shown = re.sub(_DRAWN, "DRAWN", re.sub(own, "TMP", text))
    return f"{notice.severity} {notice.code}: {shown}"


def compare(module: Path, texts: set[str], *, refresh: bool) -> None:
    """Assert that the golden file of a module has these texts, or add them."""
    file = module.parent / "golden_notices" / f"{module.stem}.json"
    known = _known(file)
    if refresh and not texts <= known:
        known |= texts
        file.parent.mkdir(exist_ok=True)
        text = json.dumps(sorted(known), indent=0, ensure_ascii=True)
        file.write_text(f"{text}\n", encoding="utf-8")
    assert texts - known == set(), f"if the change is wanted: {REFRESH}"


@cache
def _known(file: Path) -> set[str]:
    return set(json.loads(file.read_text(encoding="utf-8"))) if file.exists() else set()
