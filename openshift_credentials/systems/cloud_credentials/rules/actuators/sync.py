"""Objects that the operator writes for one CredentialsRequest without contacting the cloud.

Source: openshift/cloud-credential-operator, the actuators in ``pkg/aws``, ``pkg/azure``,
``pkg/gcp``, ``pkg/openstack`` and ``pkg/vsphere`` at b187feee66f4.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from openshift_credentials.systems.cloud_credentials.rules.modes.effective import (
    Annotation,
    OperatorError,
)
from openshift_credentials.systems.cloud_credentials.rules.modes.metrics import (
    CONDITION_REASONS,
    Condition,
)
from openshift_credentials.systems.cloud_credentials.rules.secrets.root_secrets import SecretData

LABEL: Final = "cloudcredential.openshift.io/credentials-request"
"""Label ``true`` and, as an annotation, ``NAMESPACE/NAME`` of the request."""
TOKEN_PATH: Final = "/var/run/secrets/openshift/serviceaccount/token"  # noqa: S105
AWS_TOKEN_PATH: Final = "/var/run/secrets/kubernetes.io/serviceaccount/token"  # noqa: S105
"""Default of ``cloudTokenPath`` for a request with ``stsIAMRoleARN`` only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetSecret:
    """The Secret of a component; ``string_data`` is what the API server merges into ``data``."""

    data: SecretData = field(default_factory=dict[str, bytes], repr=False)
    string_data: Mapping[str, str] | None = field(default=None, repr=False)
    labels: Mapping[str, str] | None = None
    annotations: Mapping[str, str] | None = None
    type: str = ""


@dataclass(frozen=True, slots=True)
class RootSecret:
    """The root secret; ``annotation`` is ``None`` before the annotator ran."""

    data: SecretData = field(repr=False)
    annotation: str | None = None


@dataclass(frozen=True, slots=True)
class Synced:
    """State after one run; ``condition`` is the type that the error sets on the request.

    ``asks_cloud``: the next step depends on an answer of the cloud.
    """

    target_secret: TargetSecret | None
    error: str | None = None
    condition: Condition | None = None
    asks_cloud: bool = False

    @property
    def reason(self) -> str | None:
        """Reason of the condition; an error of another kind sets none."""
        return None if self.condition is None else CONDITION_REASONS[self.condition]


class SyncError(OperatorError):
    """The run fails with a condition on the request."""

    def __init__(
        self, message: str, condition: Condition | None = Condition.PROVISION_FAILURE
    ) -> None:
        super().__init__(message)
        self.condition = condition


UPDATE_UNKNOWN: Final = "error determining whether a credentials update is needed"
MINT_FAILED: Final = "error syncing creds in mint-mode"
WRITE_FAILED: Final = "error creating/updating secret"
INSUFFICIENT: Final = "cloud credentials insufficient to satisfy credentials request"
UNEXPECTED_ANNOTATION: Final = (
    "unexpected value or missing cloudcredential.openshift.io/mode annotation on admin "
    "credentials Secret"
)
NOT_ANNOTATED: Final = "cannot proceed without cloud cred secret annotation"


def write_target(
    before: TargetSecret | None,
    request: str,
    *,
    data: SecretData | None = None,
    string_data: Mapping[str, str] | None = None,
) -> TargetSecret:
    """The Secret with the operator's marks; ``data`` replaces, ``None`` keeps it.

    ``string_data`` comes with type Opaque.
    """
    start = before or TargetSecret()
    return TargetSecret(
        data=start.data if data is None else data,
        string_data=start.string_data if string_data is None else string_data,
        labels={**(start.labels or {}), LABEL: "true"},
        annotations={**(start.annotations or {}), LABEL: request},
        type="Opaque" if string_data is not None else start.type,
    )


def data_before(before: TargetSecret | None) -> SecretData:
    """Existing data of a Secret, which most actuators merge with the new data."""
    return before.data if before else dict[str, bytes]()


def fetch_root(root: RootSecret | None, name: str) -> RootSecret:
    """The root secret. Raises :class:`SyncError` if it is missing."""
    if root is None:
        raise SyncError(f'unable to fetch root cloud cred secret: secrets "{name}" not found')
    return root


def fetch_annotated_root(root: RootSecret | None, name: str) -> RootSecret:
    """The root secret. Raises :class:`SyncError` if it is missing or has no annotation."""
    root = fetch_root(root, name)
    if root.annotation is None:
        raise SyncError(NOT_ANNOTATED)
    return root


def refuse_unusable(annotation: str | None, *known: Annotation) -> None:
    """Raise :class:`SyncError` for an annotation that is not one of ``known``."""
    if annotation == Annotation.INSUFFICIENT:
        raise SyncError(INSUFFICIENT, Condition.INSUFFICIENT_CLOUD_CREDS)
    if annotation not in known:
        raise SyncError(UNEXPECTED_ANNOTATION)
