"""Whose identity each plugin uses, by its version and its input."""

import pytest

from openshift_credentials.systems.image_pulls.rules.plugins import PluginFacts, Version, predict
from openshift_credentials.systems.image_pulls.rules.shipped import RegistryCloud

AWS, AZURE, GCP = RegistryCloud.AWS, RegistryCloud.AZURE, RegistryCloud.GCP
ROLE = {"eks.amazonaws.com/ecr-role-arn": "arn:aws:iam::123456789012:role/app"}
DEFAULT = {"AWS_ECR_ROLE_ARN": "arn:aws:iam::123456789012:role/fallback"}
CLIENT = {"kubernetes.azure.com/acr-client-id": "client"}
TENANT = {"kubernetes.azure.com/acr-tenant-id": "tenant"}
GKE = {"iam.gke.io/enable-wi-image-pull": "true"}


@pytest.mark.parametrize("cloud", RegistryCloud)
def test_without_a_token_the_node_pulls(cloud: RegistryCloud) -> None:
    facts = PluginFacts(version=(1, 35), environment=DEFAULT)
    found = predict(cloud, facts, {**ROLE, **CLIENT, **TENANT, **GKE}, with_token=False)
    assert found.identity == "node"


@pytest.mark.parametrize(
    ("cloud", "version", "annotations", "environment", "identity"),
    [
        (AWS, (1, 33), ROLE, DEFAULT, "node"),
        (AWS, (1, 34), ROLE, DEFAULT, "workload"),
        (AWS, (1, 34), {}, DEFAULT, "default role"),
        (AWS, (1, 34), {}, {}, "none"),
        (AWS, (1, 35), {}, {}, "node"),
        (AZURE, (1, 34), {**CLIENT, **TENANT}, {}, "node"),
        (AZURE, (1, 35), {**CLIENT, **TENANT}, {}, "workload"),
        (AZURE, (1, 35), CLIENT, {}, "none"),
        (AZURE, (1, 35), TENANT, {}, "none"),
        (AZURE, (1, 35), {}, {}, "none"),
        (GCP, (1, 35), GKE, {}, "none"),
        (GCP, (1, 35), {"iam.gke.io/enable-wi-image-pull": "True"}, {}, "node"),
        (GCP, (1, 35), {}, {}, "node"),
    ],
)
def test_with_a_token_the_version_and_the_annotations_decide(
    cloud: RegistryCloud,
    version: Version,
    annotations: dict[str, str],
    environment: dict[str, str],
    identity: str,
) -> None:
    facts = PluginFacts(version=version, environment=environment)
    assert predict(cloud, facts, annotations, with_token=True).identity == identity


def test_without_the_extension_of_azure_no_token_is_exchanged() -> None:
    facts = PluginFacts(version=(1, 35), environment={}, managed_identity_extension=False)
    assert predict(AZURE, facts, {**CLIENT, **TENANT}, with_token=True).identity == "none"
