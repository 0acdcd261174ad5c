"""Fields that can hold a secret are never in the text that Python makes of a value."""

from dataclasses import fields, is_dataclass
from typing import Any, Final, cast

import pytest
from pydantic import BaseModel

import components.etcd_backup.secret as secret
from openshift_credentials.cli.job_inputs import JobInputs
from openshift_credentials.cli.verbs.image_pulls.simulate import Stub
from openshift_credentials.live.client import Access
from openshift_credentials.platforms.azure.managed_identity.document import StoredSecret
from openshift_credentials.platforms.kubernetes.secrets import SecretManifest
from openshift_credentials.systems.component_identities.plan.bundle import Bundle
from openshift_credentials.systems.image_pulls.rules.provider_config import EnvironmentVariable
from openshift_credentials.systems.image_pulls.rules.pull import Candidate, PluginAnswer, Printed, RegistryCredential
from policies.resources import StackResource
from tests.kit.places import REPOSITORY

HIDDEN: Final[dict[type[Any], set[str]]] = {
    Access: {"content"},
    Bundle: {"signing_key"},
    Candidate: {"username"},
    EnvironmentVariable: {"value"},
    JobInputs: {"secret_data"},
    PluginAnswer: {"auth"},
    Printed: {"response"},
    RegistryCredential: {"password", "username"},
    SecretManifest: {"data"},
    StackResource: {"props"},
    StoredSecret: {"value"},
    Stub: {"response"},
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
