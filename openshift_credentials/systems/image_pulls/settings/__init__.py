"""Settings of image pulls: the branch ``imagePulls`` of a stack."""

from typing import Final

from openshift_credentials.stack.parts import expand_nothing as expand

from .aws import AwsPulls
from .azure import AzurePulls, Registry
from .branch import ImagePullsSettings, Mode
from .nodes import GcpPulls, HostedCluster, NodePool
from .workload import Workload

__all__ = [
    "MODEL",
    "AwsPulls",
    "AzurePulls",
    "GcpPulls",
    "HostedCluster",
    "ImagePullsSettings",
    "Mode",
    "NodePool",
    "Registry",
    "Workload",
    "expand",
]
MODEL: Final = ImagePullsSettings
"""Model of branch ``imagePulls``."""
