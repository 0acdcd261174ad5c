"""``python -m openshift_credentials preview`` as a user runs it."""

import json
import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from openshift_credentials import __version__
from tests.cli.command import REPOSITORY, call, run
from tests.kit.nonempty import nonempty

MARKER = "planted-c2VjcmV0"
FORMS = ("text", "json", "markdown")
WRONG_MODE = (
    *("--config", "etcdBackup.credentials.mode=aws-static"),
    *(
        "--config",
        "etcdBackup.credentials.credentialsFile=arn:aws:iam::123456789012:role/etcd-backup",
    ),
)
UNUSABLE = ("--config", "etcdBackup.storage.s3.bucket=A", "--config", "surplus=1")


@pytest.fixture(autouse=True)
def in_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    """A verb looks for the program where it is called."""
    monkeypatch.chdir(REPOSITORY)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the program whose files a test may change."""
    for name in ("__main__.py", "Pulumi.yaml", "Pulumi.dev.yaml", "Pulumi.aro.yaml"):
        shutil.copy(REPOSITORY / name, tmp_path / name)
    return tmp_path


@pytest.mark.parametrize("form", FORMS)
def test_a_preview_that_holds_is_on_standard_output(form: str) -> None:
    outcome = call("preview", "--stack", "aro", "--output", form)

    assert outcome.code == 0
    assert outcome.results
    assert outcome.others == ""


def test_a_wrong_mode_is_a_no() -> None:
    outcome = call("preview", "--stack", "dev", *WRONG_MODE)

    assert outcome.code == 1
    assert outcome.results == ""
    assert outcome.others.startswith("error: Secret hypershift/cloud-credentials")
    assert outcome.others.count("\n") == 1


def test_all_problems_of_a_configuration_are_told() -> None:
    outcome = call("preview", "--stack", "dev", *UNUSABLE)

    assert outcome.code == 2
    assert outcome.results == ""
    lines = outcome.others.splitlines()
    assert len(lines) == 2
    assert all(line.startswith("error: openshift-credentials:") for line in lines)


@pytest.mark.parametrize(("arguments", "code"), [(WRONG_MODE, 1), (UNUSABLE, 2)])
def test_a_failure_is_json_for_a_machine(arguments: tuple[str, ...], code: int) -> None:
    outcome = call("preview", "--stack", "dev", "-o", "json", *arguments)

    assert outcome.code == code
    document = json.loads(outcome.results)
    assert document["steps"] == []
    assert {each["severity"] for each in document["diagnostics"]} == {"error"}
    for each in nonempty(document["diagnostics"]):
        assert f"error: {each['message']}" in outcome.others


@pytest.mark.parametrize(("arguments", "code"), [(WRONG_MODE, 1), (UNUSABLE, 2)])
def test_a_failure_is_markdown_for_a_reviewer(arguments: tuple[str, ...], code: int) -> None:
    outcome = call("preview", "--stack", "dev", "-o", "markdown", *arguments)

    assert outcome.code == code
    assert ":x:" in outcome.results
    assert "error: " in outcome.others


@pytest.mark.parametrize(
    "arguments",
    [
        ["--stack", "nowhere"],
        ["--stack", "dev", "--cwd", "/nonexistent"],
        ["--stack", "dev", "--config-file", "nowhere.yaml"],
        ["--stack", "dev", "--config", "no-value"],
        ["--stack", "dev", "--output", "xml"],
        ["--stack"],
        [],
        ["--stack", "dev", "--surplus"],
        ["--sta", "dev"],
    ],
)
def test_what_cannot_be_worked_with_is_exit_code_2(arguments: list[str]) -> None:
    outcome = call("preview", *arguments)

    assert outcome.code == 2
    assert outcome.results == ""
    assert "error: " in outcome.others
    assert "Traceback" not in outcome.others


def test_diff_shows_the_inputs() -> None:
    outcome = call("preview", "--stack", "dev", "--diff")

    assert outcome.code == 0
    assert "assumeRolePolicy" in outcome.results
    assert "assumeRolePolicy" not in call("preview", "--stack", "dev").results


def test_settings_can_be_given_on_the_command_line() -> None:
    outcome = call(
        "preview", "-s", "dev", "-c", "etcdBackup.storage.s3.bucket=another", "-o", "json"
    )

    assert "another" in outcome.results
    assert "rosa-mc-1-etcd-snapshots" not in outcome.results


def test_another_directory_and_another_file_can_be_taken(copy: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.yaml"
    text = (copy / "Pulumi.dev.yaml").read_text()
    other.write_text(text.replace("rosa-mc-1-etcd-snapshots", "another"))

    outcome = call("preview", "-s", "dev", "-C", str(copy), "--config-file", str(other), "--diff")

    assert outcome.code == 0, outcome.others
    assert '"another"' in outcome.results


@pytest.mark.parametrize("arguments", [["--help"], ["preview", "--help"]])
def test_help_has_an_example(arguments: list[str]) -> None:
    outcome = call(*arguments)

    assert outcome.code == 0
    assert "openshift-credentials preview --stack dev" in outcome.results
    assert outcome.others == ""


def test_version_is_that_of_the_package() -> None:
    outcome = run("--version")

    assert (outcome.code, outcome.results) == (0, f"openshift-credentials {__version__}\n")


def test_without_a_verb_the_usage_is_told() -> None:
    outcome = call()

    assert outcome.code == 2
    assert outcome.others.startswith("usage: ")


def test_a_reader_that_goes_early_is_no_error() -> None:
    process = subprocess.run(  # noqa: S602 - a pipe as a user writes it
        f"{sys.executable} -m openshift_credentials preview --stack dev --diff | head -n 1",
        shell=True,
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )

    assert process.stdout.startswith("Previewing stack dev")
    assert process.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is not here")
def test_output_that_cannot_be_written_is_told() -> None:
    with Path("/dev/full").open("w") as full:
        process = subprocess.run(
            [sys.executable, "-m", "openshift_credentials", "explain", "--stack", "dev"],
            cwd=REPOSITORY,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )

    assert process.returncode == 2
    assert process.stderr.startswith("error: standard output: ")
    assert process.stderr.count("\n") == 1


def at_a_terminal(**environment: str) -> str:
    primary, secondary = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "openshift_credentials", "explain", "--stack", "dev"],
        cwd=REPOSITORY,
        stdout=secondary,
        stderr=subprocess.DEVNULL,
        env={**{n: v for n, v in os.environ.items() if n != "NO_COLOR"}, **environment},
    ) as process:
        os.close(secondary)
        written = b""
        try:
            while part := os.read(primary, 4096):
                written += part
        except OSError:  # Linux: the other end is closed
            pass
        process.wait()
    os.close(primary)
    return written.decode().replace("\r\n", "\n")


def test_colours_are_for_terminals_that_want_them() -> None:
    plain = call("explain", "--stack", "dev").results

    assert "\x1b[" not in plain
    assert "\x1b[" in at_a_terminal(TERM="xterm")
    assert at_a_terminal(TERM="xterm", NO_COLOR="1").split() == plain.split()
    assert at_a_terminal(TERM="dumb").split() == plain.split()


def encrypted(copy: Path, *places: str) -> None:
    """Put an encrypted value, with a marker for a cipher, in the stack file of ``dev``."""
    file = copy / "Pulumi.dev.yaml"
    text = file.read_text()
    for place in places:
        assert place in text
        text = text.replace(place, f"{{secure: {MARKER}}}")
    file.write_text(f"{text}  aws:secretKey: {{secure: {MARKER}}}\n  other:open: {{a: 1}}\n")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [((), 0), (WRONG_MODE, 1), (UNUSABLE, 2)],
    ids=["yes", "no", "unusable"],
)
@pytest.mark.parametrize("form", [*FORMS, "diff"])
def test_nothing_of_an_encrypted_value_is_shown(
    copy: Path, form: str, arguments: tuple[str, ...], code: int
) -> None:
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
        *("preview", "-s", "dev", "-C", str(copy), "-o", form),
        *("--config", f"etcdBackup.storage.s3.bucket={MARKER}!"),
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


def test_a_setting_of_a_failure_is_named_for_a_machine() -> None:
    outcome = call("preview", "--stack", "dev", "-o", "json", *UNUSABLE)

    settings = [each["setting"] for each in json.loads(outcome.results)["diagnostics"]]
    assert settings == ["surplus", "etcdBackup.storage.s3.bucket"]


@pytest.mark.parametrize(("arguments", "code"), [((), 0), (WRONG_MODE, 1), (UNUSABLE, 2)])
def test_explain_and_preview_agree_on_the_exit_code(arguments: tuple[str, ...], code: int) -> None:
    outcomes = [
        call(verb, "--stack", "dev", "-o", "json", *arguments) for verb in ("preview", "explain")
    ]

    assert [outcome.code for outcome in outcomes] == [code, code]
    assert outcomes[0].others == outcomes[1].others
    if code:
        preview, explain = (json.loads(outcome.results) for outcome in outcomes)
        assert explain["errors"] == preview["diagnostics"]


@pytest.mark.parametrize("verb", ["preview", "explain"])
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_an_encoding_without_lines_and_umlauts_is_enough(
    copy: Path, verb: str, encoding: str
) -> None:
    text = (copy / "Pulumi.dev.yaml").read_text()
    changed = text.replace("        bucket:", "        tags: {team: Zürich}\n        bucket:")
    (copy / "Pulumi.dev.yaml").write_text(changed)

    outcome = call(verb, "-s", "dev", "-C", str(copy), encoding=encoding)

    assert outcome.code == 0
    assert "Traceback" not in outcome.others
    assert "\\u25" not in outcome.results
    assert outcome.results.isascii() or encoding != "ascii"


@pytest.mark.parametrize("descriptors", [">&-", "2>&-", ">&- 2>&-", "<&-"])
def test_a_stream_that_is_closed_makes_no_traceback(descriptors: str) -> None:
    process = subprocess.run(  # noqa: S602 - a redirection as a user writes it
        f"{sys.executable} -m openshift_credentials explain --stack dev {descriptors}",
        shell=True,
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )

    assert process.returncode == (2 if ">&-" in descriptors.split() else 0)
    assert "Traceback" not in process.stderr
    assert ("standard output: is closed" in process.stderr) == (descriptors == ">&-")


def test_a_directory_that_is_a_loop_of_links_is_told(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")

    outcome = call("preview", "-s", "dev", "-C", str(tmp_path / "loop"))

    assert outcome.code == 2
    assert outcome.others.startswith(f"error: {tmp_path / 'loop'}/Pulumi.yaml: cannot be read: ")


@pytest.mark.parametrize("name", ["", "a b", "../", "x" * 101, os.fsdecode(b"\xff")], ids=ascii)
def test_a_stack_that_cannot_have_that_name_is_told(name: str) -> None:
    outcome = call("preview", "-s", name)

    assert outcome.code == 2
    assert outcome.others.startswith("error: --stack ")
    assert outcome.others.count("\n") == 1


def test_a_stack_can_be_named_with_organization_and_project() -> None:
    assert call("explain", "-s", "organization/openshift-credentials/dev").code == 0


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
def test_an_override_of_any_length_depth_and_encoding_is_told(override: str) -> None:
    outcome = call("explain", "-s", "dev", "-c", override)

    assert outcome.code == 2
    assert outcome.others.startswith("error: ")
    assert "Traceback" not in outcome.others
    assert len(outcome.others) < 5000
