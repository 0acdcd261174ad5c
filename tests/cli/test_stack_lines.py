"""Problems of settings have the file and the line where the setting stands."""

import json
from pathlib import Path

import pytest

from tests.cli.command import call
from tests.kit.places import REPOSITORY

WRONG = {
    "region: us-east-1": "region: virginia",
    'accountId: "123456789012"': "accountId: 12",
    "roleName: etcd-backup-role": "roleNme: etcd-backup-role",
    "      - hostedCluster: clusters/my-cluster": "      - hostedCluster: one",
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "Pulumi.wrong.yaml"
    path.write_text((REPOSITORY / "Pulumi.dev.yaml").read_text())
    return path


def change(file: Path, *changes: tuple[str, str]) -> str:
    text = file.read_text()
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    file.write_text(text)
    return text


def errors(file: Path, verb: str = "preview", *more: str) -> list[dict[str, object]]:
    arguments = ("--stack", "wrong", "-C", str(REPOSITORY), "--config-file", str(file))
    outcome = call(verb, *arguments, "-o", "json", *more)
    assert outcome.code == 2, outcome
    document = json.loads(outcome.results)
    return document.get("errors") or document["diagnostics"]


@pytest.mark.parametrize("verb", ["preview", "explain"])
def test_every_problem_has_the_line_of_its_setting(file: Path, verb: str) -> None:
    lines = change(file, *WRONG.items()).splitlines()

    found = errors(file, verb)

    told = {lines[int(str(each["line"])) - 1].strip() for each in found}
    assert told == {each.strip() for each in WRONG.values()}
    for each in found:
        assert each["file"] == str(file)
        assert str(each["message"]).endswith(f"(Pulumi.wrong.yaml, line {each['line']})")


def test_an_alias_that_contains_itself_ends(file: Path) -> None:
    change(file, ("    name: rosa-mc-1", "    name: &a [*a]"))

    assert errors(file)
