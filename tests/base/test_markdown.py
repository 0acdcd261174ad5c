"""Text from outside in Markdown and on a terminal."""

import re

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.base.terminal import Style
from openshift_credentials.base.wording import fence, markdown_text
from openshift_credentials.cli.program import visible


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("a | b", r"a \| b"),
        ("<img src=x>", "&lt;img src=x>"),
        ("![x](https://example.com)", r"!\[x\](https://example.com)"),
        ("`code`", r"\`code\`"),
        ("**bold** _it_ snake_case", r"\*\*bold\*\* \_it\_ snake_case"),
        ("@somebody", "&#64;somebody"),
        ("a\nb", "a b"),
        ("&lt;b>", "&amp;lt;b>"),
        ("backups[0].trigger", r"backups\[0\].trigger"),
        ("~~gone~~", r"\~\~gone\~\~"),
    ],
)
def test_text_has_no_meaning_in_markdown(text: str, markdown: str) -> None:
    assert markdown_text(text) == markdown


STYLES = ("\x1b[0m", "\x1b[1m", "\x1b[1;31m")
HIDDEN = ("\x1b[2K", "\u202e", "a", "\n")


@given(st.lists(st.sampled_from(STYLES + HIDDEN)))
def test_of_several_parts_only_the_styles_pass_on_a_terminal(parts: list[str]) -> None:
    shown = [part if part in STYLES else visible(part) for part in parts]
    assert visible("".join(parts), styled=True) == "".join(shown)


@given(st.text(alphabet="`a\n", max_size=20))
def test_nothing_ends_a_block_of_code_early(text: str) -> None:
    first, *lines, last = fence(text, "text").split("\n")

    assert first == f"{last}text"
    assert not any(re.fullmatch(rf"\s*{last}`*\s*", line) for line in lines)


@given(st.text(max_size=30))
def test_visible_text_is_printable_and_reads_as_json(text: str) -> None:
    shown = visible(text)

    assert shown.replace("\n", "").replace("\t", "").isprintable()
    assert visible(shown) == shown
    if text.isprintable():
        assert shown == text


def test_only_the_styles_of_the_program_pass_on_a_terminal() -> None:
    styled = Style(colour=True)("a", "bold", "red")

    assert visible(styled, styled=True) == styled
    assert visible(styled) == r"\u001b[1;31ma\u001b[0m"
    for wrong in ("\x1b[8m", "\x1b[2J", "\x1b]0;t\x07", "\x1b[1;8m", "\x9b1m", "\x1b[31"):
        assert "\x1b" not in visible(wrong, styled=True)


@pytest.mark.parametrize("mark", ["\u202e", "\u2066", "\u200f", "\u2028", "\x85", "\ufeff", "\r"])
def test_marks_of_direction_and_ends_of_lines_are_shown_by_number(mark: str) -> None:
    assert visible(f"a{mark}b") == f"a\\u{ord(mark):04x}b"
