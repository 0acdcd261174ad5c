"""What a person at a terminal reads: wrapped, told once, and no wider than the terminal."""

import pytest

from openshift_credentials.base.terminal import Style
from openshift_credentials.base.wording import group_by_setting, wrap
from openshift_credentials.preview.formats import draw
from tests.kit.previews import preview_of

LONG = "arn:aws:iam::123456789012:role/a-name-that-is-longer-than-the-line"


def test_text_is_wrapped_and_long_words_stay_whole() -> None:
    text = wrap(f"note: the role {LONG} has no key", 30)
    assert text.splitlines() == ["note: the role", f"    {LONG}", "    has no key"]
    assert wrap(text, None) == text


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


def test_one_mistake_in_many_entries_is_reported_once_with_five_of_them() -> None:
    (told,) = group_by_setting(f"a.b[{number}].c: is required (P.yaml, line {number})" for number in range(30))
    assert told.startswith("a.b[0].c: is required (P.yaml, line 0) (the same for a.b[1].c, a.b[2].c,")
    assert told.endswith(" and 24 more)")


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("stack", ["aro", "dev"])
def test_a_preview_fits_a_narrow_terminal(stack: str, width: int) -> None:
    shown = draw(preview_of(stack), Style(width=width), diff=False)

    rows = [line for line in shown.splitlines() if line.startswith((" +", " ="))]
    others = [line for line in shown.splitlines() if line not in rows]
    assert all(max(map(len, line.split())) > width - 25 for line in others if len(line) > width)
    assert max(map(len, rows)) <= width + 20
    assert all(f" {step.name} " in shown for step in preview_of(stack).steps)
