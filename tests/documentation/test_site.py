"""The documentation site: every link leads somewhere, and the recorded session is true."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config  # pyright: ignore[reportUnknownVariableType]

from tests.kit.places import REPOSITORY


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_site_is_built_without_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "1")
    monkeypatch.delenv("REPOSITORY_URL", raising=False)

    build(load_config(str(REPOSITORY / "mkdocs.yml"), site_dir=str(tmp_path)))

    assert "prove" in (tmp_path / "index.html").read_text(encoding="utf-8")
    assert (tmp_path / "changelog" / "index.html").exists()


def test_the_recorded_session_shows_what_the_program_prints() -> None:
    recorder = module(REPOSITORY / "docs" / "site" / "record.py")

    picture = recorder.PICTURE.read_text(encoding="utf-8")

    assert recorder.record() == picture, "record it again: python docs/site/record.py"


def module(file: Path) -> ModuleType:
    specification = importlib.util.spec_from_file_location(file.stem, file)
    assert specification is not None
    assert specification.loader is not None
    loaded = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(loaded)
    return loaded
