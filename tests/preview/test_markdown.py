"""The preview as a comment for a pull request."""

import re
from dataclasses import replace
from typing import Any

import pytest

from openshift_credentials.base.errors import UnusableInputError, input_problem
from openshift_credentials.preview.formats import LIMIT, to_markdown
from openshift_credentials.preview.recorder import Diagnostic
from openshift_credentials.preview.run import Preview, digest, preview_of_error, run_program
from openshift_credentials.preview.stack_files import StackConfiguration
from openshift_credentials.stack.load import load_settings
from tests.kit.nonempty import nonempty
from tests.kit.places import REPOSITORY
from tests.kit.previews import preview_of
from tests.kit.stacks import example_stack

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
        for part in nonempty(parts):
            assert part in picture


def test_a_prediction_is_reported_from_a_detection() -> None:
    assert "predicted" not in to_markdown(preview_of("dev"))
    assert "predicted" in to_markdown(preview_of("aro"))


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


def test_the_picture_shows_the_settings_that_the_program_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[object] = []

    def count(*arguments: Any) -> object:  # noqa: ANN401 - of the function that it stands for
        loaded.append(arguments)
        return load_settings(*arguments)

    monkeypatch.setattr("components.base.program.load_settings", count)
    assert "customer-role" in picture_of("rosa-sts", "etcdBackup.credentials.roleName=customer-role")
    assert len(loaded) == 1


def test_a_client_secret_is_drawn_as_what_it_is() -> None:
    picture = picture_of("azure-client-secret")

    assert "client secret<br>Secret hypershift/cloud-credentials" in picture
    assert "service principal<br>aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee" in picture
    assert "issuer" not in picture
    assert "ServiceAccount" not in picture


def test_a_managed_identity_of_the_data_plane_is_drawn_as_what_it_is() -> None:
    picture = picture_of("azure-managed-identity")

    assert "certificate of the data plane" in picture
    assert "ServiceAccount" not in picture


def test_a_role_of_the_stack_is_drawn_by_its_name() -> None:
    override = "etcdBackup.credentials.customRole=true"
    picture = picture_of("aro-workload-identity", override)

    assert "own role: etcd snapshot upload to" in picture
    assert "Storage Blob Data Contributor" not in picture


def test_everybody_who_can_assume_the_identity_is_drawn_or_counted() -> None:
    accounts = [f"etcdBackup.credentials.serviceAccounts[{n}]=a/b{n}" for n in range(9)]
    picture = picture_of("rosa-sts", *accounts)

    assert 'job["ServiceAccount<br>hypershift/etcd-backup-job"]' in picture
    assert 'account1["ServiceAccount<br>a/b0"]' in picture
    assert "5 more ServiceAccounts" in picture


def test_reads_are_no_creates() -> None:
    preview = example("aws-adopt-existing")
    reads = preview.change_summary["read"]
    text = to_markdown(preview)

    assert reads
    assert f"{len(preview.steps) - reads} resources to create, {reads} to read" in text
    rows = re.findall(r"^\| `[^`]+` \(read\) \| (\d+) \|$", text, re.MULTILINE)
    assert sum(map(int, rows)) == reads


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
