"""Findings of Secrets of Azure."""

from collections.abc import Iterator

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.azure.text_rules import GUID
from openshift_credentials.systems.cloud_credentials.rules.secrets.detection import (
    Detected,
    SecretKind,
)
from openshift_credentials.systems.cloud_credentials.rules.secrets.findings.common import (
    ERROR,
    INFO,
    is_encoded_twice,
    missing_keys,
)
from openshift_credentials.systems.cloud_credentials.rules.secrets.formats import (
    AZURE_LONG_TERM_KEYS,
    AZURE_SHORT_TERM_KEYS,
    AZURE_TOKEN_FILE,
)
from openshift_credentials.systems.cloud_credentials.rules.secrets.root_secrets import SecretData


def azure_findings(data: SecretData, detected: Detected) -> Iterator[Notice]:
    """Findings of a Secret of Azure."""
    if AZURE_TOKEN_FILE in data and "azure_client_secret" in data:
        yield Notice(
            "long-and-short-term",
            ERROR,
            "There is a client secret and a federated token file; a component can use either.",
            "Remove azure_client_secret from a workload identity.",
        )
    elif detected.kind is SecretKind.SHORT_TERM:
        yield from missing_keys(data, AZURE_SHORT_TERM_KEYS, "the component cannot log in")
    else:
        yield from missing_keys(data, AZURE_LONG_TERM_KEYS, "the component cannot log in")
    for key in ("azure_client_id", "azure_tenant_id", "azure_subscription_id"):
        text = data.get(key, b"").decode("utf-8", "replace")
        if text and GUID.problem(text.strip()) and not is_encoded_twice(key, text):
            yield Notice(
                "not-a-guid", ERROR, f"The value of {key} is not a GUID.", "Copy the ID again."
            )
    group, prefix = data.get("azure_resourcegroup"), data.get("azure_resource_prefix")
    if group and prefix and group != prefix + b"-rg":
        yield Notice(
            "own-resource-group",
            INFO,
            "The resource group is not the infrastructure name with -rg.",
            "That is correct only for a cluster with a custom resource group.",
        )
