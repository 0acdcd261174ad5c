"""What is asserted of the secrets of a vault before anything is registered."""

from dataclasses import replace
from typing import Any

import pytest

from openshift_credentials.base.errors import ContractError
from openshift_credentials.platforms.azure.managed_identity import loading
from openshift_credentials.stack.load import load_settings
from openshift_credentials.stack.system import settings_in
from openshift_credentials.systems.control_plane_identities import checks
from openshift_credentials.systems.control_plane_identities.rules.vault_secrets import Mount, MountStep, mount
from openshift_credentials.systems.control_plane_identities.settings import ControlPlaneIdentitiesSettings
from tests.systems.control_plane_identities.refusals import SECRET_KEYS
from tests.systems.control_plane_identities.samples import config, tree


def settings() -> ControlPlaneIdentitiesSettings:
    deployments = load_settings(config(tree()), SECRET_KEYS)
    found = settings_in(deployments, ControlPlaneIdentitiesSettings)
    assert found
    return found


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"content": b"x"}, "another content"),
        ({"file": "other"}, "another content"),
        ({"step": MountStep.DECODE, "why": "no base64"}, "no base64"),
    ],
)
def test_a_file_that_is_not_the_document_stops_the_program(
    changes: dict[str, Any], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = settings()
    checks.assert_promises(loaded)

    def other(objects: str, value: str) -> Mount:
        return replace(mount(objects, value), **changes)

    monkeypatch.setattr(checks, "mount", other)
    with pytest.raises(ContractError) as caught:
        checks.assert_promises(loaded)
    start, _, rest = str(caught.value).partition(": ")
    assert start.startswith("identity ")
    assert rest == f"the pod's file would not be the document ({reason})"


def test_a_document_that_does_not_load_stops_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(_: bytes, *, sets_cloud: bool) -> loading.Load:
        assert sets_cloud
        return loading.load(b"{}")

    monkeypatch.setattr(checks, "load", load)
    with pytest.raises(ContractError) as caught:
        checks.assert_promises(settings())
    start, _, rest = str(caught.value).partition(": ")
    assert start.startswith("identity ")
    assert rest == loading.load(b"{}").why


def test_a_stanza_that_the_api_server_rejects_stops_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*_: object) -> dict[str, object]:
        return {"azureAuthenticationConfigType": "x"}

    monkeypatch.setattr(checks, "authentication", wrong)
    with pytest.raises(ContractError, match=r"^the API server would reject the stanza: "):
        checks.assert_promises(settings())
