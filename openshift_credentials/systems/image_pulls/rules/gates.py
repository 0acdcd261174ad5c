"""Which kubelets and API servers support the feature, by version.

Sources: kubernetes/kubernetes ``pkg/features/kube_features.go``; OpenShift 4.N has Kubernetes
1.(N + 13).
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

OPENSHIFT_VERSION: Final = re.compile(r"4\.([0-9]{1,3})(?:\.[0-9A-Za-z.+-]+)?")
_MINOR_OFFSET: Final = 13
_TOKEN_GATE_EXISTS: Final = 33
_TOKEN_GATE_IS_ON: Final = 34
_PULLED_IMAGES_ARE_CHECKED: Final = 35


class GateState(StrEnum):
    """Whether a kubelet accepts ``tokenAttributes``."""

    ABSENT = "absent"
    OFF = "off"
    ON = "on"


@dataclass(frozen=True, slots=True)
class KubernetesOf:
    """The Kubernetes version of an OpenShift release."""

    minor: int

    @property
    def token_gate(self) -> GateState:
        """Default of the feature gate KubeletServiceAccountTokenForCredentialProviders."""
        if self.minor < _TOKEN_GATE_EXISTS:
            return GateState.ABSENT
        return GateState.ON if self.minor >= _TOKEN_GATE_IS_ON else GateState.OFF

    @property
    def rechecks_pulled_images(self) -> bool:
        """Whether the node records who pulled an image (KubeletEnsureSecretPulledImages)."""
        return self.minor >= _PULLED_IMAGES_ARE_CHECKED

    def __str__(self) -> str:
        return f"1.{self.minor}"


def kubernetes_of(openshift_version: str) -> KubernetesOf | None:
    """The Kubernetes version of ``4.N`` or ``4.N.Z``, or ``None`` for any other text."""
    match = OPENSHIFT_VERSION.fullmatch(openshift_version)
    return KubernetesOf(int(match[1]) + _MINOR_OFFSET) if match else None
