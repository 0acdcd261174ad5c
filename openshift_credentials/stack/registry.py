"""The registry of systems: a new system is a folder and a line here."""

import importlib
from typing import Any, Final

from openshift_credentials.stack.system import System

SYSTEMS: Final[dict[str, str]] = {
    "tokenIssuer": "openshift_credentials.systems.token_issuer.system",
    "componentIdentities": "openshift_credentials.systems.component_identities.system",
    "cloudCredentials": "openshift_credentials.systems.cloud_credentials.system",
    "snapshotStore": "openshift_credentials.systems.snapshot_store.system",
    "controlPlaneIdentities": "openshift_credentials.systems.control_plane_identities.system",
    "etcdBackup": "openshift_credentials.systems.etcd_backup.system",
    "imagePulls": "openshift_credentials.systems.image_pulls.system",
}
"""Module by branch of the stack file, in the order in which systems are deployed.

The module has the system as ``SYSTEM``; it is imported only for stacks that have the branch.
"""


def system_of(key: str) -> System[Any]:
    """The system of a branch."""
    system: System[Any] = importlib.import_module(SYSTEMS[key]).SYSTEM
    return system
