"""What differs between kubelets, by version.

Sources: kubernetes/kubernetes ``pkg/features/kube_features.go``; kubernetes/kubelet
``config/v1/types.go`` (``v1`` since v0.26, no ``cacheType`` at v0.33) and ``go.mod``
(``godebug default=go1.26`` at v0.36); Go's ``urlstrictcolons``. OpenShift 4.N has Kubernetes
1.(N + 13).
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self

from openshift_credentials.platforms.kubernetes.text_rules import OPENSHIFT_VERSION

_KUBERNETES_VERSION: Final = re.compile(r"v?1\.([0-9]{1,3})(?:[.+-][0-9A-Za-z.+-]*)?")
_MINOR_OFFSET: Final = 13
_AUDIENCES_ARE_RESTRICTED: Final = 33
_DIRECTORIES_ARE_READ: Final = 34
_TOKEN_GATE_EXISTS: Final = 33
_TOKEN_GATE_IS_ON: Final = 34
_CACHE_TYPE_EXISTS: Final = 34
_COLONS_ARE_STRICT: Final = 36


class GateState(StrEnum):
    ABSENT = "absent"
    OFF = "off"
    ON = "on"


@dataclass(frozen=True, slots=True)
class KubeletVersion:
    """The minor version 1.N of a kubelet, and what it decides."""

    minor: int

    @classmethod
    def of_openshift(cls, version: str) -> Self:
        """The kubelet of OpenShift ``4.N`` or ``4.N.Z``. Raises ValueError for any other text."""
        match = OPENSHIFT_VERSION.pattern.fullmatch(version)
        if match is None:
            raise ValueError("must be 4.N or 4.N.Z")
        return cls(int(match[1]) + _MINOR_OFFSET)

    @classmethod
    def parse(cls, version: str) -> Self:
        """The version ``1.N``, also as ``v1.N.Z``. Raises ValueError for any other text."""
        match = _KUBERNETES_VERSION.fullmatch(version)
        if match is None:
            raise ValueError("must be a version of Kubernetes such as 1.34")
        return cls(int(match[1]))

    @property
    def token_gate(self) -> GateState:
        """Default of the feature gate KubeletServiceAccountTokenForCredentialProviders."""
        if self.minor < _TOKEN_GATE_EXISTS:
            return GateState.ABSENT
        return GateState.ON if self.minor >= _TOKEN_GATE_IS_ON else GateState.OFF

    @property
    def has_cache_type(self) -> bool:
        """Whether ``tokenAttributes.cacheType`` is required; before, it is an unknown field."""
        return self.minor >= _CACHE_TYPE_EXISTS

    @property
    def refuses_colons_in_hosts(self) -> bool:
        """Whether ``a:1:2`` is no host; before, everything behind the last colon is the port."""
        return self.minor >= _COLONS_ARE_STRICT

    @property
    def reads_directories(self) -> bool:
        return self.minor >= _DIRECTORIES_ARE_READ

    @property
    def restricts_audiences(self) -> bool:
        """Default of the gate ServiceAccountNodeAudienceRestriction of an API server."""
        return self.minor >= _AUDIENCES_ARE_RESTRICTED

    @property
    def openshift(self) -> str:
        return f"4.{self.minor - _MINOR_OFFSET}"

    def __str__(self) -> str:
        return f"1.{self.minor}"


DIRECTORIES_SINCE: Final = KubeletVersion(_DIRECTORIES_ARE_READ)
COMPARED: Final = KubeletVersion(34)
"""The version whose answers the tests compare with, and what the verbs assume."""
