"""The actuator of Azure.

Source: openshift/cloud-credential-operator ``pkg/azure/actuator.go`` at b187feee66f4.
"""

from typing import Final

from openshift_credentials.platforms.credentials_requests import (
    CredentialsRequest,
    ProviderKind,
    azure_provider_spec,
)
from openshift_credentials.systems.cloud_credentials.rules.actuators.run import (
    ClusterState,
    effective_mode_of,
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
    fetch_annotated_root,
    refuse_unusable,
    write_target,
)
from openshift_credentials.systems.cloud_credentials.rules.modes.effective import (
    Annotation,
    Mode,
    OperatorError,
)
from openshift_credentials.systems.cloud_credentials.rules.secrets.formats import (
    AZURE_LONG_TERM_KEYS,
    azure_workload_identity,
)
from openshift_credentials.systems.component_identities.rules.azure_identities import (
    validate_workload_identity,
)

_ROOT: Final = "azure-credentials"
_AZURE_IDENTITY_FIELDS: Final = 4


def azure_sync(request: CredentialsRequest, state: ClusterState) -> Synced:
    """The actuator of Azure; mint mode was removed and is an error."""
    return run(_azure, ProviderKind.AZURE, request, state)


def _azure(request: CredentialsRequest, state: ClusterState) -> TargetSecret | None:
    if not _azure_needs_update(state):
        return state.target_secret
    if is_token_cluster(state):
        return _azure_token(request, state.target_secret)
    root = fetch_annotated_root(state.root_secret, _ROOT)
    refuse_unusable(root.annotation, Annotation.PASSTHROUGH)
    if not root.data:
        # The operator takes a Secret without data for one with stringData, of which it has none.
        return write_target(state.target_secret, name_of(request), string_data={})
    if state.target_secret is None:
        data = {key: root.data.get(key, b"") for key in AZURE_LONG_TERM_KEYS}
    else:
        # The update of an existing Secret removes the keys that the root Secret lacks.
        copied = {key: root.data.get(key) for key in AZURE_LONG_TERM_KEYS}
        merged = {**state.target_secret.data, **copied}
        data = {key: value for key, value in merged.items() if value is not None}
    return write_target(state.target_secret, name_of(request), data=data)


def _azure_needs_update(state: ClusterState) -> bool:
    if state.target_secret is None:
        return True
    try:
        mode = effective_mode_of(state)
        if mode == Mode.MANUAL:
            return True
        root = fetch_annotated_root(state.root_secret, _ROOT)
    except OperatorError:
        raise SyncError(UPDATE_UNKNOWN) from None
    if mode == Mode.MINT:
        raise SyncError(UPDATE_UNKNOWN)
    before = state.target_secret.data
    return state.never_synced or any(
        before.get(key, b"") != root.data.get(key, b"")
        for key in ("azure_client_id", "azure_client_secret")
    )


def _azure_token(request: CredentialsRequest, before: TargetSecret | None) -> TargetSecret | None:
    spec = azure_provider_spec(request.provider_spec)
    missing = validate_workload_identity(spec)
    if len(missing) == _AZURE_IDENTITY_FIELDS:
        return before
    if missing:
        raise SyncError(
            "error validating credentials request Azure AD Workload Identity fields: "
            f"AzureProviderSpec validation failed: [{' '.join(missing)}]"
        )
    fields = azure_workload_identity(
        client_id=spec.azure_client_id,
        tenant_id=spec.azure_tenant_id,
        region=spec.azure_region,
        subscription_id=spec.azure_subscription_id,
        federated_token_file=request.cloud_token_path or TOKEN_PATH,
    )
    return write_target(before, name_of(request), string_data=fields)
