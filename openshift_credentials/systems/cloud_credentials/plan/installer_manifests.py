"""Input of openshift-install for a future cluster: a line, and manifests of Secrets."""

import json
from collections.abc import Mapping

from openshift_credentials.platforms.credentials_requests import SecretRef
from openshift_credentials.systems.component_identities.rules.secret_manifests import file_name


def install_config_line(mode: str) -> str:
    """The line of ``install-config.yaml``; the default mode has an empty text."""
    return f"credentialsMode: {mode or json.dumps('')}"


def manifest_name(secret: SecretRef) -> str:
    """File name of a Secret's manifest, as with ccoctl."""
    return file_name(secret.namespace, secret.name)


def secret_manifest(secret: SecretRef, content: Mapping[str, str]) -> str:
    """A Secret as YAML; every string is quoted as JSON, which YAML reads identically."""
    lines = [
        "apiVersion: v1",
        "kind: Secret",
        "metadata:",
        f"  name: {json.dumps(secret.name)}",
        f"  namespace: {json.dumps(secret.namespace)}",
        "type: Opaque",
        "stringData:",
        *(f"  {json.dumps(key)}: {json.dumps(text)}" for key, text in content.items()),
    ]
    return "\n".join(lines) + "\n"
