"""The completion, used by a real shell."""

import shutil
import subprocess
from pathlib import Path

import pytest

from openshift_credentials.cli import program
from openshift_credentials.cli.program import VERBS, words_of_verbs
from tests.cli.command import call
from tests.kit.golden import Golden

needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not on PATH")


def completed(line: str) -> list[str]:
    """What bash offers for the last word of a line."""
    script = call("completion", "bash").results
    words = " ".join(f"'{word}'" for word in line.split(" "))
    ask = f"COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _openshift_credentials"
    shown = 'printf "%s\\n" "${COMPREPLY[@]}"'
    process = subprocess.run(
        ["bash", "-euc", f"{script}\n{ask}\n{shown}"],  # noqa: S607 - that of the user
        capture_output=True,
        text=True,
        check=True,
    )
    return process.stdout.split()


@needs_bash
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("openshift-credentials pre", ["preview", "preflight"]),
        ("openshift-credentials cco mo", ["mode"]),
        ("openshift-credentials preview --st", ["--stack"]),
        ("openshift-credentials preview --stack dev --di", ["--diff"]),
        ("openshift-credentials preview -o ", ["text", "json", "markdown"]),
        ("openshift-credentials detect --storage-type ", ["S3", "AzureBlob"]),
        ("openshift-credentials cco permissions --cloud g", ["gcp"]),
        ("openshift-credentials completion z", ["zsh"]),
        ("openshift-credentials detect secret.yaml --expl", ["--explain"]),
    ],
)
def test_bash_offers_what_fits(line: str, offered: list[str]) -> None:
    assert completed(line) == offered


@needs_bash
def test_bash_offers_every_verb() -> None:
    assert completed("openshift-credentials ") == list(VERBS)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_knows_every_verb(shell: str) -> None:
    script = call("completion", shell)

    assert script.code == 0
    for verb in VERBS:
        assert f" {verb}" in script.results or f'"{verb}' in script.results


def test_another_shell_is_refused() -> None:
    assert call("completion", "csh").code == 2


@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_the_script_of_a_shell_is_the_golden_one(
    shell: str, golden: Golden, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two verbs, one of which has actions."""
    words = words_of_verbs()
    few = {name: words[name] for name in ("completion", "issuer")}
    monkeypatch.setattr(program, "words_of_verbs", lambda: few)
    script = call("completion", shell).results
    golden(Path(__file__).parent / "golden" / f"completion.{shell}", script)
    zsh = call("completion", "zsh").results
    assert shell != "bash" or zsh == f"autoload -U +X bashcompinit && bashcompinit\n{script}"
