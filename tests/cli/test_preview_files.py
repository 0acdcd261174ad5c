"""Verb ``preview``: the stack file that it reads, and encrypted values in it."""

import json
from pathlib import Path

import pytest

from tests.cli.command import call
from tests.cli.preview_calls import FORMS, MARKER, UNUSABLE, WRONG_MODE

pytestmark = pytest.mark.usefixtures("in_the_repository")


def encrypted(copy: Path, *places: str) -> None:
    """Put an encrypted value, with a marker for a cipher, in the stack file of ``dev``."""
    file = copy / "Pulumi.dev.yaml"
    text = file.read_text()
    for place in places:
        assert place in text
        text = text.replace(place, f"{{secure: {MARKER}}}")
    file.write_text(f"{text}  aws:secretKey: {{secure: {MARKER}}}\n  other:open: {{a: 1}}\n")


@pytest.mark.parametrize(
    ("arguments", "code"), [((), 0), (WRONG_MODE, 1), (UNUSABLE, 2)], ids=["yes", "no", "unusable"]
)
@pytest.mark.parametrize("form", [*FORMS, "diff"])
def test_nothing_of_an_encrypted_value_is_shown(copy: Path, form: str, arguments: tuple[str, ...], code: int) -> None:
    encrypted(copy)
    options = ["--diff"] if form == "diff" else ["--output", form]

    outcome = call("preview", "-s", "dev", "-C", str(copy), *options, *arguments)

    assert outcome.code == code
    assert MARKER not in outcome.results + outcome.others
    assert "sealed" not in outcome.results + outcome.others
    if form == "json":
        assert json.loads(outcome.results)["config"]["aws:secretKey"] == "[secret]"


@pytest.mark.parametrize("form", FORMS)
def test_a_setting_that_is_encrypted_is_named_and_not_shown(copy: Path, form: str) -> None:
    encrypted(copy, "rosa-mc-1-etcd-snapshots")

    outcome = call("preview", "-s", "dev", "-C", str(copy), "-o", form)

    assert outcome.code == 2
    assert "etcdBackup.storage.s3.bucket = [secret]: is encrypted" in outcome.others
    assert MARKER not in outcome.results + outcome.others


@pytest.mark.parametrize("form", FORMS)
def test_a_value_given_for_an_encrypted_setting_is_not_shown(copy: Path, form: str) -> None:
    encrypted(copy, "rosa-mc-1-etcd-snapshots")

    outcome = call(
        *("preview", "-s", "dev", "-C", str(copy), "-o", form), *("--config", f"etcdBackup.storage.s3.bucket={MARKER}!")
    )

    assert outcome.code == 2
    assert MARKER not in outcome.results + outcome.others


@pytest.mark.parametrize("form", FORMS)
def test_a_broken_stack_file_is_not_quoted(copy: Path, form: str) -> None:
    (copy / "Pulumi.dev.yaml").write_text(f"config:\n  a: {MARKER}\n  b: [{MARKER}\n")

    outcome = call("preview", "-s", "dev", "-C", str(copy), "-o", form)

    assert outcome.code == 2
    assert "Pulumi.dev.yaml" in outcome.others
    assert MARKER not in outcome.results + outcome.others


def test_a_stack_that_cannot_be_read_is_a_document_for_a_machine(copy: Path) -> None:
    (copy / "Pulumi.dev.yaml").write_text("config:\n  a: [b\n")

    outcome = call("preview", "-s", "dev", "-C", str(copy), "-o", "json")

    [diagnostic] = json.loads(outcome.results)["diagnostics"]
    assert (diagnostic["code"], diagnostic["line"]) == ("syntax", 3)
    assert diagnostic["file"] == str(copy / "Pulumi.dev.yaml")
    assert f"error: {diagnostic['message']}\n" == outcome.others
