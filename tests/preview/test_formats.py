"""The preview as text, as JSON and as Markdown."""

import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from openshift_credentials.base.errors import ContractError, UnusableInputError, input_problem
from openshift_credentials.base.terminal import Style
from openshift_credentials.preview.formats import LIMIT, draw, to_json, to_markdown
from openshift_credentials.preview.recorder import Diagnostic
from openshift_credentials.preview.run import (
    SECRET,
    UNKNOWN as TEXT_OF_UNKNOWN,
    Preview,
    digest,
    preview_of_error,
    run_program,
)
from openshift_credentials.preview.stack_files import StackConfiguration, read_stack
from tests.kit import tokens
from tests.kit.golden import Golden
from tests.kit.places import REPOSITORY
from tests.kit.previews import preview_of
from tests.kit.stacks import example_stack
from tests.kit.tables import nonempty, rows_beside

# The preview as text: what is drawn beside the golden files.

STACKS = ("dev", "aro")


def test_the_content_of_the_secret_is_masked_in_the_inputs() -> None:
    text = draw(preview_of("dev"), Style(), diff=True)

    assert f"data      : {SECRET}" in text
    assert TEXT_OF_UNKNOWN not in draw(preview_of("aro"), Style(), diff=True).replace(f"::{TEXT_OF_UNKNOWN}]", "]")
    assert "[unknown]" in draw(preview_of("aro"), Style(), diff=True)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@rows_beside("environment, coloured")
def test_a_terminal_is_coloured_unless_it_asks_not_to_be(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], coloured: bool
) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    assert Style.of(Terminal()).colour is coloured
    assert not Style.of(io.StringIO()).colour


# The preview as JSON, beside what ``pulumi preview --json`` prints.
#
# The members are those of ``previewDigest``, ``previewStep`` and ``apitype.ResourceV3`` in
# pulumi/pulumi ``pkg/display`` and ``sdk/go/common/apitype``.

UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"


def document(preview: Preview) -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads(to_json(preview)))


def state(stack: str, token: str) -> dict[str, Any]:
    (found,) = (step["newState"] for step in document(preview_of(stack))["steps"] if step["newState"]["type"] == token)
    return cast("dict[str, Any]", found)


@pytest.mark.parametrize("stack", STACKS)
def test_every_parent_dependency_and_provider_is_a_step(stack: str) -> None:
    steps = document(preview_of(stack))["steps"]
    urns = {step["urn"] for step in steps}

    for step in nonempty(steps):
        new = step["newState"]
        assert {new["parent"]} <= urns if "parent" in new else new["type"] == tokens.STACK
        assert set(new.get("dependencies", [])) <= urns
        if "provider" in new:
            urn, _, identifier = new["provider"].rpartition("::")
            assert urn in urns
            assert identifier == UNKNOWN


@pytest.mark.parametrize("stack", STACKS)
def test_the_content_of_the_secret_is_masked(stack: str) -> None:
    assert state(stack, tokens.SECRET)["inputs"]["data"] == "[secret]"


def test_secret_configuration_is_masked() -> None:
    stack = StackConfiguration("p", "s", REPOSITORY, {"aws:region": "seen", "aws:token": "hidden"}, ("aws:token",))
    whole = document(preview_of_error(stack, UnusableInputError([input_problem("one"), input_problem("two")])))

    assert whole["config"] == {"aws:region": "seen", "aws:token": "[secret]"}


# The preview as a comment for a pull request.


def test_a_problem_cannot_become_markup() -> None:
    stack = StackConfiguration("p", "s", REPOSITORY, {}, ())
    text = to_markdown(preview_of_error(stack, UnusableInputError([input_problem("a|b\n<img src=x>")])))

    assert ":x:" in text
    assert "<img" not in text
    assert text.count("\n- ") == 1


def example(name: str, *overrides: str) -> Preview:
    stack = example_stack(name, *overrides)
    return digest(stack, run_program(stack))


def picture_of(name: str, *overrides: str) -> str:
    return to_markdown(example(name, *overrides)).partition("```mermaid")[2].partition("```")[0]


def test_everybody_who_can_assume_the_identity_is_drawn_or_counted() -> None:
    accounts = [f"etcdBackup.credentials.serviceAccounts[{n}]=a/b{n}" for n in range(9)]
    picture = picture_of("rosa-sts", *accounts)

    assert 'job["ServiceAccount<br>hypershift/etcd-backup-job"]' in picture
    assert 'account1["ServiceAccount<br>a/b0"]' in picture
    assert "5 more ServiceAccounts" in picture


def test_a_comment_never_passes_the_limit_of_github() -> None:
    steps = preview_of("dev").steps * 200
    warnings = [Diagnostic("w" * 500, "warning", "")] * 200
    notes = [Diagnostic("n" * 500, "info", "")] * 200
    large = replace(preview_of("dev"), steps=steps, diagnostics=(*warnings, *notes))

    text = to_markdown(large)

    assert len(text) <= LIMIT
    assert f"{len(steps)} resources to create" in text
    assert len(re.findall(r"\.\.\. and \d+ more lines", text)) == 3
    assert text.count("<details>") == text.count("</details>") == 1
    assert text.count("```") % 2 == 0


def test_a_thousand_problems_fit_too() -> None:
    stack = StackConfiguration("p", "s", REPOSITORY, {}, ())
    text = to_markdown(preview_of_error(stack, UnusableInputError([input_problem("x" * 3000)] * 1000)))

    assert len(text) <= LIMIT
    assert "more lines" in text


# What a user sees, whole, in golden/.

FOLDER = Path(__file__).parent / "golden"

FORMS: dict[str, Callable[[Preview], str]] = {
    "txt": lambda preview: draw(preview, Style(), diff=False),
    "diff.txt": lambda preview: draw(preview, Style(), diff=True),
    "md": to_markdown,
}


@pytest.mark.parametrize(
    ("stack", "form"), [("dev", "txt"), ("dev", "md"), ("aro", "txt"), ("aro", "diff.txt"), ("aro", "md")]
)
def test_a_stack_looks_as_it_did(stack: str, form: str, golden: Golden) -> None:
    golden(FOLDER / f"{stack}.{form}", FORMS[form](preview_of(stack)))


def test_a_failure_looks_as_it_did(golden: Golden) -> None:
    arn = "etcdBackup.credentials.credentialsFile=arn:aws:iam::123456789012:role/etcd-backup"
    stack = read_stack(REPOSITORY, "dev", None, ["etcdBackup.credentials.mode=aws-static", arn])
    with pytest.raises(ContractError) as caught:
        run_program(stack)

    golden(FOLDER / "dev.wrong-mode.md", to_markdown(preview_of_error(stack, caught.value)))
