"""Files on nodes: a MachineConfig, or a ConfigMap that a NodePool refers to.

Sources: openshift/machine-config-operator ``pkg/controller/template/render.go`` and
``pkg/apihelpers/apihelpers.go`` (a change below /etc/kubernetes/credential-providers restarts the
kubelet, without a reboot); openshift/hypershift
``hypershift-operator/controllers/nodepool/config.go`` (key ``config`` of a ConfigMap in the
HostedCluster's namespace, role ``worker``).
"""

import base64
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
