"""Service accounts under the plain mocks of a user's own test, which answer with the inputs."""

import base64

import pulumi
import pytest
import yaml

from components.component_identities.facade import ComponentIdentities
from tests.kit.google_cloud import NEEDS_SDK
from tests.systems.component_identities.live.test_in_google import INGRESS, settings
from tests.test_mocks_example import MyMocks

pytestmark = NEEDS_SDK


@pytest.fixture(autouse=True)
def mocks(own_loop: None) -> None:  # noqa: ARG001 - other tests of this repository close theirs
    pulumi.runtime.set_mocks(MyMocks())


@pulumi.runtime.test
def test_a_secret_names_the_planned_account() -> pulumi.Output[None]:
    made = ComponentIdentities("component-identities", settings())
    manifests = made.outputs.component_manifests
    assert manifests is not None

    def check(text: str) -> None:
        (content,) = yaml.safe_load(text)["data"].values()
        assert f"/serviceAccounts/{INGRESS.email}:" in base64.b64decode(content).decode()

    return manifests["openshift-ingress-operator-cloud-credentials-credentials.yaml"].apply(check)
