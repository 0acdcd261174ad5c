"""Markdown of every page: nothing in angle brackets that a site would take for an element."""

import re

import pytest

from tests.documentation.test_commands import PAGES, text
from tests.kit.nonempty import nonempty
from tests.kit.places import REPOSITORY

CODE = re.compile(r"^( *)```.*?^\1```$|(`+)[^`].*?\2", re.DOTALL | re.MULTILINE)
ELEMENT = re.compile(r"</?[A-Za-z][^>\n]*>")
KNOWN = re.compile(r"<(?:https?://[^>\s]+|br|/?a[^>]*|/?details|/?summary|img[^>]*)>")


def elements(markdown: str) -> list[str]:
    """What a browser takes for elements, outside code."""
    return [each for each in ELEMENT.findall(CODE.sub("", markdown)) if not KNOWN.fullmatch(each)]


@pytest.mark.parametrize("page", [*PAGES, "CHANGELOG.md", "CONTRIBUTING.md"])
def test_a_placeholder_is_code_or_escaped(page: str) -> None:
    assert elements(text(page)) == []


def test_the_placeholder_of_the_repository_says_what_to_put_there() -> None:
    files = [
        *(REPOSITORY / "examples").glob("languages/*/Pulumi.yaml"),
        *(REPOSITORY / page for page in (*PAGES, "plugin/README.md")),
    ]
    texts = [file.read_text(encoding="utf-8") for file in files]
    for each in nonempty([each for each in texts if "OWNER/" in each]):
        assert re.search(r"OWNER as in the URL of your clone|`OWNER` is the organization", each)


def test_what_a_reader_has_to_read_stays_short() -> None:
    assert len(text("README.md").split()) <= 800
    assert len(text("CHANGELOG.md").splitlines()) <= 40
    assert sum(len(page.read_text(encoding="utf-8").split()) for page in REPOSITORY.glob("docs/**/*.md")) <= 50_000
