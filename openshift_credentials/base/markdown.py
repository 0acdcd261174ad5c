"""Untrusted text in Markdown: shown verbatim, without markup, links or mentions."""

import re
from typing import Final

_MARKS: Final = re.compile(r"[\\`*\[\]|~]|(?<!\w)_|_(?!\w)|@(?=\w)")
_FENCES: Final = re.compile(r"`{3,}")


def markdown_text(text: str) -> str:
    """``text`` on one line, for a paragraph, a list or a cell of a table."""
    plain = " ".join(text.split("\n"))
    escaped = _MARKS.sub(lambda match: f"\\{match[0]}", plain)
    return escaped.replace("&", "&amp;").replace("<", "&lt;").replace("\\@", "&#64;")


def fence(text: str, language: str) -> str:
    """``text`` as a block of code, whose fence is longer than any in the text."""
    longest = max(map(len, _FENCES.findall(text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"
