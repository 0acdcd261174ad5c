"""What the operator reports about itself in Prometheus metrics.

Source: openshift/cloud-credential-operator ``pkg/operator/metrics/metrics.go`` at b187feee66f4.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, assert_never

from openshift_credentials.platforms.credentials_requests import ProviderKind
from openshift_credentials.systems.cloud_credentials.rules.modes.effective import Mode
from openshift_credentials.systems.cloud_credentials.rules.releases import AZURE_METRIC, Release


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


class Condition(StrEnum):
    """Types of conditions of a CredentialsRequest."""

    INSUFFICIENT_CLOUD_CREDS = "InsufficientCloudCreds"
    MISSING_TARGET_NAMESPACE = "MissingTargetNamespace"
    PROVISION_FAILURE = "CredentialsProvisionFailure"
    DEPROVISION_FAILURE = "CredentialsDeprovisionFailure"
    IGNORED = "Ignored"
    STALE_CREDENTIALS = "StaleCredentials"
    ORPHANED_CLOUD_RESOURCE = "OrphanedCloudResource"


FAILURE_CONDITIONS: Final = (
    Condition.INSUFFICIENT_CLOUD_CREDS,
    Condition.MISSING_TARGET_NAMESPACE,
    Condition.PROVISION_FAILURE,
    Condition.DEPROVISION_FAILURE,
)
"""Conditions that count as a failure of the operator."""

CONDITION_REASONS: Final = {
    Condition.INSUFFICIENT_CLOUD_CREDS: "CloudCredsInsufficient",
    Condition.MISSING_TARGET_NAMESPACE: "NamespaceMissing",
    Condition.PROVISION_FAILURE: "CredentialsProvisionFailure",
    Condition.DEPROVISION_FAILURE: "CloudCredDeprovisionFailure",
    Condition.IGNORED: "InfrastructureMismatch",
    Condition.STALE_CREDENTIALS: "CredentialsNoLongerRequired",
    Condition.ORPHANED_CLOUD_RESOURCE: "CloudResourceOrphaned",
}
"""Reason of each condition when it is True
(``pkg/operator/credentialsrequest/credentialsrequest_controller.go``)."""

_BY_ANNOTATION: Final = {
    "mint": ModeMetric.MINT,
    "passthrough": ModeMetric.PASSTHROUGH,
    "insufficient": ModeMetric.DEGRADED,
}
_CLOUD_KEYS: Final = {
    "AWSProviderSpec": "aws",
    "AzureProviderSpec": "azure",
    "GCPProviderSpec": "gcp",
    "OpenStackProviderSpec": "openstack",
    "OvirtProviderSpec": "ovirt",
    "VsphereProviderSpec": "vsphere",  # not the real kind VSphereProviderSpec
    "KubevirtProviderSpec": "kubevirt",
}


@dataclass(frozen=True, slots=True)
class ConditionCounts:
    """``cco_credentials_requests_conditions`` and ``cco_credentials_requests``."""

    counts: Mapping[str, int]
    totals: Mapping[str, int]


def metric_mode(
    *,
    mode: str,
    root_secret: RootSecretState,
    annotation: str | None = None,
    pod_identity_found: bool = False,
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


def metric_cloud_key(kind: str) -> str:
    """Label ``cloud_type`` of a request; the kind of vSphere is misspelled upstream."""
    return _CLOUD_KEYS.get(kind, "unknown")


def metric_conditions(
    requests: Iterable[tuple[str, Mapping[str, str]]], *, operator_disabled: bool
) -> ConditionCounts:
    """Counts of requests by the kind of their provider spec and their conditions.

    ``operator_disabled`` is the mode Manual: then, and only then, the metric reports stale
    credentials, and nothing else.
    """
    counts = Counter[str](dict.fromkeys((*FAILURE_CONDITIONS, Condition.STALE_CREDENTIALS), 0))
    totals = Counter[str]()
    for kind, conditions in requests:
        totals[metric_cloud_key(kind)] += 1
        counts.update(
            condition
            for condition, status in conditions.items()
            if status == "True" and (condition == Condition.STALE_CREDENTIALS) == operator_disabled
        )
    return ConditionCounts(dict(counts), dict(totals))


def secret_is_pod_identity(
    kind: str, secret_data: Mapping[str, bytes] | None, release: Release = Release.CURRENT
) -> bool:
    """Whether the metric counts a component secret as short-term; never one of Google Cloud."""
    data = secret_data or {}
    if kind == ProviderKind.AWS:
        return b"web_identity_token_file" in data.get("credentials", b"")
    is_counted = kind == ProviderKind.AZURE and release.has(AZURE_METRIC)
    return is_counted and "azure_federated_token_file" in data
