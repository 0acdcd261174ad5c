"""How a provider file gets onto nodes: a MachineConfig, or a ConfigMap of a NodePool.

Sources: openshift/machine-config-operator ``pkg/controller/template/render.go`` and
``pkg/apihelpers/apihelpers.go`` (a change below the directory restarts the kubelet, without a
reboot); openshift/hypershift ``hypershift-operator/controllers/nodepool/config.go`` (key
``config`` of a ConfigMap in the HostedCluster's namespace, role ``worker``).
"""

import base64
from typing import Any, Final

import yaml

MACHINE_CONFIG_API_VERSION: Final = "machineconfiguration.openshift.io/v1"
ROLE_LABEL: Final = "machineconfiguration.openshift.io/role"
CONFIG_MAP_KEY: Final = "config"
IGNITION_VERSION: Final = "3.2.0"
FILE_MODE: Final = 0o644

_HOSTED_ROLE: Final = "worker"


def machine_config_name(pool: str) -> str:
    """Name of the MachineConfig of a pool.

    It sorts behind ``97-POOL-generated-credentialproviderconfig``, which writes the same file:
    the last one wins whole.
    """
    return f"99-{pool}-image-credential-provider"


def machine_config_spec(path: str, content: str) -> dict[str, Any]:
    """The ``spec`` of a MachineConfig that writes one file."""
    encoded = base64.b64encode(content.encode()).decode()
    file = {
        "path": path,
        "mode": FILE_MODE,
        "overwrite": True,
        "contents": {"source": f"data:text/plain;charset=utf-8;base64,{encoded}"},
    }
    return {
        "config": {"ignition": {"version": IGNITION_VERSION}, "storage": {"files": [file]}},
    }


def machine_config_text(path: str, content: str) -> str:
    """The MachineConfig in YAML, as a NodePool's ConfigMap holds it."""
    document = {
        "apiVersion": MACHINE_CONFIG_API_VERSION,
        "kind": "MachineConfig",
        "metadata": {
            "name": machine_config_name(_HOSTED_ROLE),
            "labels": {ROLE_LABEL: _HOSTED_ROLE},
        },
        "spec": machine_config_spec(path, content),
    }
    return yaml.safe_dump(document, sort_keys=False, width=1_000_000)
