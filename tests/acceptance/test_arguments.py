"""What cannot work is refused before anything is made, and nobody is asked where nobody answers."""

import io
import os
from pathlib import Path

import pytest

from tests.acceptance.__main__ import main
from tests.acceptance.arguments import options_of, parser, problem_of


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--cloud=aws", "--against=moto", "--provider=/nowhere"), "not a file"),
        (("--cloud=azure", "--against=moto"), "moto is AWS"),
        (("--cloud=aws", "--stacks=dev,prod"), "--stacks prod: no such stack"),
        (("--cloud=aws", "--kubeconfig=k"), "--oidc-issuer belong together"),
        (("--cloud=aws", "--against=stand-in", "--kubeconfig=k", "--oidc-issuer=h"), "no token"),
        (("--cloud=azure", "--subscription=", "--tenant="), "--subscription and --tenant"),
        (("--cloud=aws", "--minutes=0"), "--minutes 0"),
        (("--cloud=aws", "--region=mars"), "--region mars: must be an AWS region"),
        (("--cloud=azure", "--second-region=West Europe"), "--second-region West Europe: must be"),
        (("--cloud=azure", "--subscription=mine"), "--subscription mine: must be a GUID"),
        (("--cloud=aws", "--region=eu-west-1", "--second-region=eu-west-1"), "copies need another"),
        (("--cloud=azure", "--against=stand-in", "--key=vault"), "--key vault: "),
        (("--cloud=aws",), ""),
    ],
)
def test_what_cannot_work_is_refused_first(
    arguments: tuple[str, ...], problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def which(program: str) -> str:
        return f"/here/{program}"

    monkeypatch.setattr("shutil.which", which)
    asked = parser().parse_args(arguments)
    assert problem in problem_of(asked)
    assert bool(problem) is bool(problem_of(asked))
    if not problem:
        assert options_of(asked).region != options_of(asked).second_region


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--cloud=gcp",), "--cloud: 'gcp' is not one of aws, azure"),
        (("--cloud=aws", "--against=aws"), "'aws' is not one of account, moto, stand-in"),
    ],
)
def test_a_word_that_is_none_of_those_is_told_with_those(
    arguments: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        parser().parse_args(arguments)
    assert ended.value.code == 2
    assert told in capsys.readouterr().err


def test_without_credentials_nothing_is_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for name in [name for name in os.environ if name.startswith("AWS_")]:
        monkeypatch.delenv(name)
    for name in ("AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE"):
        monkeypatch.setenv(name, str(tmp_path / "missing"))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setattr("shutil.which", str)
    assert main(["--cloud", "aws", "--yes", "--directory", str(tmp_path)]) == 2
    assert "error: the account does not answer: NoCredentialsError" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_nobody_agrees_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("shutil.which", str)
    monkeypatch.setattr("sys.stdin", io.StringIO("yes\n"))
    at = ("--cloud", "aws", "--against", "stand-in", "--directory", str(tmp_path))
    assert main(at) == 2
    printed = capsys.readouterr()
    assert "At most USD" in printed.out
    assert "nobody agreed" in printed.err


def test_an_interrupted_run_says_how_to_clean_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("shutil.which", str)
    monkeypatch.setattr("tests.acceptance.__main__.clean_runs", interrupted)
    at = ("--against", "stand-in", "--yes", "--directory", str(tmp_path))
    assert main(["--cloud", "azure", *at]) == 1
    assert "make acceptance-clean CLOUD=azure" in capsys.readouterr().err
