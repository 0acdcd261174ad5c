"""Platforms: where their root secret is, and which strategies they support.

Sources: openshift/cloud-credential-operator ``pkg/operator/constants/constants.go`` and
``pkg/operator/metrics/metrics.go`` at b187feee66f4; table 19.1 of the OpenShift documentation,
"Managing cloud provider credentials".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, assert_never

from openshift_credentials.platforms.credentials_requests import ProviderKind, SecretRef

ROOT_SECRET_NAMESPACE: Final = "kube-system"  # noqa: S105


class Platform(StrEnum):
    """Platforms, spelled as in ``Infrastructure`` ``status.platformStatus.type``."""

    AWS = "AWS"
    AZURE = "Azure"
    AZURE_STACK = "AzureStackHub"
    """Azure for the cluster; the documentation separates it because its cloud has no Entra ID."""
    GCP = "GCP"
    OPENSTACK = "OpenStack"
    VSPHERE = "VSphere"
    IBM_CLOUD = "IBMCloud"
    POWER_VS = "PowerVS"
    NUTANIX = "Nutanix"
    ALIBABA = "AlibabaCloud"
    OVIRT = "oVirt"
    KUBEVIRT = "KubeVirt"
    BARE_METAL = "BareMetal"
    EXTERNAL = "External"
    NONE = "None"


class Strategy(StrEnum):
    """The four strategies of table 19.1."""

    MINT = "mint"
    PASSTHROUGH = "passthrough"
    MANUAL_LONG_TERM = "manual long-term"
    MANUAL_SHORT_TERM = "manual short-term"


@dataclass(frozen=True, slots=True)
class Support:
    """One cell of the matrix; ``note`` is its footnote."""

    supported: bool
    note: str = ""


_CCOCTL_NOTE: Final = "this platform uses the ccoctl utility during installation"
_BEYOND_NOTE: Final = "not in the OpenShift documentation; the operator copies the secret"

_ROOT_SECRETS: Final[Mapping[str, str]] = {
    Platform.AWS: "aws-creds",
    Platform.AZURE: "azure-credentials",
    Platform.GCP: "gcp-credentials",
    Platform.OPENSTACK: "openstack-credentials",
    Platform.OVIRT: "ovirt-credentials",
    Platform.VSPHERE: "vsphere-creds",
    Platform.KUBEVIRT: "kubevirt-credentials",
}
TOKEN_PLATFORMS: Final = (Platform.AWS, Platform.AZURE, Platform.GCP)
"""Platforms whose actuators broker short-term credentials."""

PROVIDER_KINDS: Final = {
    Platform.AWS: ProviderKind.AWS,
    Platform.AZURE: ProviderKind.AZURE,
    Platform.AZURE_STACK: ProviderKind.AZURE,
    Platform.GCP: ProviderKind.GCP,
    Platform.OPENSTACK: ProviderKind.OPENSTACK,
    Platform.OVIRT: ProviderKind.OVIRT,
    Platform.VSPHERE: ProviderKind.VSPHERE,
    Platform.KUBEVIRT: ProviderKind.KUBEVIRT,
    Platform.IBM_CLOUD: ProviderKind.IBM_CLOUD,
    Platform.POWER_VS: ProviderKind.POWER_VS,
    Platform.NUTANIX: ProviderKind.NUTANIX,
}
"""Kind of the provider specs that count on a platform."""


def _notes(platform: Platform) -> Mapping[Strategy, str]:
    """The supported strategies with their footnotes, also for platforms that the table omits.

    The operator has actuators for some of those, or its tool supports them.
    """
    match platform:
        case Platform.AWS | Platform.GCP:
            return dict.fromkeys(Strategy, "")
        case Platform.AZURE:
            return dict.fromkeys((strategy for strategy in Strategy if strategy is not Strategy.MINT), "")
        case Platform.AZURE_STACK:
            return {Strategy.MANUAL_LONG_TERM: ""}
        case Platform.ALIBABA | Platform.IBM_CLOUD | Platform.NUTANIX | Platform.POWER_VS:
            return {Strategy.MANUAL_LONG_TERM: _CCOCTL_NOTE}
        case Platform.OPENSTACK | Platform.VSPHERE:
            return {Strategy.PASSTHROUGH: ""}
        case Platform.OVIRT | Platform.KUBEVIRT:
            return {Strategy.PASSTHROUGH: _BEYOND_NOTE}
        case Platform.BARE_METAL | Platform.EXTERNAL | Platform.NONE:
            return {}
        case _:
            assert_never(platform)


def support(platform: Platform, strategy: Strategy) -> Support:
    """Whether a platform supports a strategy, with the footnote."""
    notes = _notes(platform)
    return Support(strategy in notes, notes.get(strategy, ""))


def supported_strategies(platform: Platform) -> tuple[Strategy, ...]:
    """The strategies that a platform supports."""
    return tuple(strategy for strategy in Strategy if support(platform, strategy).supported)


def root_secret(platform: str) -> SecretRef | None:
    """The root secret of a platform; ``None`` if the operator looks for none.

    ``platform`` is the string of the ``Infrastructure``, case-sensitive.
    """
    name = _ROOT_SECRETS.get(platform)
    return None if name is None else SecretRef(ROOT_SECRET_NAMESPACE, name)


def platform_type(platform_status_type: str | None, legacy_platform: str | None) -> str:
    """The platform of an ``Infrastructure`` status: the new field, otherwise the old one.

    Source: ``pkg/operator/platform/platform.go`` (``GetType``).
    """
    return platform_status_type or legacy_platform or ""
