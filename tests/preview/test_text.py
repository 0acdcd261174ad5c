"""The preview as text: what is drawn beside the golden files."""

import io
import re

import pytest

from openshift_credentials.base.terminal import Style
from openshift_credentials.preview.formats import _properties, draw, guides, short_type
from openshift_credentials.preview.run import SECRET, UNKNOWN
from tests.kit.nonempty import nonempty
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


@pytest.mark.parametrize("stack", STACKS)
def test_every_resource_is_in_the_tree_once(stack: str) -> None:
    preview = preview_of(stack)
    tree = draw(preview, Style(), diff=False)

    rows = [line for line in tree.splitlines() if line.startswith(" + ")]
    assert len(rows) == len(preview.steps)
    for row, step in zip(rows, preview.steps, strict=True):
        assert short_type(step.type) in row
        assert step.name in row


@pytest.mark.parametrize("stack", STACKS)
def test_a_child_is_drawn_below_its_parent(stack: str) -> None:
    above: dict[int, str] = {}
    for step in nonempty(preview_of(stack).steps):
        above[step.depth] = step.urn
        assert step.request.parent == (above[step.depth - 1] if step.depth else "")


def test_the_content_of_the_secret_is_masked_in_the_inputs() -> None:
    text = draw(preview_of("dev"), Style(), diff=True)

    assert f"data      : {SECRET}" in text
    assert UNKNOWN not in draw(preview_of("aro"), Style(), diff=True).replace(f"::{UNKNOWN}]", "]")
    assert "[unknown]" in draw(preview_of("aro"), Style(), diff=True)


@pytest.mark.parametrize(
    ("token", "shown"),
    [
        ("aws:s3/bucket:Bucket", "aws:s3:Bucket"),
        ("aws:s3/bucketPolicy:BucketPolicy", "aws:s3:BucketPolicy"),
        ("kubernetes:core/v1:Secret", "kubernetes:core/v1:Secret"),
        ("azure-native:storage:BlobContainer", "azure-native:storage:BlobContainer"),
        ("time:index/sleep:Sleep", "time:index:Sleep"),
        ("pulumi:providers:aws", "pulumi:providers:aws"),
        ("pulumi:pulumi:Stack", "pulumi:pulumi:Stack"),
    ],
)
def test_types_are_shortened_as_pulumi_does(token: str, shown: str) -> None:
    assert short_type(token) == shown


def test_the_guides_close_each_branch() -> None:
    steps = preview_of("dev").steps[:5]
    assert list(guides(steps, Style())) == ["", "└─ ", "   ├─ ", "   ├─ ", "   │  ├─ "]
    plain = Style(draws_lines=False)
    assert list(guides(steps, plain)) == ["", "`- ", "   |- ", "   |- ", "   |  |- "]


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


def test_policies_are_open_and_roles_have_names() -> None:
    policy = draw(preview_of("dev"), Style(), diff=True)
    assert "policy: (json) {" in policy
    assert '                            Action   : "s3:*"' in policy.splitlines()
    for text, shown in (
        ('{"a": [1]}', "p: (json) {\n    a: [\n        [0]: 1\n    ]\n}"),
        ("[broken", 'p: "[broken"'),
        ("{}", 'p: "{}"'),
        (
            "/subscriptions/1/roleDefinitions/b24988ac-6180-42a0-ab88-20f7382dd24c",
            'roleDefinitions/b24988ac-6180-42a0-ab88-20f7382dd24c" (Contributor)',
        ),
    ):
        assert "\n".join(_properties({"p": text}, "")).endswith(shown)
