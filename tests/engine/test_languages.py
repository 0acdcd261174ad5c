"""The package on the real engine: programs in other languages, and what they ask of components."""

import dataclasses
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from tests.engine import api_server
from tests.engine.workspace import Workspace
from tests.kit import tokens
from tests.kit.places import REPOSITORY

EXAMPLES: Final = REPOSITORY / "examples" / "languages"
STACK: Final = "test"
TOKEN: Final = "cGxhbnRlZA-planted-token"
GO_SDK: Final = "example.com/pulumi-openshift-credentials/sdk/go"
HOSTS: Final[Mapping[str, tuple[str, ...]]] = {
    "yaml": ("pulumi-language-yaml",),
    "typescript": ("pulumi-language-nodejs", "node", "npm"),
    "go": ("pulumi-language-go", "go"),
}

needs_yaml = pytest.mark.skipif(shutil.which(HOSTS["yaml"][0]) is None, reason=f"{HOSTS['yaml'][0]} is not on PATH")


def kubeconfig() -> str:
    """How to reach the stand-in for the cluster, with a token that must not be shown."""
    config = yaml.safe_load(api_server.kubeconfig())
    config["users"][0]["user"]["token"] = TOKEN
    return yaml.safe_dump(config)


def consumer(root: Path, language: str) -> Workspace:
    """The example of a language in a folder of its own, with the package of the repository."""
    workspace = Workspace.create(root)
    plugin = workspace.directory / "plugin"
    shutil.copytree(REPOSITORY / "plugin", plugin, ignore=shutil.ignore_patterns("__pycache__"))
    program = dataclasses.replace(workspace, directory=root / "consumer")
    shutil.copytree(EXAMPLES / language, program.directory)
    project = program.directory / "Pulumi.yaml"
    project.write_text(project.read_text().replace("../../../plugin", str(plugin)))
    return program


def with_stack(program: Workspace) -> None:
    """A stack with the example's only setting."""
    program.succeed("stack", "init", STACK)
    program.succeed("config", "set", "--stack", STACK, "--secret", "kubeconfig", kubeconfig())


def generate_sdk(program: Workspace, language: str) -> Path:
    """The SDK of the package, as ``pulumi package add`` puts it below ``sdks``."""
    schema = str(REPOSITORY / "plugin" / "schema.json")
    folder = program.directory / "sdks"
    program.succeed(*("package", "gen-sdk", schema, "--local"), *("--language", language, "--out", str(folder)))
    return (folder / language).rename(folder / "openshift-credentials")


def run(program: Workspace, *command: str) -> None:
    """Run a tool of a language; what cannot be downloaded here skips the test."""
    process = subprocess.run(command, cwd=program.directory, capture_output=True, text=True, check=False, timeout=900)
    text = process.stdout + process.stderr
    if process.returncode and any(word in text for word in ("ENOTFOUND", "ECONN", "dial tcp")):
        pytest.skip(f"{command[0]} reaches no registry of packages")
    assert process.returncode == 0, text


def prepare_typescript(program: Workspace) -> None:
    generate_sdk(program, "nodejs")
    run(program, "npm", "install", "--no-audit", "--no-fund", "--loglevel=error")


def prepare_go(program: Workspace) -> None:
    generate_sdk(program, "go")
    run(program, "go", "mod", "edit", "-replace", f"{GO_SDK}=./sdks/openshift-credentials")
    run(program, "go", "mod", "tidy")
    run(program, "go", "build", "-o", os.devnull, ".")


PREPARED: Final[Mapping[str, Callable[[Workspace], None]]] = {
    "yaml": lambda _: None,
    "typescript": prepare_typescript,
    "go": prepare_go,
}


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("language", HOSTS)
def test_an_example_is_previewed_and_deployed_once(language: str, tmp_path: Path) -> None:
    missing = [host for host in HOSTS[language] if shutil.which(host) is None]
    if missing:
        pytest.skip(f"{' and '.join(missing)} not on PATH")
    program = consumer(tmp_path, language)
    PREPARED[language](program)
    with_stack(program)

    preview = program.json("preview", "--json", "--stack", STACK)
    first = program.succeed("up", "--yes", "--skip-preview", "--stack", STACK)
    second = program.succeed(*("up", "--yes", "--skip-preview", "--expect-no-changes", "--stack", STACK))

    outputs = program.json("stack", "output", "--json", "--stack", STACK)
    resources = program.stack(STACK)
    assert preview["changeSummary"].keys() == {"create"}
    assert {step["urn"] for step in preview["steps"]} <= {each["urn"] for each in resources}
    assert outputs["credentialMode"] == "aws-sts"
    assert len(outputs["backups"]) == 2
    assert TOKEN not in first.text + second.text + json.dumps([preview, resources])
    provider = next(each for each in resources if each["type"] == "pulumi:providers:kubernetes")
    assert "ciphertext" in provider["inputs"]["kubeconfig"]


