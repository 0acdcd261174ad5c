"""A system is a module with a definition and a line in the registry: here is one."""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType

import pulumi
import pytest
from pydantic import Field

from openshift_credentials.base.exit_codes import ExitCode
from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.cli.program import main
from openshift_credentials.stack import registry
from openshift_credentials.stack.base import Settings
from openshift_credentials.stack.cluster import Cluster
from openshift_credentials.stack.explanation import Explanation
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.system import System
from openshift_credentials.stack.verdict import Verdict
from tests.kit.places import REPOSITORY

TOKEN = "openshift-credentials:toy:Toy"
STACK = """\
config:
  openshift-credentials:cluster: {name: mc-1, oidcIssuer: "https://oidc.example.com/abc"}
  openshift-credentials:toy: {colour: COLOUR}
"""


class ToySettings(Settings):
    """The branch of the toy."""

    cluster: Cluster = Field(description="The cluster.")
    colour: str = Field(description="The colour of the toy.")


class Toy(pulumi.ComponentResource):
    """The facade of the toy, which makes one resource."""

    exports: Mapping[str, pulumi.Input[object]]

    def __init__(
        self, name: str, settings: ToySettings, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(TOKEN, name, None, opts)
        pulumi.CustomResource("toys:index:Toy", f"{name}-box", {}, pulumi.ResourceOptions(self))
        self.exports = {"toyColour": settings.colour}
        self.register_outputs(self.exports)


def checks(root: Mapping[str, object], _: object) -> Iterator[Notice]:
    toy = root["toy"]
    if isinstance(toy, dict) and toy.get("colour") == "red":
        yield invalid("toy.colour", "is taken", "choose another one", '"red"')


def remarks(settings: ToySettings) -> Iterator[Notice]:
    yield Notice("toy-fades", Severity.WARNING, f"{settings.colour} fades", setting="toy.colour")


def explain(settings: ToySettings) -> Explanation:
    return Explanation(f"toy of cluster {settings.cluster.name}", ways=(), permissions=())


def verdict(outputs: Mapping[str, object]) -> Verdict:
    colour = str(outputs["toyColour"])
    return Verdict(
        subject="Toy",
        answer=colour,
        rows={"colour": colour},
        sentence=f"The toy is {colour}.",
        table={},
        document_key="toys",
        document={"colour": colour},
    )


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the toy, as a folder and a line would."""
    module = ModuleType("toy_system")
    vars(module)["SYSTEM"] = System(
        key="toy",
        resource_name="toy",
        settings=ToySettings,
        facade=f"{__name__}:Toy",
        checks=checks,
        remarks=remarks,
        explain=explain,
        verdicts={TOKEN: verdict},
    )
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(registry.SYSTEMS, "toy", module.__name__)


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
    made = {step["newState"]["type"]: step["newState"]["parent"] for step in document["steps"][1:]}
    assert made[TOKEN].endswith("openshift-credentials-toy")
    assert made["toys:index:Toy"].endswith("::toy")
    assert document["toys"] == [{"colour": "blue"}]
    assert [each["message"] for each in document["diagnostics"]] == ["toy.colour: blue fades"]


def test_its_checks_stop_the_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "red", "preview") == ExitCode.UNUSABLE

    assert 'toy.colour = "red": is taken; choose another one' in capsys.readouterr().err


def test_it_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "blue", "explain") == ExitCode.OK

    assert "Toy of cluster mc-1" in capsys.readouterr().out
