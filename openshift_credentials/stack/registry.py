"""The registry of systems: a new system is a folder and a line here."""

from collections.abc import Mapping
from typing import Final

from .base import Settings
from .cluster import Cluster
from .kubernetes import HostedKubernetes, Kubernetes
from .system import System

SYSTEMS: Final[dict[str, System]] = {
    key: System(key)
    for key in (
        "tokenIssuer",
        "componentIdentities",
        "cloudCredentials",
        "controlPlaneIdentities",
        "etcdBackup",
        "imagePulls",
    )
}
"""Systems by their branch of the stack file, in the order in which they are deployed.

Nothing of a system is imported before its parts are asked for.
"""

SHARED: Final[Mapping[str, type[Settings]]] = {
    "cluster": Cluster,
    "kubernetes": Kubernetes,
    "hostedKubernetes": HostedKubernetes,
}
"""Groups of settings that systems share; the models of the systems contain them."""
