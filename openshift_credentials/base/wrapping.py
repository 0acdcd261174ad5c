"""Messages for people: wrapped to the width of the terminal, and grouped by setting."""

import re
import textwrap
from collections.abc import Iterable, Iterator
from typing import Final

_SETTING: Final = re.compile(r"\b[a-z]\w*(?:\.[a-z][\w-]*(?:\[\d+\])?)+")
"""The path of a setting in a message, without its project."""


def wrap(text: str, width: int | None, indent: str = "    ") -> str:
    """``text`` in lines of at most ``width`` characters; long words such as ARNs stay whole."""
    if width is None:
        return text
    return textwrap.fill(
        text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def shorten(text: str, width: int, mark: str = "…") -> str:
    """``text`` with its middle replaced by ``mark`` if it is longer than ``width``."""
    if len(text) <= width:
        return text
    front = (width - len(mark) + 1) // 2
    back = width - len(mark) - front
    return f"{text[:front]}{mark}{text[len(text) - back :] if back else ''}"


def group_by_setting(messages: Iterable[str]) -> Iterator[str]:
    """Messages that differ only in the setting become one, which lists the other settings."""
    by_form: dict[str, tuple[str, list[str]]] = {}
    for message in messages:
        found = _SETTING.search(message)
        setting = found[0] if found else ""
        form = message.replace(setting, "\0") if setting else message
        by_form.setdefault(form, (message, []))[1].append(setting)
    for first, settings in by_form.values():
        others = list(dict.fromkeys(settings[1:]))
        yield f"{first} (the same for {', '.join(others)})" if others and others[0] else first
