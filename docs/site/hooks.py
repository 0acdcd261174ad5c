"""What the site does beyond Markdown: pages of the repository's root, and links out of docs/.

README.md is the home page, and CHANGELOG.md and CONTRIBUTING.md are pages too, so that nothing is
written twice. A link to a file outside docs/ leads to the repository where ``REPOSITORY_URL`` names
it; otherwise only its text is left. Source of the events: https://www.mkdocs.org/user-guide/configuration/#hooks.
"""

import re
from pathlib import Path, PurePosixPath
from typing import Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

REPOSITORY: Final = Path(__file__).parents[2]
PAGES: Final = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
}
_LINK: Final = re.compile(r"(!?)\[([^\]]+)\]\(([^)\s#:]+)(#[^)\s]*)?\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are at the root of the repository."""
    for source, page in PAGES.items():
        text = (REPOSITORY / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=_as_in_docs(text)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, **_: object) -> str:
    """Turn links that leave docs/ into links to the repository, or into their text."""

    def replaced(link: re.Match[str]) -> str:
        mark, text, target, anchor = link.groups(default="")
        place = _joined(PurePosixPath(page.file.src_uri).parent, target)
        if mark or not place.startswith("../"):
            return link.group()
        path = place.removeprefix("../")
        if (known := PAGES.get(path)) is not None:
            up = "../" * (len(PurePosixPath(page.file.src_uri).parts) - 1)
            return f"[{text}]({up}{known}{anchor})"
        return f"[{text}]({config.repo_url}/blob/main/{path})" if config.repo_url else text

    return _LINK.sub(replaced, markdown)


def _as_in_docs(text: str) -> str:
    """A page of the root with its links as they are seen from docs/."""

    def replaced(link: re.Match[str]) -> str:
        mark, text, target, anchor = link.groups(default="")
        inside = target.removeprefix("docs/")
        return f"{mark}[{text}]({inside if inside != target else '../' + target}{anchor})"

    return _LINK.sub(replaced, text)


def _joined(folder: PurePosixPath, target: str) -> str:
    """A relative link from ``folder``, from docs/: parts that leave it stand first."""
    parts: list[str] = []
    for part in (folder / target).parts:
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)
