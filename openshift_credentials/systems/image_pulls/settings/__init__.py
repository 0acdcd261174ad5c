"""Settings of image pulls: the branch ``imagePulls`` of a stack."""

from typing import Final

from openshift_credentials.stack.parts import expand_nothing as expand
from openshift_credentials.systems.image_pulls.settings.aws import AwsPulls
from openshift_credentials.systems.image_pulls.settings.azure import AzurePulls, Registry
from openshift_credentials.systems.image_pulls.settings.branch import (
    ImagePullsSettings,
    Mode,
    Reach,
)
from openshift_credentials.systems.image_pulls.settings.nodes import (
    GcpPulls,
    HostedCluster,
    NodePool,
)
from openshift_credentials.systems.image_pulls.settings.workload import Workload

__all__ = [
    "MODEL",
    "AwsPulls",
    "AzurePulls",
    "GcpPulls",
    "HostedCluster",
    "ImagePullsSettings",
    "Mode",
    "NodePool",
    "Reach",
    "Registry",
    "Workload",
    "expand",
]
MODEL: Final = ImagePullsSettings
"""Model of branch ``imagePulls``."""
