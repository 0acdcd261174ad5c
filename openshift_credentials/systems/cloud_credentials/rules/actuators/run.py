"""A run of an actuator: its input from the cluster, and its result.

Source: openshift/cloud-credential-operator ``pkg/operator/credentialsrequest`` at b187feee66f4.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from openshift_credentials.platforms.credentials_requests import (
    CredentialsRequest,
    ProviderKind,
    ProviderSpecError,
    provider_kind,
)
from openshift_credentials.systems.cloud_credentials.rules.actuators.sync import (
    RootSecret,
    Synced,
    SyncError,
    TargetSecret,
)
from openshift_credentials.systems.cloud_credentials.rules.modes.effective import (
    OperatorError,
    mode_and_token_cluster,
    not_found,
    operator_configuration,
)
from openshift_credentials.systems.cloud_credentials.rules.releases import Release

NO_INFRASTRUCTURE: Final = not_found("infrastructures.config.openshift.io", "cluster")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterState:
    """Input of an actuator from the cluster; ``None`` is a missing object.

    ``never_synced``: the request has not recorded the root secret's current version.
    """

    mode: str | None = ""
    legacy_disabled: str | None = None
    service_account_issuer: str | None = ""
    root_secret: RootSecret | None = None
    target_secret: TargetSecret | None = None
    never_synced: bool = True
    infrastructure_present: bool = True
    universe: str | None = None
    release: Release = Release.CURRENT


class AsksCloudError(Exception):
    """The next step depends on an answer of the cloud."""


_Sync = Callable[[CredentialsRequest, ClusterState], TargetSecret | None]


def run(
    sync: _Sync, kind: ProviderKind | None, request: CredentialsRequest, state: ClusterState
) -> Synced:
    """Run an actuator on a request of its own kind; ``kind`` is ``None`` if it accepts all."""
    before = state.target_secret
    try:
        if kind is not None and provider_kind(request.provider_spec or "{}") != kind:
            return Synced(before)
        return Synced(sync(request, state))
    except SyncError as error:
        return Synced(before, str(error), error.condition)
    except (OperatorError, ProviderSpecError) as error:
        return Synced(before, str(error))
    except AsksCloudError:
        return Synced(before, asks_cloud=True)


def is_token_cluster(state: ClusterState) -> bool:
    """Whether short-term credentials are brokered. Raises :class:`OperatorError`."""
    cluster = mode_and_token_cluster(
        state.mode, state.legacy_disabled, state.service_account_issuer
    )
    if cluster.token_error is not None:
        raise OperatorError(cluster.token_error)
    return cluster.timed_token_cluster


def effective_mode_of(state: ClusterState) -> str:
    """Raises :class:`OperatorError`."""
    return operator_configuration(state.mode, state.legacy_disabled).mode


def name_of(request: CredentialsRequest) -> str:
    """``NAMESPACE/NAME`` of a request, as in the annotation."""
    return f"{request.namespace}/{request.name}"
