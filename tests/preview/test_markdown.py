"""The preview as a comment for a pull request."""

import re

import pytest

from openshift_credentials.errors import UnusableInputError
from openshift_credentials.preview.digest import failed
from openshift_credentials.preview.markdown import to_markdown
from openshift_credentials.preview.stack_files import StackConfiguration
from tests.kit.places import REPOSITORY
from tests.preview.stacks import preview_of

STACKS = ("dev", "aro")


@pytest.mark.parametrize("stack", STACKS)
def test_it_has_summary_table_verdict_picture_and_folded_details(stack: str) -> None:
    text = to_markdown(preview_of(stack))

    assert text.startswith(f"### :white_check_mark: Stack `{stack}`")
    assert "| resources | number |" in text
    assert "**Verdict**" in text
    assert text.count("```mermaid\nflowchart ") == 1
    assert text.count("<details>") == text.count("</details>") == 1
    assert text.count("```") % 2 == 0


@pytest.mark.parametrize("stack", STACKS)
def test_the_table_counts_every_resource(stack: str) -> None:
    numbers = re.findall(r"^\| `[^`]+` \| (\d+) \|$", to_markdown(preview_of(stack)), re.MULTILINE)

    assert sum(map(int, numbers)) == len(preview_of(stack).steps)


def test_the_picture_names_who_trusts_what() -> None:
    for stack, parts in {
        "dev": ["sts.amazonaws.com", "etcd-backup-role", "rosa-mc-1-etcd-snapshots"],
        "aro": ["api://AzureADTokenExchange", "etcd-backup-identity", "aromc1etcdsnapshots"],
    }.items():
        picture = to_markdown(preview_of(stack)).partition("```mermaid")[2].partition("```")[0]
        assert "hypershift/etcd-backup-job" in picture
        for part in parts:
            assert part in picture


def test_a_prediction_is_told_from_a_detection() -> None:
    assert "predicted" not in to_markdown(preview_of("dev"))
    assert "predicted" in to_markdown(preview_of("aro"))


def test_a_problem_cannot_become_markup() -> None:
    stack = StackConfiguration("p", "s", REPOSITORY, {}, ())
    text = to_markdown(failed(stack, UnusableInputError(["a|b\n<img src=x>"])))

    assert ":x:" in text
    assert "<img" not in text
    assert text.count("\n- ") == 1
