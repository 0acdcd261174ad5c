"""The modes that bring their own credentials, and what becomes of secrets."""

import base64
import json
from typing import Any, Final

import pytest

from openshift_credentials.base.terminal import Style
from openshift_credentials.preview.formats import draw, to_json, to_markdown
from openshift_credentials.preview.run import digest, run_program
from openshift_credentials.stack.secret_texts import SEALED
from tests.components.azure.stacks import CLIENT, PRINCIPAL, SUBSCRIPTION, TENANT, stack
from tests.kit import tokens
from tests.kit.harness import record_stack
from tests.kit.nonempty import nonempty
from tests.kit.recorded import UNKNOWN
from tests.platforms.azure.managed_identity.bundles import certificate, pem, rsa_key

MARKER: Final = "MARKER~3xyz"
FRAMES = (True, False)


def client_secret(**more: object) -> dict[str, Any]:
    return {"mode": "azure-client-secret", "clientId": CLIENT, "principalId": PRINCIPAL, "clientSecret": MARKER, **more}


def document(**members: object) -> str:
    """Credentials that hold today, whenever that is."""
    from datetime import UTC, datetime, timedelta  # noqa: PLC0415

    now = datetime.now(UTC)
    key = rsa_key()
    bundle = pem(certificate(key, now - timedelta(days=3), now + timedelta(days=300)), key)
    return json.dumps(
        {
            "authentication_endpoint": "https://login.microsoftonline.com/",
            "client_id": CLIENT,
            "tenant_id": TENANT,
            "client_secret": base64.b64encode(bundle).decode(),
            "not_before": (now - timedelta(days=2)).isoformat(timespec="seconds"),
            "note": MARKER,
            **members,
        }
    )


def managed_identity(text: str | None = None) -> dict[str, Any]:
    return {"mode": "azure-managed-identity", "principalId": PRINCIPAL, "managedIdentityDocument": text or document()}


def test_the_client_secret_is_written_as_the_uploader_reads_it() -> None:
    for preview in FRAMES:
        recorded = record_stack(stack(credentials=client_secret()), preview=preview)
        secret = recorded.only(tokens.SECRET)
        assert secret.is_secret("data"), preview
        assert set(secret.inputs["data"]) == {"credentials"}, "a key cloud would decide the mode"
        assert json.loads(base64.b64decode(secret.inputs["data"]["credentials"])) == {
            "subscriptionId": SUBSCRIPTION,
            "tenantId": TENANT,
            "clientId": CLIENT,
            "clientSecret": MARKER,
        }
        verdict = recorded.only(tokens.CREDENTIAL_SECRET).outputs
        assert verdict["detectedMode"] == "azure-client-secret"


def test_the_managed_identity_document_is_written_byte_for_byte() -> None:
    text = document()
    recorded = record_stack(stack(credentials=managed_identity(text)), preview=False)
    data = recorded.only(tokens.SECRET).inputs["data"]
    assert base64.b64decode(data["credentials"]).decode() == text
    verdict = recorded.only(tokens.CREDENTIAL_SECRET).outputs
    assert verdict["detectedMode"] == "azure-managed-identity"


@pytest.mark.parametrize(
    ("credentials", "setting"), [(client_secret(), "clientSecret"), (managed_identity(), "managedIdentityDocument")]
)
def test_a_sealed_value_leaves_a_prediction(credentials: dict[str, Any], setting: str) -> None:
    sealed = {**credentials, setting: SEALED}
    recorded = record_stack(stack(credentials=sealed), preview=True)
    verdict = recorded.only(tokens.CREDENTIAL_SECRET).outputs
    assert verdict["predictedMode"] == credentials["mode"]
    assert verdict["detectedMode"] == UNKNOWN
    assert recorded.only(tokens.SECRET).inputs["data"] == UNKNOWN


@pytest.mark.parametrize("credentials", [client_secret(), managed_identity()])
def test_no_secret_is_in_any_output_or_plain_state(credentials: dict[str, Any]) -> None:
    configuration = stack(credentials=credentials)
    preview = digest(configuration, run_program(configuration))
    drawn = (
        draw(preview, Style(), diff=False),
        draw(preview, Style(), diff=True),
        to_json(preview),
        to_markdown(preview),
    )
    encoded = base64.b64encode(MARKER.encode()).decode()[:8]
    for text in nonempty(drawn):
        assert MARKER not in text
        assert encoded not in text
    for frame in FRAMES:
        recorded = record_stack(configuration, preview=frame)
        for resource in nonempty(recorded.resources):
            if resource.type == tokens.SECRET:
                continue
            shown = json.dumps([dict(resource.inputs), dict(resource.outputs)], default=str)
            assert MARKER not in shown, resource
        assert MARKER not in " ".join(recorded.warnings)
