"""Names that are derived from other names, the same on every machine and in every run."""

import base64
import hashlib
import json
import re
from typing import Final

from openshift_credentials.base.yaml_text import yaml_text

MACHINE_CONFIG_API_VERSION: Final = "machineconfiguration.openshift.io/v1"
ROLE_LABEL: Final = "machineconfiguration.openshift.io/role"
CONFIG_MAP_KEY: Final = "config"
IGNITION_VERSION: Final = "3.2.0"
FILE_MODE: Final = 0o644

HOSTED_ROLE: Final = "worker"
"""The role that HyperShift gives every MachineConfig of a NodePool."""


def machine_config_spec(path: str, content: str) -> dict[str, object]:
    """The ``spec`` of a MachineConfig that writes one file."""
    encoded = base64.b64encode(content.encode()).decode()
    file = {
        "path": path,
        "mode": FILE_MODE,
        "overwrite": True,
        "contents": {"source": f"data:text/plain;charset=utf-8;base64,{encoded}"},
    }
    return {"config": {"ignition": {"version": IGNITION_VERSION}, "storage": {"files": [file]}}}


def machine_config_text(name: str, path: str, content: str) -> str:
    """The MachineConfig in YAML, as in a NodePool's ConfigMap."""
    document = {
        "apiVersion": MACHINE_CONFIG_API_VERSION,
        "kind": "MachineConfig",
        "metadata": {"name": name, "labels": {ROLE_LABEL: HOSTED_ROLE}},
        "spec": machine_config_spec(path, content),
    }
    return yaml_text([document])


DISCOVERY_PATH: Final = ".well-known/openid-configuration"
"""Path of an issuer's discovery document (OpenID Connect Discovery 1.0, section 4)."""

DEFAULT_OPERATOR_NAMESPACE: Final = "hypershift"
"""Namespace of HyperShift's operator, as ``hypershift install`` creates it."""

DEFAULT_OADP_NAMESPACE: Final = "openshift-adp"
"""Namespace of OADP, as in its installation guide."""

_HASH_LENGTH: Final = 10
_LOOKS_CUT: Final = re.compile(r"-[0-9a-f]{10}$")


def subject(namespace: str, name: str) -> str:
    """The ``sub`` claim of a ServiceAccount's token."""
    return f"system:serviceaccount:{namespace}:{name}"


def hosted_control_plane_namespace(namespace: str, name: str) -> str:
    """Namespace of a hosted control plane.

    Source: openshift/hypershift ``hypershift-operator/controllers/manifests/manifests.go``,
    ``HostedControlPlaneNamespace``.
    """
    return f"{namespace}-{name.replace('.', '-')}"


def within(limit: int, name: str) -> str:
    """``name`` if it fits into ``limit`` characters, otherwise its start and a hash of the whole.

    Two names never collide: neither two long names with the same start, nor a long name and another
    that equals its truncated form.
    """
    if len(name) < limit or (len(name) == limit and not _LOOKS_CUT.search(name)):
        return name
    digest = hashlib.sha256(name.encode()).hexdigest()[:_HASH_LENGTH]
    return f"{name[: limit - _HASH_LENGTH - 1]}-{digest}"


def canonical_json(value: object) -> str:
    """JSON that is equal for equal values: sorted members, no white space, ASCII only."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
