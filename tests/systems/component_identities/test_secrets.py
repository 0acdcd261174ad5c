"""A Secret in a cluster has the content of the manifest for the installer, in every cloud."""

import base64

import pytest
import yaml

from tests.kit import tokens
from tests.kit.google_cloud import NEEDS_SDK
from tests.kit.harness import record_stack
from tests.kit.stacks import example_stack

Data = dict[str, str]
EXAMPLES = ["sts-aws-public", "workload-id-azure", pytest.param("sts-gcp", marks=NEEDS_SDK)]


def updated(name: str, *changes: str) -> tuple[dict[str, str], dict[str, Data]]:
    """Manifests by file name, and the data of Secrets by the same name, after an update."""
    stack = record_stack(example_stack(name, *changes), preview=False)
    secrets = {
        "{namespace}-{name}-credentials.yaml".format_map(each.inputs["metadata"]): dict(each.inputs["stringData"])
        for each in stack.resources
        if each.type == tokens.SECRET
    }
    return stack.only(tokens.STACK).outputs.values_.get("componentManifests", {}), secrets


def content(manifest: str) -> Data:
    """What a Secret's manifest has in it, as text."""
    secret = yaml.safe_load(manifest)
    data = secret.get("data", {})
    return {**secret.get("stringData", {}), **{key: base64.b64decode(value).decode() for key, value in data.items()}}


@pytest.mark.parametrize("name", EXAMPLES)
def test_secrets_in_a_cluster_are_those_of_the_installer(name: str) -> None:
    manifests, none = updated(name)
    no_more, secrets = updated(name, "componentIdentities.secretsIn=cluster", "cluster.name=mc-1")
    assert len(manifests) > 1
    assert {file: content(text) for file, text in manifests.items()} == secrets
    assert (none, no_more) == ({}, {})
