"""How the plugins of the three registries use the input from the kubelet, by version.

Sources: kubernetes/cloud-provider-aws ``cmd/ecr-credential-provider/main.go`` (token since
v1.34.0; node identity for accounts without a role since v1.35.0, PR 1281);
kubernetes-sigs/cloud-provider-azure ``pkg/credentialprovider/azure_credentials.go`` (token since
v1.35.0); kubernetes/cloud-provider-gcp ``pkg/gcpcredential/gcpcredential.go`` (token since
PR 1202).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, assert_never

from openshift_credentials.systems.image_pulls.rules.shipped import (
    CLIENT_ID_ANNOTATION,
    DEFAULT_ROLE_VARIABLE,
    GCP_REFUSAL,
    ROLE_ANNOTATION,
    TENANT_ID_ANNOTATION,
    RegistryCloud,
)

Version = tuple[int, int]

TOKEN_SINCE: Final[Mapping[RegistryCloud, Version]] = {
    RegistryCloud.AWS: (1, 34),
    RegistryCloud.AZURE: (1, 35),
}
"""First minor version of each plugin that reads a ServiceAccount's token."""

NODE_FALLBACK_SINCE: Final[Version] = (1, 35)
"""First minor version of ecr-credential-provider that falls back to the node's identity."""

GCP_ANNOTATION: Final = "iam.gke.io/enable-wi-image-pull"


class PullIdentity(StrEnum):
    """The identity that a plugin uses."""

    WORKLOAD = "workload"
    DEFAULT_ROLE = "default role"
    NODE = "node"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Use:
    """Result of a plugin call; ``identity`` is :attr:`Identity.NONE` if it fails."""

    identity: PullIdentity
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginFacts:
    """Inputs of the decision in addition to the call.

    ``version`` is that of the plugin; ``managed_identity_extension`` is
    ``useManagedIdentityExtension`` of Azure's cloud config, without which the plugin returns a
    client secret instead.
    """

    version: Version
    environment: Mapping[str, str]
    managed_identity_extension: bool = True


def predict(
    cloud: RegistryCloud, facts: PluginFacts, annotations: Mapping[str, str], *, with_token: bool
) -> Use:
    """Whose identity the plugin of a cloud uses for a call of the kubelet."""
    if not with_token:
        return Use(PullIdentity.NODE, "no token: the plugin uses the node's identity")
    match cloud:
        case RegistryCloud.AWS:
            return _ecr(facts, annotations)
        case RegistryCloud.AZURE:
            return _acr(facts, annotations)
        case RegistryCloud.GCP:
            return _gcr(annotations)
        case _:
            assert_never(cloud)


def _too_old(cloud: RegistryCloud, facts: PluginFacts) -> Use | None:
    since = TOKEN_SINCE[cloud]
    if facts.version >= since:
        return None
    return Use(PullIdentity.NODE, f"the plugin ignores tokens before v{since[0]}.{since[1]}")


def _ecr(facts: PluginFacts, annotations: Mapping[str, str]) -> Use:
    if old := _too_old(RegistryCloud.AWS, facts):
        return old
    if annotations.get(ROLE_ANNOTATION):
        return Use(PullIdentity.WORKLOAD, f"assumes the role of annotation {ROLE_ANNOTATION}")
    if facts.environment.get(DEFAULT_ROLE_VARIABLE):
        return Use(
            PullIdentity.DEFAULT_ROLE, f"assumes the role of variable {DEFAULT_ROLE_VARIABLE}"
        )
    if facts.version >= NODE_FALLBACK_SINCE:
        return Use(PullIdentity.NODE, "no role: the plugin falls back to the node's identity")
    return Use(PullIdentity.NONE, "no role: the plugin fails before v1.35")


def _acr(facts: PluginFacts, annotations: Mapping[str, str]) -> Use:
    if old := _too_old(RegistryCloud.AZURE, facts):
        return old
    if not facts.managed_identity_extension:
        return Use(
            PullIdentity.NONE,
            "useManagedIdentityExtension is false: the plugin never exchanges the token",
        )
    missing = [
        key for key in (CLIENT_ID_ANNOTATION, TENANT_ID_ANNOTATION) if not annotations.get(key)
    ]
    if missing:
        return Use(PullIdentity.NONE, f"the plugin fails without {' and '.join(missing)}")
    return Use(PullIdentity.WORKLOAD, f"uses the identity of annotation {CLIENT_ID_ANNOTATION}")


def _gcr(annotations: Mapping[str, str]) -> Use:
    if annotations.get(GCP_ANNOTATION) == "true":
        return Use(PullIdentity.NONE, GCP_REFUSAL)
    return Use(PullIdentity.NODE, f"no annotation {GCP_ANNOTATION}: the node's identity")
