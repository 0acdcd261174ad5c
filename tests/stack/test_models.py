"""Models of settings: their parts, hostile values, misplaced keys."""

import contextlib
import json
import random
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, Final, cast

import pytest
from pydantic import BaseModel

import components.etcd_backup.secret as secret
from openshift_credentials.base.errors import ContractError, UnusableInputError
from openshift_credentials.fleet.check import problems_of
from openshift_credentials.live.client import Access
from openshift_credentials.platforms.azure.managed_identity.document import StoredSecret
from openshift_credentials.platforms.go.pem import PemBlock
from openshift_credentials.platforms.kubernetes.secrets import SecretManifest
from openshift_credentials.preview.stack_files import read_stack
from openshift_credentials.stack.load import load_settings, value_of
from openshift_credentials.systems.image_pulls.rules.provider_config import EnvironmentVariable
from openshift_credentials.systems.image_pulls.rules.pull import Candidate, PluginAnswer, Printed, RegistryCredential
from policies.resources import StackResource
from tests.kit.frames import EXAMPLES, SEED
from tests.kit.hostile import KINDS, PREFIX, Place, examples, places_of, with_value
from tests.kit.places import REPOSITORY
from tests.kit.tables import rows_beside
from tests.kit.trees import AWS, PROJECT, config

# Fields that can hold a secret are never in the text that Python makes of a value.

HIDDEN: Final[dict[type[Any], set[str]]] = {
    Access: {"content"},
    Candidate: {"username"},
    EnvironmentVariable: {"value"},
    PemBlock: {"content"},
    PluginAnswer: {"auth"},
    Printed: {"response"},
    RegistryCredential: {"password", "username"},
    SecretManifest: {"data"},
    StackResource: {"props"},
    StoredSecret: {"value"},
    vars(secret)["_Judged"]: {"data"},
}


@pytest.mark.parametrize("kind", HIDDEN, ids=lambda kind: kind.__name__)
def test_exactly_the_fields_for_secrets_are_hidden(kind: type[Any]) -> None:
    if is_dataclass(kind):
        hidden = {field.name for field in fields(kind) if not field.repr}
    else:
        model = cast("type[BaseModel]", kind)
        hidden = {name for name, field in model.model_fields.items() if not field.repr}
    assert hidden == HIDDEN[kind]


def test_every_hidden_field_is_listed() -> None:
    lines = [
        line
        for folder in ("components", "openshift_credentials", "plugin", "policies")
        for path in (REPOSITORY / folder).rglob("*.py")
        for line in path.read_text().splitlines()
        if "repr=False" in line and "@dataclass" not in line
    ]
    assert len(lines) == sum(map(len, HIDDEN.values()))


# Every kind of value at every path of every model of every example has an answer.
#
# ``EXAMPLES`` is the number of values for each example; the seed is the example's name.

COUNT: Final = EXAMPLES
STACKS: Final = examples()


def text_of(value: object) -> str:
    """A value as the engine passes it."""
    return value if isinstance(value, str) else json.dumps(value)


def load(tree: dict[str, Any]) -> None:
    """What ``preview`` and ``explain`` do before anything is registered."""
    config = {f"{PREFIX}{key}": text_of(value) for key, value in tree.items()}
    for deployment in load_settings(config, (), REPOSITORY):
        deployment.assert_promises()
        deployment.remarks()
        deployment.explain()
        deployment.picture()


def answer(tree: dict[str, Any]) -> None:
    """Load a tree and check it as one of a fleet; fails with any other than the two answers."""
    with contextlib.suppress(ContractError, UnusableInputError):
        load(tree)
    problems_of(tree)


@pytest.mark.without_golden
@pytest.mark.parametrize("name", STACKS)
def test_every_kind_of_value_has_an_answer_everywhere(name: str) -> None:
    tree = STACKS[name]
    chosen = random.Random(SEED + name)  # noqa: S311 - repeatable
    pairs = [(place, kind) for place in places_of(tree) for kind in KINDS]
    for place, kind in chosen.sample(pairs, min(COUNT, len(pairs))):
        try:
            answer(with_value(tree, place, KINDS[kind]))
        except Exception as error:
            error.add_note(f"{kind} at {place}")
            raise


FALLEN: Final[dict[str, tuple[str, Place, str]]] = {
    "half of a surrogate pair in a key": (
        "sts-aws-private",
        ("tokenIssuer", "keys", 0, "privateKey"),
        "a lone surrogate",
    ),
    "root secret of nothing": ("mint-aws", ("cloudCredentials", "rootSecret", "aws"), "null"),
}


@pytest.mark.without_golden
@pytest.mark.parametrize("case", FALLEN)
def test_values_that_once_fell_through_have_an_answer(case: str) -> None:
    name, place, kind = FALLEN[case]

    answer(with_value(STACKS[name], place, KINDS[kind]))


@pytest.mark.without_golden
def test_one_wrong_value_is_told_alone() -> None:
    wrong: list[tuple[str, Place, object]] = [
        ("sts-aws-public", ("tokenIssuer", "settleSeconds"), "abc"),
        ("sts-aws-public", ("tokenIssuer", "aws", "region"), []),
        ("rosa-sts", ("etcdBackup", "credentials", "roleName"), []),
        ("rosa-sts", ("cluster", "oidcIssuer"), 5),
        ("mint-aws", ("cloudCredentials", "mode"), "Mints"),
    ]
    for name, place, value in wrong:
        with pytest.raises(UnusableInputError) as refused:
            load(with_value(STACKS[name], place, value))

        assert [problem.setting for problem in refused.value.problems] == [".".join(map(str, place))]


@pytest.mark.without_golden
def test_half_of_a_surrogate_pair_is_replaced_as_the_engine_does() -> None:
    assert value_of('["\\ud800", "\\ud83d\\ude00"]') == ["\ufffd", "\U0001f600"]
    assert value_of("\ud800x") == "\ufffdx"
    assert value_of('{"ä": "é"}') == {"ä": "é"}


# Settings that the program would pass over are told, with the place where they belong.


@rows_beside("key, way_out")
def test_a_key_of_a_mistyped_or_renamed_project_is_reported(key: str, way_out: str) -> None:
    with pytest.raises(UnusableInputError) as caught:
        load_settings({**config(AWS), key: "planted-c2VjcmV0"})

    [problem] = caught.value.problems
    assert str(problem).startswith(f"{key}: is a setting of project {key.partition(':')[0]}")
    assert problem.way_out == way_out
    assert problem.setting == key


def test_a_path_in_place_of_a_key_names_the_option_for_it() -> None:
    with pytest.raises(UnusableInputError, match=f"pulumi config set --path '{PROJECT}:cluster.name' VALUE"):
        load_settings({**config(AWS), f"{PROJECT}:cluster.name": "a"})


def test_keys_of_providers_and_of_other_programs_are_passed_over() -> None:
    others = {"aws:region": "us-east-1", "kubernetes:context": "a", "other:thing": "b"}
    assert load_settings({**config(AWS), **others})


@rows_beside("text, told")
def test_a_setting_outside_config_is_reported(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "Pulumi.yaml").write_text(f"name: {PROJECT}\n")
    (tmp_path / "Pulumi.dev.yaml").write_text(text)

    with pytest.raises(UnusableInputError, match=told):
        read_stack(tmp_path, "dev", None, [])
