"""Verb ``preview``: answers, failures, and settings of the command line."""

import json
import os
from pathlib import Path

import pytest

from tests.cli.command import call
from tests.cli.running import Runner
from tests.cli.samples import FORMS, PREVIEW_MARKER as MARKER, UNUSABLE, WRONG_MODE
from tests.kit.places import REPOSITORY
from tests.kit.tables import rows_beside


@pytest.mark.usefixtures("in_the_repository")
def test_a_wrong_mode_is_a_no() -> None:
    outcome = call("preview", "--stack", "dev", *WRONG_MODE)

    assert outcome.code == 1
    assert outcome.results == ""
    assert outcome.others.startswith("error: Secret hypershift/cloud-credentials")
    assert outcome.others.count("\n") == 1


@pytest.mark.usefixtures("in_the_repository")
def test_all_problems_of_a_configuration_are_reported() -> None:
    outcome = call("preview", "--stack", "dev", *UNUSABLE)

    assert outcome.code == 2
    assert outcome.results == ""
    lines = outcome.others.splitlines()
    assert len(lines) == 2
    assert all(line.startswith("error: openshift-credentials:") for line in lines)


@pytest.mark.usefixtures("in_the_repository")
@rows_beside("arguments")
def test_what_cannot_be_worked_with_is_exit_code_2(arguments: list[str]) -> None:
    outcome = call("preview", *arguments)

    assert outcome.code == 2
    assert outcome.results == ""
    assert "error: " in outcome.others
    assert "Traceback" not in outcome.others


@pytest.mark.usefixtures("in_the_repository")
@pytest.mark.parametrize(
    "override",
    [
        "a" * 100_000 + "=1",
        ".".join("a" * 5000) + "=1",
        "a" + "[0]" * 5000 + "=1",
        "a[" + "9" * 5000 + "]=1",
        "cluster.name=" + "x" * 100_000,
        os.fsdecode(b"cluster.name=\xff"),
        os.fsdecode(b"\xff=1"),
    ],
    ids=lambda override: ascii(override)[:30],
)
def test_an_override_of_any_length_depth_and_encoding_is_reported(override: str) -> None:
    outcome = call("explain", "-s", "dev", "-c", override)

    assert outcome.code == 2
    assert outcome.others.startswith("error: ")
    assert "Traceback" not in outcome.others
    assert len(outcome.others) < 5000


@pytest.mark.usefixtures("in_the_repository")
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("front", "setting"), [("sts", "tokenIssuer.gcp"), ("mint", "cloudCredentials.gcp")])
def test_a_missing_sdk_of_google_cloud_is_reported(
    monkeypatch: pytest.MonkeyPatch, front: str, setting: str, form: str
) -> None:
    def nothing(_: str) -> None:
        """As where the package is not installed."""

    monkeypatch.setattr("components.gcp.find_spec", nothing)
    stack = f"{front}-gcp"
    file = f"examples/{stack}/Pulumi.{stack}.yaml"
    outcome = call("preview", "--stack", stack, "--config-file", file, "--output", form)

    assert outcome.code == 2
    (line,) = outcome.others.splitlines()
    assert line.startswith(f"error: {setting}: needs the package pulumi-gcp")
    assert "run 'make gcp', or in a checkout: pip install '.[gcp]'" in line


# Verb ``preview``: the stack file that it reads, and encrypted values in it.


def encrypted(copy: Path, *places: str) -> None:
    """Put an encrypted value, with a marker for a cipher, in the stack file of ``dev``."""
    file = copy / "Pulumi.dev.yaml"
    text = file.read_text()
    for place in places:
        assert place in text
        text = text.replace(place, f"{{secure: {MARKER}}}")
    file.write_text(f"{text}  aws:secretKey: {{secure: {MARKER}}}\n  other:open: {{a: 1}}\n")


@pytest.mark.usefixtures("in_the_repository")
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


@pytest.mark.usefixtures("in_the_repository")
@pytest.mark.parametrize("form", FORMS)
def test_a_setting_that_is_encrypted_is_named_and_not_shown(copy: Path, form: str) -> None:
    encrypted(copy, "rosa-mc-1-etcd-snapshots")

    outcome = call("preview", "-s", "dev", "-C", str(copy), "-o", form)

    assert outcome.code == 2
    assert "etcdBackup.storage.s3.bucket = [secret]: is encrypted" in outcome.others
    assert MARKER not in outcome.results + outcome.others


@pytest.mark.usefixtures("in_the_repository")
@pytest.mark.parametrize("form", FORMS)
def test_a_value_given_for_an_encrypted_setting_is_not_shown(copy: Path, form: str) -> None:
    encrypted(copy, "rosa-mc-1-etcd-snapshots")

    outcome = call(
        *("preview", "-s", "dev", "-C", str(copy), "-o", form), *("--config", f"etcdBackup.storage.s3.bucket={MARKER}!")
    )

    assert outcome.code == 2
    assert MARKER not in outcome.results + outcome.others


@pytest.mark.usefixtures("in_the_repository")
@pytest.mark.parametrize("form", FORMS)
def test_a_broken_stack_file_is_not_quoted(copy: Path, form: str) -> None:
    (copy / "Pulumi.dev.yaml").write_text(f"config:\n  a: {MARKER}\n  b: [{MARKER}\n")

    outcome = call("preview", "-s", "dev", "-C", str(copy), "-o", form)

    assert outcome.code == 2
    assert "Pulumi.dev.yaml" in outcome.others
    assert MARKER not in outcome.results + outcome.others


# The verb ``explain`` as a user calls it.

STACK = ("explain", "--stack", "dev", "-C", str(REPOSITORY))


def test_it_explains_settings_of_the_command_line(verbs: Runner) -> None:
    result = verbs.in_both_forms(*STACK, "-c", "etcdBackup.credentials.restore=true")

    assert result.code == 0
    subjects = [way["subject"] for way in result.json["etcdBackup"]["ways"]]
    assert "system:serviceaccount:openshift-adp:velero" in subjects


def test_an_encrypted_stack_is_explained_without_its_key(verbs: Runner) -> None:
    file = REPOSITORY / "examples/aws-static/Pulumi.aws-static.yaml"
    result = verbs.run("explain", "-s", "aws-static", "-C", str(REPOSITORY), "--config-file", str(file))

    assert result.code == 0
    assert "access keys" in result.out
    assert "v1:" not in result.out


# Problems of settings have the file and the line where the setting stands.

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


def test_a_warning_has_the_line_of_its_setting(file: Path, verbs: Runner) -> None:
    lines = change(file, ("clusters/my-cluster", "clusters-one/one")).splitlines()
    at = 1 + next(index for index, line in enumerate(lines) if "clusters-one/one" in line)
    arguments = ("preview", "--stack", "wrong", "-C", str(REPOSITORY), "--config-file", str(file))
    for form in ("text", "markdown", "json"):
        outcome = verbs.run(*arguments, "-o", form)
        assert "etcdBackup.backups[0].hostedCluster: clusters-one/one looks like" in outcome.out.replace("\\", "")
        assert f"(Pulumi.wrong.yaml, line {at})" in outcome.out


def test_an_alias_that_contains_itself_ends(file: Path) -> None:
    change(file, ("    name: rosa-mc-1", "    name: &a [*a]"))

    assert errors(file)