@pytest.fixture
def program(tmp_path: Path) -> Workspace:
    """The example in YAML, whose program a test can change."""
    made = consumer(tmp_path, "yaml")
    with_stack(made)
    return made


def change(program: Workspace, changed: Callable[[dict[str, Any]], None]) -> None:
    """Change the program in place."""
    file = program.directory / "Pulumi.yaml"
    content = yaml.safe_load(file.read_text())
    changed(content)
    file.write_text(yaml.safe_dump(content))


@needs_yaml
def test_all_problems_are_printed_without_values_and_without_a_traceback(program: Workspace) -> None:
    def wrong(content: dict[str, Any]) -> None:
        properties = content["resources"]["rosa"]["properties"]
        properties["storage"]["s3"]["bucket"] = "Not_A_Bucket"
        properties["storage"]["s3"]["accountId"] = "12"
        properties["kubernetes"]["kubeconfig"] = f"plain-{TOKEN}"

    change(program, wrong)

    outcome = program.pulumi("preview", "--stack", STACK)

    assert outcome.code != 0
    assert "kubernetes.kubeconfig: is set in plain text; make it a secret" in outcome.text
    assert 'storage.s3.bucket = "Not_A_Bucket": must be' in outcome.text
    assert 'storage.s3.accountId = "12": must be' in outcome.text
    for word in (TOKEN, "Traceback", 'File "', "stack file", "pulumi config"):
        assert word not in outcome.text


@needs_yaml
def test_a_component_is_renamed_by_an_alias_and_nothing_is_replaced(program: Workspace) -> None:
    program.succeed("up", "--yes", "--skip-preview", "--stack", STACK)
    old = next(each for each in program.stack(STACK) if each["type"].endswith(":EtcdBackup"))

    def renamed(content: dict[str, Any]) -> None:
        component = content["resources"].pop("rosa")
        component["options"] = {"aliases": [old["urn"]]}
        content["resources"]["prod"] = component
        content["outputs"] = {}

    change(program, renamed)
    preview = program.json("preview", "--json", "--stack", STACK)

    assert preview["changeSummary"].keys() <= {"same", "update"}


@needs_yaml
def test_options_of_the_consumer_reach_what_is_below(program: Workspace) -> None:
    def asked(content: dict[str, Any]) -> None:
        content["resources"]["rosa"]["options"] = {"protect": True, "retainOnDelete": True}

    change(program, asked)
    program.succeed("up", "--yes", "--skip-preview", "--stack", STACK)

    of_clouds = [each for each in program.stack(STACK) if each["type"].startswith(("aws:", "kubernetes:", "time:"))]
    assert of_clouds
    assert all(each.get("protect") for each in of_clouds)
    assert all(each.get("retainOnDelete") for each in of_clouds)


@needs_yaml
def test_two_instances_stand_side_by_side(program: Workspace) -> None:
    def doubled(content: dict[str, Any]) -> None:
        second = json.loads(json.dumps(content["resources"]["rosa"]))
        second["properties"]["cluster"]["name"] = "rosa-mc-2"
        second["properties"]["storage"]["s3"]["bucket"] = "rosa-mc-2-etcd-snapshots"
        second["properties"]["credentials"] = {}
        content["resources"]["other"] = second

    change(program, doubled)
    preview = program.json("preview", "--json", "--stack", STACK)

    buckets = [step for step in preview["steps"] if step["newState"]["type"] == tokens.S3_BUCKET]
    assert len(buckets) == 2


@needs_yaml
def test_a_stack_of_this_program_moves_into_a_component_and_nothing_changes(tmp_path: Path) -> None:
    plain = Workspace.create(tmp_path)
    shutil.copytree(REPOSITORY / "plugin", plain.directory / "plugin")
    plain.succeed("stack", "init", "dev")
    plain.succeed("up", "--yes", "--skip-preview", "--stack", "dev")
    file = plain.directory / "Pulumi.dev.yaml"
    stack: dict[str, Any] = yaml.safe_load(file.read_text())
    settings = {key.rpartition(":")[2]: each for key, each in stack.pop("config").items()}
    component = {
        "type": "openshift-credentials:etcd-backup:EtcdBackup",
        "properties": {**settings.pop("etcdBackup"), **settings},
    }
    content = {
        "name": "openshift-credentials",
        "runtime": "yaml",
        "packages": {"openshift-credentials": str(plain.directory / "plugin")},
        "resources": {"etcd-backup": component},
    }
    moved = dataclasses.replace(plain, directory=tmp_path / "moved")
    moved.directory.mkdir()
    (moved.directory / "Pulumi.yaml").write_text(yaml.safe_dump(content))
    (moved.directory / file.name).write_text(yaml.safe_dump(stack))

    preview = moved.json("preview", "--json", "--stack", "dev")

    assert preview["changeSummary"].keys() == {"same"}
