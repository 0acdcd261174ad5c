"""Every system is a typed component for programs in Python, with the checks of a stack."""

import importlib
import inspect
import json
from typing import get_type_hints

import pulumi
import pytest

from components.cloud_credentials import CloudCredentials, CloudCredentialsSettings
from openshift_credentials.stack.system import SHARED, SYSTEMS
from tests.kit.harness import record, record_stopped
from tests.kit.stacks import example_stack


def cluster(**changes: object) -> None:
    config = example_stack("mint-aws").config
    tree = json.loads(config["openshift-credentials:cloudCredentials"])
    settings = CloudCredentialsSettings.model_validate({**tree, **changes})
    CloudCredentials("mine", settings)


@pytest.mark.parametrize("key", SYSTEMS)
def test_the_package_of_a_system_has_its_component(key: str) -> None:
    system = SYSTEMS[key]
    package = importlib.import_module(f"components.{system.package}")
    component = getattr(package, system.class_name)
    facade = getattr(importlib.import_module(f"components.{system.package}.facade"), system.class_name)

    assert issubclass(component, facade)
    assert component is not facade
    args = list(inspect.signature(component).parameters)[1]
    kind = get_type_hints(component.__init__)[args]
    assert kind.__name__ in package.__all__


def test_a_component_creates_what_a_stack_would() -> None:
    recorded = record(cluster, preview=True)

    name = "openshift-credentials:cloud-credentials:CloudCredentials"
    assert recorded.only(name).name == "mine"
    assert recorded.only("aws:iam/user:User")


def test_a_component_is_checked_like_a_stack() -> None:
    stopped = record_stopped(lambda: cluster(mode="Manual"), preview=True)

    assert isinstance(stopped.error, pulumi.RunError)
    assert str(stopped.error).startswith("rootSecret: cannot be used when the mode is")


@pytest.mark.parametrize(
    ("key", "example"),
    [
        ("cloudCredentials", "mint-aws"),
        ("controlPlaneIdentities", "azure-self-managed-identities"),
        ("imagePulls", "pulls-ecr-standalone"),
        ("tokenIssuer", "sts-aws-public"),
    ],
)
def test_a_component_takes_the_settings_of_its_branch(key: str, example: str) -> None:
    """``etcdBackup`` has arguments of its own, and identities know the issuer of their program."""
    system = SYSTEMS[key]
    component = getattr(importlib.import_module(f"components.{system.package}"), system.class_name)
    config = example_stack(example).config
    branches = {name.partition(":")[2]: json.loads(text) for name, text in config.items()}
    shared = {name: tree for name, tree in branches.items() if name in SHARED}
    args = get_type_hints(component.__init__)["args"].model_validate({**branches[key], **shared})

    recorded = record(lambda: component("mine", args), preview=True)

    assert [each.name for each in recorded.resources if each.type.endswith(system.class_name)] == ["mine"]
