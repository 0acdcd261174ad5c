"""A system is a folder of parts, a facade and a line in the registry: ``toy`` here is one."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import components
from openshift_credentials import systems
from openshift_credentials.base.exit_codes import ExitCode
from openshift_credentials.cli.program import main
from openshift_credentials.stack.registry import SYSTEMS
from openshift_credentials.stack.system import System
from tests.kit.places import REPOSITORY

STACK = """\
config:
  openshift-credentials:cluster: {name: mc-1, oidcIssuer: "https://oidc.example.com/abc"}
  openshift-credentials:toy: {colour: COLOUR}
"""


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put the folder where systems are, and register it with the line that a system needs."""
    for package in (systems, components):
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(Path(__file__).parent)])
    monkeypatch.setitem(SYSTEMS, "toy", System("toy"))
    yield
    for name in [name for name in sys.modules if ".toy" in name]:
        del sys.modules[name]


def run(tmp_path: Path, colour: str, verb: str, *arguments: str) -> int:
    file = tmp_path / "Pulumi.toy.yaml"
    file.write_text(STACK.replace("COLOUR", colour))
    place = ["-C", str(REPOSITORY), "--stack", "toy", "--config-file", str(file)]
    return main([verb, *place, *arguments])


def test_a_toy_system_is_previewed_by_the_real_program(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, "blue", "preview", "-o", "json") == ExitCode.OK

    document = json.loads(capsys.readouterr().out)
    parents = {
        step["newState"]["type"]: step["newState"]["parent"] for step in document["steps"][1:]
    }
    assert parents["openshift-credentials:toy:Toy"].endswith("openshift-credentials-toy")
    assert parents["toys:index:Toy"].endswith("::toy")
    assert document["toys"] == [{"colour": "blue"}]
    assert [each["message"] for each in document["diagnostics"]] == ["toy.colour: blue fades"]


def test_it_is_drawn_where_a_preview_is_for_people(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, "blue", "preview", "-o", "markdown") == ExitCode.OK

    assert "toy[blue]" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("colour", "exit_code", "problem"),
    [
        ("red", ExitCode.UNUSABLE, 'toy.colour = "red": is taken; choose another one'),
        ("mc-1", ExitCode.UNUSABLE, "is the name of the cluster; choose another one"),
        ("invisible", ExitCode.NO, "nobody would see the toy"),
    ],
)
def test_its_checks_and_promises_stop_the_program(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    colour: str,
    exit_code: ExitCode,
    problem: str,
) -> None:
    assert run(tmp_path, colour, "preview") == exit_code

    assert problem in capsys.readouterr().err


def test_its_files_are_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "colour.txt").write_text("mc-1\n")

    assert run(tmp_path, str(tmp_path / "colour.txt"), "preview") == ExitCode.UNUSABLE
    assert "is the name of the cluster" in capsys.readouterr().err


def test_it_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "blue", "explain") == ExitCode.OK

    assert "Toy of cluster mc-1" in capsys.readouterr().out
