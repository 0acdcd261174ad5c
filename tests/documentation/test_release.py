"""A fresh clone and the site: every target and every link leads somewhere."""

import os
import re
import shutil
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Final

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config  # pyright: ignore[reportUnknownVariableType]

from openshift_credentials.stack.system import SYSTEMS
from tests.documentation.pages import blocks
from tests.kit.places import REPOSITORY
from tests.kit.unchanged import digest_of

pytestmark = pytest.mark.release

# ``make``, run in a copy of the tree as a user runs it.

NOT_COPIED = shutil.ignore_patterns(
    ".git", ".venv", ".cache", "__pycache__", ".pytest_cache", ".ruff_cache", ".hypothesis"
)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree with an environment that is installed already."""
    copy = tmp_path_factory.mktemp("clone") / "openshift-credentials"
    shutil.copytree(REPOSITORY, copy, ignore=NOT_COPIED)
    environment = copy / ".venv"
    environment.mkdir()
    for name in ("bin", "lib", "pyvenv.cfg"):
        (environment / name).symlink_to(Path(sys.prefix) / name)
    for stamp in (".runtime", ".development"):
        (environment / stamp).touch()
    return copy


def shell(tree: Path, command: str) -> subprocess.CompletedProcess[str]:
    """Run a command line as a user does, at no terminal."""
    hidden = ("MAKE", "MFLAGS", "PYTEST_", "PULUMI_")
    kept = {name: text for name, text in os.environ.items() if not name.startswith(hidden)}
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command],  # noqa: S607 - that of the user
        cwd=tree,
        env=kept,
        capture_output=True,
        text=True,
        check=False,
    )


needs_make = pytest.mark.skipif(shutil.which("make") is None, reason="make is not on PATH")


@needs_make
@pytest.mark.parametrize(
    ("command", "mode"), [("make preview", "aws-sts"), ("make preview STACK=aro", "azure-workload-identity")]
)
def test_make_preview_shows_the_mode_and_nothing_else(tree: Path, command: str, mode: str) -> None:
    process = shell(tree, command)

    assert process.returncode == 0, process.stderr
    assert process.stdout.startswith("Previewing stack ")
    assert f" {mode}" in process.stdout
    assert process.stderr == ""


@needs_make
def test_make_preview_fails_where_the_preview_does(tree: Path) -> None:
    process = shell(tree, "make preview STACK=nowhere")

    assert process.returncode != 0
    assert "Pulumi.nowhere.yaml: does not exist" in process.stderr


@needs_make
def test_make_alone_lists_the_targets(tree: Path) -> None:
    process = shell(tree, "make")

    assert process.returncode == 0
    for target in ("preview", "test", "benchmark"):
        assert re.search(rf"^{target} +\S", process.stdout, re.MULTILINE), target


@needs_make
def test_a_fresh_clone_installs_what_is_locked_before_it_previews(tree: Path) -> None:
    fresh = shell(tree, "rm -rf ../fresh && mkdir ../fresh && cp Makefile requirements* ../fresh")
    assert fresh.returncode == 0

    process = shell(tree.parent / "fresh", "make --dry-run preview")

    steps = ["-m venv .venv", "--require-hashes -r requirements.txt", "preview --stack dev"]
    places = [process.stdout.find(step) for step in steps]
    assert places == sorted(places)
    assert -1 not in places


@needs_make
@pytest.mark.skipif(shutil.which("git") is None, reason="git is not on PATH")
def test_getting_started_begins_in_an_empty_directory(tmp_path: Path) -> None:
    page = (REPOSITORY / "docs/getting-started.md").read_text(encoding="utf-8")
    clone, enter, preview, activate = next(blocks(page, "sh")).splitlines()
    source = clone.split()[-1]
    origin = tmp_path / "origin"
    shutil.copytree(REPOSITORY, origin, ignore=NOT_COPIED)
    commit = "git -c user.name=t -c user.email=t@example.com -c commit.gpgsign=false commit -q -m x"
    assert shell(origin, f"git init -q && git add --all && {commit}").returncode == 0
    empty = tmp_path / "empty"
    empty.mkdir()

    script = "\n".join((clone.replace(source, str(origin)), "cd origin", f"{preview} --dry-run"))
    assert enter == f"cd {Path(source).stem}"
    process = shell(empty, script)

    assert process.returncode == 0, process.stderr
    assert activate == ". .venv/bin/activate"
    for step in ("-m venv .venv", "-r requirements.txt", "> .venv/bin/openshift-credentials"):
        assert step in process.stdout, step


# The documentation site: every link leads somewhere.

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
    assert not re.search(r"\\\s", page), "a line break that the site's Markdown does not know"


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
