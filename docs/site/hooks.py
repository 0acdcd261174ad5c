"""What the site does beyond Markdown: pages of the root, settings by branch, links, diagrams.

README.md is the home page, and CHANGELOG.md and CONTRIBUTING.md are pages too, so that nothing is
written twice. A link to a file outside docs/ leads to the repository where ``REPOSITORY_URL`` names
it; otherwise only its text is left. Source of the events: https://www.mkdocs.org/user-guide/configuration/#hooks.
"""

import hashlib
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final

import mermaidx
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

REPOSITORY: Final = Path(__file__).parents[2]
DRAWN: Final = REPOSITORY / ".cache" / "diagrams"
"""Diagrams of earlier builds: one takes about a second to draw."""
PAGES: Final = {"README.md": "index.md", "CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}
_ITS_NAME: Final = "my-svg"
"""What the renderer calls every diagram."""
_ENTRY: Final = re.compile(r"^(- |### )`([^`]+)`", re.MULTILINE)
_LINK: Final = re.compile(r"(!?)\[([^\]]+)\]\(([^)\s#:]+)(#[^)\s]*)?\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Draw diagrams when the site is built: a page needs no script and no network to show them."""
    fence = {"name": "mermaid", "class": "diagram", "format": _drawn}
    config.mdx_configs["pymdownx.superfences"] = {"custom_fences": [fence]}
    return config


def _drawn(source: str, *_: object, **__: object) -> str:
    """A Mermaid diagram as SVG, whose identifiers are its own among those of a page.

    Raises the error of Mermaid for a diagram that it cannot read.
    """
    name = f"diagram-{hashlib.sha256(source.encode()).hexdigest()[:16]}"
    kept = DRAWN / f"{name}.svg"
    if not kept.exists():
        svg = mermaidx.render(source).svg().replace(_ITS_NAME, name)
        DRAWN.mkdir(parents=True, exist_ok=True)
        kept.write_text(svg, encoding="utf-8")
    return f'<div class="diagram">{kept.read_text(encoding="utf-8")}</div>'


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are at the root of the repository."""
    for source, page in PAGES.items():
        text = (REPOSITORY / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=_as_in_docs(text)))
    for key, content in _branches((REPOSITORY / "docs/settings.md").read_text(encoding="utf-8")):
        files.append(File.generated(config, f"settings/{key}.md", content=content))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, **_: object) -> str:
    """Turn links that leave docs/ into links to the repository, or into their text.

    The page of all settings becomes a list of their branches.
    """
    if page.file.src_uri == "settings.md":
        links = (f"- [`{key}`](settings/{key}.md)" for key, _ in _branches(markdown))
        return "\n".join((markdown.partition("\n## ")[0], *links, ""))

    def replaced(link: re.Match[str]) -> str:
        mark, text, target, anchor = link.groups(default="")
        folder = PurePosixPath(page.file.src_uri).parent
        place = posixpath.normpath(folder / target)
        if mark or not place.startswith("../"):
            return link.group()
        path = place.removeprefix("../")
        if path in PAGES:
            return f"[{text}]({posixpath.relpath(PAGES[path], folder)}{anchor})"
        return f"[{text}]({config.repo_url}/blob/main/{path})" if config.repo_url else text

    return _LINK.sub(replaced, markdown)


def _branches(markdown: str) -> Iterator[tuple[str, str]]:
    """The name and the page of each branch, with an anchor at every setting."""
    for part in markdown.split("\n## ")[1:]:
        title, _, table = part.partition("\n")
        name = title.strip("`")
        key = "shared" if " " in name else name
        heading = f"# Settings of {title}" if key == name else f"# {title}"
        yield key, f"{heading}\n{_ENTRY.sub(_anchored, table)}"


def _anchored(entry: re.Match[str]) -> str:
    mark, path = entry.groups()
    shown = path.replace("<", "&lt;").replace(">", "&gt;").replace(".", ".<wbr>")
    anchor = path.replace("[]", "").replace("<", "").replace(">", "")
    return f'{mark}<a class="setting" id="{anchor}" href="#{anchor}"><code>{shown}</code></a>'


def _as_in_docs(text: str) -> str:
    """A page of the root with its links as they are seen from docs/."""

    def replaced(link: re.Match[str]) -> str:
        mark, text, target, anchor = link.groups(default="")
        inside = target.removeprefix("docs/")
        return f"{mark}[{text}]({inside if inside != target else '../' + target}{anchor})"

    return _LINK.sub(replaced, text)
