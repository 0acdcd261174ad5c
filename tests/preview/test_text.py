"""The preview as text: what is drawn beside the golden files."""

import io
import re

import pytest

from openshift_credentials.base.terminal import Style
from openshift_credentials.preview.formats import draw
from openshift_credentials.preview.run import SECRET, UNKNOWN
from tests.kit.previews import preview_of

STACKS = ("dev", "aro")
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize("diff", [True, False])
@pytest.mark.parametrize("stack", STACKS)
def test_colour_adds_nothing_but_colour(stack: str, diff: bool) -> None:
    plain = draw(preview_of(stack), Style(), diff=diff)
    coloured = draw(preview_of(stack), Style(colour=True), diff=diff)

    assert "\x1b" not in plain
    assert coloured != plain
    assert ESCAPE.sub("", coloured) == plain


def test_the_content_of_the_secret_is_masked_in_the_inputs() -> None:
    text = draw(preview_of("dev"), Style(), diff=True)

    assert f"data      : {SECRET}" in text
    assert UNKNOWN not in draw(preview_of("aro"), Style(), diff=True).replace(f"::{UNKNOWN}]", "]")
    assert "[unknown]" in draw(preview_of("aro"), Style(), diff=True)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [
        ({"TERM": "xterm"}, True),
        ({}, True),
        ({"TERM": "dumb"}, False),
        ({"NO_COLOR": "1", "TERM": "xterm"}, False),
        ({"NO_COLOR": "", "TERM": "xterm"}, True),
    ],
)
def test_a_terminal_is_coloured_unless_it_asks_not_to_be(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], coloured: bool
) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    assert Style.of(Terminal()).colour is coloured
    assert not Style.of(io.StringIO()).colour
