"""What the operator reports about itself in Prometheus metrics.

Source: openshift/cloud-credential-operator ``pkg/operator/metrics/metrics.go`` at b187feee66f4.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, assert_never

from openshift_credentials.platforms.credentials_requests import ProviderKind

from ..releases import AZURE_METRIC, Release
from .effective import Mode


class ModeMetric(StrEnum):
    """Label ``mode`` of ``cco_credentials_mode``."""

    MINT = "mint"
    PASSTHROUGH = "passthrough"
    CREDENTIALS_REMOVED = "credsremoved"
    MANUAL = "manual"
    MANUAL_POD_IDENTITY = "manualpodidentity"
    DEGRADED = "degraded"
    UNKNOWN = "unknown"


class RootSecretState(StrEnum):
    """State of the root secret as the operator finds it."""

    UNSUPPORTED_CLOUD = "unsupported-cloud"
    NOT_FOUND = "not-found"
    NO_ANNOTATION = "no-annotation"
    ANNOTATED = "annotated"


_BY_ANNOTATION: Final = {
    "mint": ModeMetric.MINT,
    "passthrough": ModeMetric.PASSTHROUGH,
    "insufficient": ModeMetric.DEGRADED,
}


def metric_mode(
    *, mode: str, root_secret: RootSecretState, annotation: str | None = None, pod_identity_found: bool = False
) -> ModeMetric:
    """The mode that the metric reports; the configured one is used only if it is Manual."""
    if mode == Mode.MANUAL:
        return ModeMetric.MANUAL_POD_IDENTITY if pod_identity_found else ModeMetric.MANUAL
    match root_secret:
        case RootSecretState.NOT_FOUND:
            return ModeMetric.CREDENTIALS_REMOVED
        case RootSecretState.UNSUPPORTED_CLOUD | RootSecretState.NO_ANNOTATION:
            return ModeMetric.UNKNOWN
        case RootSecretState.ANNOTATED:
            return _BY_ANNOTATION.get(annotation or "", ModeMetric.UNKNOWN)
        case _:
            assert_never(root_secret)


def secret_is_pod_identity(
    kind: str, secret_data: Mapping[str, bytes] | None, release: Release = Release.CURRENT
) -> bool:
    """Whether the metric counts a component secret as short-term; never one of Google Cloud."""
    data = secret_data or {}
    if kind == ProviderKind.AWS:
        return b"web_identity_token_file" in data.get("credentials", b"")
    is_counted = kind == ProviderKind.AZURE and release.has(AZURE_METRIC)
    return is_counted and "azure_federated_token_file" in data
