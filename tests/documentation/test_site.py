"""The documentation site: every link leads somewhere, and the recorded session is true."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config  # pyright: ignore[reportUnknownVariableType]

from openshift_credentials.stack.registry import SYSTEMS
from tests.kit.places import REPOSITORY


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_site_is_built_without_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "1")
    monkeypatch.delenv("REPOSITORY_URL", raising=False)

    build(load_config(str(REPOSITORY / "mkdocs.yml"), site_dir=str(tmp_path)))

    assert "prove" in (tmp_path / "index.html").read_text(encoding="utf-8")
    assert (tmp_path / "changelog.html").exists()
    page = (tmp_path / "settings" / "etcdBackup.html").read_text(encoding="utf-8")
    anchor = "etcdBackup.storage.s3.bucket"
    assert (
        f'id="{anchor}" href="#{anchor}"><code>etcdBackup.<wbr>storage.<wbr>s3.<wbr>bucket' in page
    )
    vsphere = (tmp_path / "settings" / "cloudCredentials.html").read_text(encoding="utf-8")
    assert "vcenters.<wbr>&lt;host&gt;.<wbr>username" in vsphere
    listed = (tmp_path / "settings.html").read_text(encoding="utf-8")
    for key in ("shared", *SYSTEMS):
        assert f'href="settings/{key}.html"' in listed, key
    for file in tmp_path.rglob("*.html"):
        loaded = re.findall(r'<(?:script|link)[^>]+(?:src|href)="([^"]+)"', file.read_text())
        served = [each for each in loaded if each.startswith(("http:", "https:", "//", "/"))]
        assert file.name == "404.html" or not served, "a page needs a server or a network"
    assert (tmp_path / "search" / "search_index.js").exists(), "the search of file://"


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
