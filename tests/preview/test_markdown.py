"""The preview as a comment for a pull request."""

import re
from dataclasses import replace

from openshift_credentials.base.errors import UnusableInputError, input_problem
from openshift_credentials.preview.formats import LIMIT, to_markdown
from openshift_credentials.preview.recorder import Diagnostic
from openshift_credentials.preview.run import Preview, digest, preview_of_error, run_program
from openshift_credentials.preview.stack_files import StackConfiguration
from tests.kit.places import REPOSITORY
from tests.kit.previews import preview_of
from tests.kit.stacks import example_stack


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
