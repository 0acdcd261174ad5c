"""The documentation site: every link leads somewhere."""

import re
import shutil
import subprocess
import warnings
from pathlib import Path
from typing import Final

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config  # pyright: ignore[reportUnknownVariableType]

from openshift_credentials.stack.system import SYSTEMS
from tests.kit.places import REPOSITORY
from tests.kit.unchanged import digest_of

pytestmark = pytest.mark.release

SOURCES: Final = ("mkdocs.yml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md")
"""What the site is built from, besides ``docs/``."""
BUILT: Final = REPOSITORY / ".cache" / "site"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built strictly: a warning is an error. It is kept until a source changes."""
    pages = (file for file in (REPOSITORY / "docs").rglob("*") if file.is_file())
    sources = [*(REPOSITORY / name for name in SOURCES), *pages]
    kept = BUILT / digest_of([file for file in sources if file.suffix != ".pyc"], REPOSITORY)
    if not kept.exists():
        place = tmp_path_factory.mktemp("site")
        with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            patch.setenv("NO_MKDOCS_2_WARNING", "1")
            patch.delenv("REPOSITORY_URL", raising=False)
            build(load_config(str(REPOSITORY / "mkdocs.yml"), site_dir=str(place)))
        shutil.rmtree(BUILT, ignore_errors=True)
        BUILT.mkdir(parents=True)
        shutil.move(place, kept)
    return kept


def test_settings_have_a_page_for_each_branch_and_an_anchor_each(site: Path) -> None:
    assert "prove" in (site / "index.html").read_text(encoding="utf-8")
    assert (site / "changelog.html").exists()
    page = (site / "settings" / "etcdBackup.html").read_text(encoding="utf-8")
    anchor = "etcdBackup.storage.s3.bucket"
    assert f'id="{anchor}" href="#{anchor}"><code>etcdBackup.<wbr>storage.<wbr>s3.<wbr>bucket' in page
    vsphere = (site / "settings" / "cloudCredentials.html").read_text(encoding="utf-8")
    assert "vcenters.<wbr>&lt;host&gt;.<wbr>username" in vsphere
    listed = (site / "settings.html").read_text(encoding="utf-8")
    for key in ("shared", *SYSTEMS):
        assert f'href="settings/{key}.html"' in listed, key


def test_no_page_needs_a_server_or_a_network(site: Path) -> None:
    for file in site.rglob("*.html"):
        loaded = re.findall(r'<(?:script|link)[^>]+(?:src|href)="([^"]+)"', file.read_text())
        served = [each for each in loaded if each.startswith(("http:", "https:", "//", "/"))]
        assert file.name == "404.html" or not served, file
    assert (site / "search" / "search_index.js").exists(), "the search of file://"


def test_every_diagram_is_drawn_when_the_site_is_built(site: Path) -> None:
    sources = [
        source
        for page in (REPOSITORY / "docs").rglob("*.md")
        for source in re.findall(r"^```mermaid$", page.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    pages = [file.read_text(encoding="utf-8") for file in site.rglob("*.html")]
    names = [name for page in pages for name in re.findall(r'<svg id="(diagram-\w+)"', page)]
    assert len(names) == len(set(names)) == len(sources) > 5
    assert not [page for page in pages if 'class="mermaid"' in page], "a script would draw it"


def in_a_browser(url: str, profile: Path) -> str:
    """What a browser without a network makes of a page."""
    command = [
        shutil.which("chromium") or shutil.which("google-chrome") or "",
        *("--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}"),
        *("--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=10000", "--dump-dom"),
        url,
    ]
    return subprocess.run(command, capture_output=True, check=True, timeout=120).stdout.decode()


@pytest.mark.skipif(not (shutil.which("chromium") or shutil.which("google-chrome")), reason="chromium is not installed")
def test_the_search_finds_a_setting_in_a_browser_without_server_and_network(site: Path, tmp_path: Path) -> None:
    found = in_a_browser(f"{(site / 'index.html').as_uri()}?q=keyPrefix", tmp_path)
    assert re.search(r"[1-9]\d* matching documents?<", found)
    assert "settings/etcdBackup.html" in found
    page = in_a_browser((site / "detection.html").as_uri(), tmp_path)
    assert "azure-managed-identity" in page.partition("<svg id=")[2].partition("</svg>")[0]
