"""What a person at a terminal reads: wrapped, told once, and no wider than the terminal."""

import pytest

from openshift_credentials.base.terminal import Style
from openshift_credentials.base.wording import group_by_setting, shorten, wrap
from openshift_credentials.preview.formats import draw
from tests.kit.previews import preview_of

LONG = "arn:aws:iam::123456789012:role/a-name-that-is-longer-than-the-line"


def test_text_is_wrapped_and_long_words_stay_whole() -> None:
    text = wrap(f"note: the role {LONG} has no key", 30)
    assert text.splitlines() == ["note: the role", f"    {LONG}", "    has no key"]
    assert wrap(text, None) == text


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [("abcdef", 6, "abcdef"), ("abcdefg", 6, "abc…fg"), ("abcdefg", 2, "a…"), ("ab", 1, "…")],
)
def test_the_middle_of_a_long_name_is_cut(text: str, width: int, shown: str) -> None:
    assert shorten(text, width) == shown


def test_the_same_message_for_many_settings_is_reported_once() -> None:
    messages = [
        f"identities.{name}.document is not encrypted; set p:identities.{name}.document"
        for name in ("disk", "file", "ingress")
    ]
    (told,) = group_by_setting(messages)
    assert told == (
        "identities.disk.document is not encrypted; set p:identities.disk.document (the same for "
        "identities.file.document, identities.ingress.document)"
    )


def test_other_messages_are_reported_each() -> None:
    messages = ["a.b is old; renew it", "a.c is old; remove it", "nothing is set", "nothing is set"]
    assert list(group_by_setting(messages)) == ["a.b is old; renew it", "a.c is old; remove it", "nothing is set"]


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("stack", ["aro", "dev"])
def test_a_preview_fits_a_narrow_terminal(stack: str, width: int) -> None:
    shown = draw(preview_of(stack), Style(width=width), diff=False)

    words = {line for line in shown.splitlines() if len(line) > width}
    assert all(max(map(len, line.split())) > width - 25 for line in words), words
    tree = [line for line in shown.splitlines() if line.startswith((" +", " ="))]
    assert max(map(len, tree)) <= width
    assert width > 80 or any("…" in line for line in tree)


def test_a_pipe_gets_whole_lines() -> None:
    shown = draw(preview_of("aro"), Style(), diff=False)
    assert "…" not in shown
    assert max(map(len, shown.splitlines())) > 100
