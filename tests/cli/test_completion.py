"""The completion, used by a real shell."""

import shutil
import subprocess
from pathlib import Path

import pytest

from openshift_credentials.cli.program import VERBS
from tests.cli.command import call

pytestmark = pytest.mark.without_golden  # the scripts are those of a library
needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not on PATH")


def completed(line: str, directory: Path) -> list[str]:
    """What bash offers for the last word of a line."""
    script = call("completion", "bash").results
    words = " ".join(f"'{word}'" for word in line.split(" "))
    ask = f"COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))"
    shown = '_shtab_openshift_credentials; printf "%s\\n" "${COMPREPLY[@]}"'
    process = subprocess.run(
        ["bash", "-c", f"{script}\n{ask}\n{shown}"],  # noqa: S607 - that of the user
        capture_output=True,
        text=True,
        check=True,
        cwd=directory,
    )
    return process.stdout.split()


@needs_bash
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("openshift-credentials pre", ["preview", "preflight"]),
        ("openshift-credentials ", list(VERBS)),
        ("openshift-credentials cco mo", ["mode"]),
        ("openshift-credentials preview --st", ["--stack"]),
        ("openshift-credentials preview --stack dev --di", ["--diff"]),
        ("openshift-credentials preview -o ", ["text", "json", "markdown"]),
        ("openshift-credentials detect --storage-type ", ["S3", "AzureBlob"]),
        ("openshift-credentials cco permissions --cloud g", ["gcp"]),
        ("openshift-credentials completion z", ["zsh"]),
        ("openshift-credentials detect secret.yaml --expl", ["--explain"]),
        ("openshift-credentials job --backup ba", ["backup.yaml"]),
        ("openshift-credentials bundle --out b", ["bundle"]),
    ],
)
def test_bash_offers_what_fits(line: str, offered: list[str], tmp_path: Path) -> None:
    (tmp_path / "backup.yaml").touch()
    (tmp_path / "bundle").mkdir()
    assert completed(line, tmp_path) == offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_knows_every_verb(shell: str) -> None:
    script = call("completion", shell)

    assert script.code == 0
    assert all(verb in script.results for verb in VERBS)
    assert "python -m" not in script.results, "the command that is on the PATH"
