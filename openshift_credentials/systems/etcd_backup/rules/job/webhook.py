"""Additions of the Azure workload identity webhook to a pod of the Job.

The operator itself only labels the pod. Source: Azure/azure-workload-identity
``pkg/webhook/webhook.go`` and ``pkg/webhook/consts.go``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from openshift_credentials.base.json_values import JsonObject, text_member
from openshift_credentials.platforms.azure.federation import (
    CLIENT_ID_ANNOTATION,
    TENANT_ID_ANNOTATION,
    TOKEN_EXCHANGE_AUDIENCE,
)

_EXPIRATION_ANNOTATION: Final = "azure.workload.identity/service-account-token-expiration"
_DEFAULT_EXPIRATION: Final = 3600
_VOLUME: Final = "azure-identity-token"
_DIRECTORY: Final = "/var/run/secrets/azure/tokens"


@dataclass(frozen=True, slots=True)
class WebhookAdditions:
    """Added to every container of the pod, if the webhook is installed; JSON values.

    ``unknown_env`` names variables whose values come from the webhook's own configuration.
    """

    env: tuple[JsonObject, ...]
    volume: JsonObject
    mount: JsonObject
    unknown_env: tuple[str, ...] = field(default=())


def webhook_additions(annotations: Mapping[str, object]) -> WebhookAdditions:
    """The additions for pods of a ServiceAccount with these annotations."""
    env: list[JsonObject] = [{"name": "AZURE_CLIENT_ID", "value": text_member(annotations, CLIENT_ID_ANNOTATION)}]
    unknown = ["AZURE_AUTHORITY_HOST"]
    if tenant := text_member(annotations, TENANT_ID_ANNOTATION):
        env.append({"name": "AZURE_TENANT_ID", "value": tenant})
    else:
        unknown.insert(0, "AZURE_TENANT_ID")
    env.append({"name": "AZURE_FEDERATED_TOKEN_FILE", "value": f"{_DIRECTORY}/{_VOLUME}"})
    source = {
        "serviceAccountToken": {
            "audience": TOKEN_EXCHANGE_AUDIENCE,
            "expirationSeconds": _expiration(text_member(annotations, _EXPIRATION_ANNOTATION)),
            "path": _VOLUME,
        }
    }
    return WebhookAdditions(
        env=tuple(env),
        volume={"name": _VOLUME, "projected": {"sources": [source]}},
        mount={"name": _VOLUME, "readOnly": True, "mountPath": _DIRECTORY},
        unknown_env=tuple(unknown),
    )


def _expiration(annotation: str) -> int:
    if annotation.isascii() and annotation.isdigit():
        return int(annotation)
    return _DEFAULT_EXPIRATION
