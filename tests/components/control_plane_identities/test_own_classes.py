"""Classes for pods of your own go into the management cluster, or into files for it."""

from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.harness import record_stack
from tests.kit.stacks import example_stack


@FRAMES
def test_manifests_are_below_the_directory_of_the_settings(preview: bool) -> None:
    stack = example_stack("aro-adopt-vault", "kubernetes.renderTo=out")
    recorded = record_stack(stack, preview=preview)

    provider = recorded.only("pulumi:providers:kubernetes")
    assert provider.name == "control-plane-identities-manifests"
    assert provider.inputs["renderYamlToDirectory"] == "out/objects"
    for found in recorded.all(tokens.SECRET_PROVIDER_CLASS):
        assert found.provider_urn == provider.urn
