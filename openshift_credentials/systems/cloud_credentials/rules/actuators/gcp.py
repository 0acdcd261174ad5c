"""The actuator of Google Cloud, as far as it does not contact Google Cloud.

Source: openshift/cloud-credential-operator ``pkg/gcp/actuator/actuator.go`` at b187feee66f4.
"""

from openshift_credentials.platforms.credentials_requests import (
    CredentialsRequest,
    ProviderKind,
    ProviderSpecError,
    gcp_provider_spec,
)
from openshift_credentials.systems.cloud_credentials.rules.actuators.run import (
    NO_INFRASTRUCTURE,
    AsksCloudError,
    ClusterState,
    is_token_cluster,
    name_of,
    run,
)
from openshift_credentials.systems.cloud_credentials.rules.actuators.sync import (
    TOKEN_PATH,
    UPDATE_UNKNOWN,
    Synced,
    SyncError,
    TargetSecret,
    write_target,
)
from openshift_credentials.systems.cloud_credentials.rules.modes.effective import OperatorError
from openshift_credentials.systems.cloud_credentials.rules.releases import GCP_TOKENS, UNIVERSE
from openshift_credentials.systems.cloud_credentials.rules.secrets.formats import (
    gcp_workload_identity,
)
from openshift_credentials.systems.cloud_credentials.rules.secrets.root_secrets import (
    root_secret_gcp,
)
from openshift_credentials.systems.component_identities.rules.gcp_identities import (
    validate_sts_provider_spec,
)


def gcp_sync(request: CredentialsRequest, state: ClusterState) -> Synced:
    """The actuator of Google Cloud."""
    return run(_gcp, ProviderKind.GCP, request, state)


def _gcp(request: CredentialsRequest, state: ClusterState) -> TargetSecret | None:
    if not state.infrastructure_present:
        raise OperatorError(NO_INFRASTRUCTURE)
    try:
        has_tokens = state.release.has(GCP_TOKENS) and is_token_cluster(state)
    except OperatorError:
        raise SyncError(UPDATE_UNKNOWN) from None
    if not has_tokens:
        _need_root_key(request, state)
        raise AsksCloudError
    spec = gcp_provider_spec(request.provider_spec)
    if not spec.service_account_email:
        return state.target_secret
    problems = validate_sts_provider_spec(spec.audience, spec.service_account_email)
    if problems:
        raise SyncError(
            "error validating credentials request GCP Workload Identity Federation fields: "
            f"GCPProviderSpec validation failed: [{' '.join(problems)}]"
        )
    config = gcp_workload_identity(
        audience=spec.audience,
        service_account_email=spec.service_account_email,
        token_path=request.cloud_token_path or TOKEN_PATH,
        universe=(state.universe or "") if state.release.has(UNIVERSE) else "",
    )
    return write_target(
        state.target_secret, name_of(request), string_data={"service_account.json": config}
    )


def _need_root_key(request: CredentialsRequest, state: ClusterState) -> None:
    """Raise :class:`SyncError` if there is no key to ask Google Cloud with, or nothing to ask."""
    try:
        gcp_provider_spec(request.provider_spec)
        root_secret_gcp(None if state.root_secret is None else state.root_secret.data)
    except (OperatorError, ProviderSpecError):
        raise SyncError(UPDATE_UNKNOWN) from None
