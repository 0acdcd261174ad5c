"""One rule for every secret setting of every system: the stack file has it encrypted."""

import json
import re
from typing import Any

import pytest

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.preview.stack_files import read_stack
from openshift_credentials.stack.load import load_settings
from openshift_credentials.stack.secret_texts import SEALED
from openshift_credentials.stack.system import SYSTEMS
from tests.cli.command import call
from tests.engine.changes import settings as every_setting
from tests.kit.places import REPOSITORY

MARKER = "PlantedMarkerOfASecret"
PATHS = sorted(setting.path for setting in every_setting() if "SecretStr" in str(setting.field.annotation))
PARTS = re.compile(r"([^.\[\]]+)(\[\])?")


def tree(path: str, value: str) -> dict[str, Any]:
    """A configuration with nothing but one setting, below keys where a map has it."""
    placed: Any = {"namespace/name": {"a": value}} if path.endswith("componentSecrets") else value
    for name, is_list in reversed(PARTS.findall(path)):
        placed = {name: [placed] if is_list else placed}
        if name == "password":
            placed = {"a.example.com": placed}
    return placed


def told(path: str, value: str, *keys: str) -> list[str]:
    config = {f"openshift-credentials:{key}": json.dumps(v) for key, v in tree(path, value).items()}
    config.setdefault("openshift-credentials:etcdBackup", "{}")
    if path.startswith("hostedKubernetes"):
        config["openshift-credentials:imagePulls"] = "{}"
    with pytest.raises(UnusableInputError) as refused:
        load_settings(config, keys)
    return [str(problem) for problem in refused.value.problems]


def test_there_are_secret_settings_in_most_systems() -> None:
    assert len({path.partition(".")[0] for path in PATHS} & {*SYSTEMS}) >= 4
    assert len(PATHS) > 10


@pytest.mark.parametrize("path", PATHS)
def test_plain_text_is_refused_and_the_command_names_the_place(path: str) -> None:
    problems = [each for each in told(path, MARKER) if "not encrypted" in each]

    (problem,) = problems
    command = problem.rpartition("; ")[2]
    place = re.fullmatch(r"encrypt it: pulumi config set --secret --path 'openshift-credentials:(.+)'", command)
    assert place, problem
    assert place[1].startswith(path.partition(".")[0])
    assert ("a.example.com" in place[1]) is ('["a.example.com"]' in place[1])
    assert MARKER not in "".join(told(path, MARKER))


@pytest.mark.parametrize("path", PATHS)
def test_an_encrypted_value_is_not(path: str) -> None:
    assert not [each for each in told(path, SEALED) if "not encrypted" in each]
    branch = f"openshift-credentials:{path.partition('.')[0]}"
    assert not [each for each in told(path, MARKER, branch) if "not encrypted" in each]


def test_a_text_of_several_lines_is_read_from_a_file() -> None:
    (problem,) = (each for each in told("kubernetes.kubeconfig", f"{MARKER}\n{MARKER}") if "not encrypted" in each)
    assert problem.endswith("--path 'openshift-credentials:kubernetes.kubeconfig' < FILE")


KEYS = [
    "etcdBackup.credentials.mode=aws-static",
    "etcdBackup.credentials.accessKeyId=AKIAIOSFODNN7EXAMPLE",
    f"etcdBackup.credentials.secretAccessKey={MARKER * 2}"[:84],
]


def test_a_secret_of_the_command_line_is_in_no_file_and_in_no_output() -> None:
    stack = read_stack(REPOSITORY, "dev", None, KEYS)
    assert set(stack.secret_keys) == {f"openshift-credentials:{argument.partition('=')[0]}" for argument in KEYS[1:]}
    given = [part for argument in KEYS for part in ("--config", argument)]
    for form in ("text", "json", "markdown"):
        outcome = call("preview", "--stack", "dev", "-C", str(REPOSITORY), *given, "-o", form)
        assert outcome.code == 0, outcome
        assert "aws-static" in outcome.results
        assert MARKER not in outcome.results + outcome.others
