"""What is asserted of the root secret and of the mode before anything is registered."""

from dataclasses import replace

import pytest

from openshift_credentials.base.errors import ContractError
from openshift_credentials.stack.load import load_settings
from openshift_credentials.stack.system import settings_in
from openshift_credentials.systems.cloud_credentials.checks import promises
from openshift_credentials.systems.cloud_credentials.rules.modes import (
    ClusterFacts,
    Decision,
    ModeDecision,
    determine_mode,
)
from openshift_credentials.systems.cloud_credentials.settings import CloudCredentialsSettings
from tests.kit.trees import config
from tests.systems.cloud_credentials.stacks import MINT

SECRETS = (
    "openshift-credentials:cloudCredentials",
    *(f"openshift-credentials:{key}" for key in ("kubernetes", "hostedKubernetes")),
)


def settings() -> CloudCredentialsSettings:
    found = settings_in(load_settings(config({"cloudCredentials": MINT}), SECRETS), CloudCredentialsSettings)
    assert found
    return found


def test_content_that_is_no_root_credential_stops_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    promises.assert_promises(settings())

    def of_another_cloud(_: object) -> dict[str, str]:
        return {"azure_client_id": "x"}

    monkeypatch.setattr(promises, "root_form", of_another_cloud)
    with pytest.raises(ContractError) as caught:
        promises.assert_promises(settings())
    assert str(caught.value) == (
        "kube-system/aws-creds would hold long-term credentials, not a root credential; correct "
        "cloudCredentials.rootSecret"
    )


def test_another_mode_than_the_one_of_the_settings_stops_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    def degraded(facts: ClusterFacts) -> Decision:
        return replace(determine_mode(facts), answer=ModeDecision.DEGRADED, path=("a", "b"))

    monkeypatch.setattr(promises, "determine_mode", degraded)
    with pytest.raises(ContractError) as caught:
        promises.assert_promises(settings())
    assert str(caught.value) == ("the operator would be in mode insufficient credentials instead of mint: a; b")
