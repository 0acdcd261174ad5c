"""The actuators of the operator, one function each; see :mod:`.sync` for what they share.

Source: openshift/cloud-credential-operator ``pkg/aws/actuator``, ``pkg/azure``,
``pkg/gcp/actuator``, ``pkg/openstack`` and ``pkg/vsphere/actuator`` at b187feee66f4.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from openshift_credentials.cloud_credentials.rules.metrics import Condition
from openshift_credentials.cloud_credentials.rules.modes import (
    Annotation,
    Mode,
    OperatorError,
    mode_and_token_cluster,
    not_found,
    operator_configuration,
)
from openshift_credentials.cloud_credentials.rules.root_secrets import (
    AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY,
    CA_CERT,
    CLOUDS_YAML,
    root_secret_openstack,
)
from openshift_credentials.cloud_credentials.rules.secret_formats import (
    AZURE_LONG_TERM_KEYS,
    aws_long_term_ini,
    aws_sts_ini,
    azure_workload_identity,
    gcp_workload_identity,
)
from openshift_credentials.cloud_credentials.rules.sync import (
    AWS_TOKEN_PATH,
    TOKEN_PATH,
    UPDATE_UNKNOWN,
    RootSecret,
    Synced,
    SyncError,
    TargetSecret,
    annotated,
    fetched,
    kept_data,
    refuse_unusable,
    written,
)
from openshift_credentials.component_identities.rules.azure_identities import (
    validate_workload_identity,
)
from openshift_credentials.component_identities.rules.gcp_identities import (
    validate_sts_provider_spec,
)
from openshift_credentials.credentials_requests import (
    CredentialsRequest,
    ProviderKind,
    ProviderSpecError,
    aws_provider_spec,
    azure_provider_spec,
    gcp_provider_spec,
    provider_kind,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterState:
    """What an actuator finds in the cluster; ``None`` is an object that is missing.

    ``never_synced``: the request does not know the root secret's version yet, or it has changed.
    """

    mode: str | None = ""
    legacy_disabled: str | None = None
    service_account_issuer: str | None = ""
    root_secret: RootSecret | None = None
    target_secret: TargetSecret | None = None
    never_synced: bool = True
    infrastructure_present: bool = True
    universe: str = ""


class _AsksCloudError(Exception):
    """What happens next depends on an answer of the cloud."""


_Sync = Callable[[CredentialsRequest, ClusterState], TargetSecret | None]


def aws_sync(request: CredentialsRequest, state: ClusterState) -> Synced:
    """The actuator of AWS."""
    return _run(_aws, ProviderKind.AWS, request, state)


def azure_sync(request: CredentialsRequest, state: ClusterState) -> Synced:
    """The actuator of Azure; mint mode was removed and is an error."""
    return _run(_azure, ProviderKind.AZURE, request, state)


def gcp_sync(request: CredentialsRequest, state: ClusterState) -> Synced:
    """The actuator of Google Cloud."""
    return _run(_gcp, ProviderKind.GCP, request, state)


def openstack_sync(request: CredentialsRequest, state: ClusterState) -> Synced:
    """The actuator of OpenStack: ignores annotation and provider kind, and merges."""
    return _run(_openstack, None, request, state)


def vsphere_sync(request: CredentialsRequest, state: ClusterState) -> Synced:
    """The actuator of vSphere: replaces all data; an unknown annotation stops it in silence."""
    return _run(_vsphere, ProviderKind.VSPHERE, request, state)


def _run(
    sync: _Sync, kind: ProviderKind | None, request: CredentialsRequest, state: ClusterState
) -> Synced:
    before = state.target_secret
    try:
        if kind is not None and provider_kind(request.provider_spec or "{}") != kind:
            return Synced(before)
        return Synced(sync(request, state))
    except SyncError as error:
        return Synced(before, str(error), error.condition)
    except (OperatorError, ProviderSpecError) as error:
        return Synced(before, str(error))
    except _AsksCloudError:
        return Synced(before, asks_cloud=True)


def _is_token_cluster(state: ClusterState) -> bool:
    cluster = mode_and_token_cluster(
        state.mode, state.legacy_disabled, state.service_account_issuer
    )
    if cluster.token_error is not None:
        raise OperatorError(cluster.token_error)
    return cluster.timed_token_cluster


def _effective_mode(state: ClusterState) -> str:
    """Raises :class:`OperatorError`."""
    return operator_configuration(state.mode, state.legacy_disabled).mode


def _name(request: CredentialsRequest) -> str:
    return f"{request.namespace}/{request.name}"


def _aws(request: CredentialsRequest, state: ClusterState) -> TargetSecret | None:
    is_token_cluster = _is_token_cluster(state)
    role_arn = ""
    if is_token_cluster:
        role_arn = aws_provider_spec(request.provider_spec).sts_iam_role_arn
        if not role_arn:
            return state.target_secret
    if not _aws_needs_update(state):
        return state.target_secret
    if is_token_cluster:
        path = request.cloud_token_path or AWS_TOKEN_PATH
        return written(
            state.target_secret,
            _name(request),
            string_data={"credentials": aws_sts_ini(role_arn, path)},
        )
    root = annotated(state.root_secret, "aws-creds")
    refuse_unusable(root.annotation, Annotation.PASSTHROUGH, Annotation.MINT)
    if root.annotation == Annotation.MINT or _effective_mode(state) != Mode.PASSTHROUGH:
        raise _AsksCloudError
    return aws_access_key_secret(state.target_secret, _name(request), root)


def aws_access_key_secret(
    before: TargetSecret | None, request: str, root: RootSecret
) -> TargetSecret:
    """The Secret of a component in passthrough mode."""
    key, secret = root.data.get(AWS_ACCESS_KEY_ID, b""), root.data.get(AWS_SECRET_ACCESS_KEY, b"")
    kept = kept_data(before)
    ini = aws_long_term_ini(key.decode("utf-8", "replace"), secret.decode("utf-8", "replace"))
    data = {
        **kept,
        AWS_ACCESS_KEY_ID: key,
        AWS_SECRET_ACCESS_KEY: secret,
        "credentials": ini.encode(),
    }
    return written(before, request, data=data)


def _aws_needs_update(state: ClusterState) -> bool:
    """An existing secret with its INI in order is compared with the root secret and the cloud."""
    if state.target_secret is None:
        return True
    data = state.target_secret.data
    key, secret = (
        data.get(name, b"").decode("utf-8", "replace")
        for name in (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY)
    )
    if data.get("credentials") != aws_long_term_ini(key, secret).encode():
        return True
    try:
        annotated(state.root_secret, "aws-creds")
    except SyncError:
        raise SyncError(UPDATE_UNKNOWN) from None
    if state.never_synced:
        return True
    if _effective_mode(state) == Mode.PASSTHROUGH:
        return False
    raise _AsksCloudError


def _azure(request: CredentialsRequest, state: ClusterState) -> TargetSecret | None:
    if not _azure_needs_update(state):
        return state.target_secret
    if _is_token_cluster(state):
        return _azure_token(request, state.target_secret)
    root = annotated(state.root_secret, "azure-credentials")
    refuse_unusable(root.annotation, Annotation.PASSTHROUGH)
    kept = kept_data(state.target_secret)
    data = {**kept, **{key: root.data.get(key, b"") for key in AZURE_LONG_TERM_KEYS}}
    return written(state.target_secret, _name(request), data=data)


def _azure_needs_update(state: ClusterState) -> bool:
    if state.target_secret is None:
        return True
    try:
        mode = _effective_mode(state)
        if mode == Mode.MANUAL:
            return True
        if mode == Mode.MINT:
            raise OperatorError("mint mode is invalid")  # noqa: TRY301
        root = annotated(state.root_secret, "azure-credentials")
    except OperatorError:
        raise SyncError(UPDATE_UNKNOWN) from None
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
    return written(before, _name(request), string_data=fields)


_AZURE_IDENTITY_FIELDS: Final = 4


def _gcp(request: CredentialsRequest, state: ClusterState) -> TargetSecret | None:
    if not state.infrastructure_present:
        raise OperatorError(not_found("infrastructures.config.openshift.io", "cluster"))
    try:
        is_token_cluster = _is_token_cluster(state)
    except OperatorError:
        raise SyncError(UPDATE_UNKNOWN) from None
    if not is_token_cluster:
        if state.root_secret is None:
            raise SyncError(UPDATE_UNKNOWN)
        raise _AsksCloudError
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
        universe=state.universe,
    )
    return written(
        state.target_secret, _name(request), string_data={"service_account.json": config}
    )


def _openstack(request: CredentialsRequest, state: ClusterState) -> TargetSecret:
    root = fetched(state.root_secret, "openstack-credentials")
    try:
        clouds, ca_cert = root_secret_openstack(root.data)
    except OperatorError as error:
        raise SyncError(str(error), Condition.INSUFFICIENT_CLOUD_CREDS) from None
    kept = kept_data(state.target_secret)
    copied = {CLOUDS_YAML: clouds, **({CA_CERT: ca_cert} if ca_cert else {})} if clouds else {}
    return written(state.target_secret, _name(request), data={**kept, **copied})


def _vsphere(request: CredentialsRequest, state: ClusterState) -> TargetSecret | None:
    if state.target_secret is not None:
        try:
            root = annotated(state.root_secret, "vsphere-creds")
        except SyncError:
            raise SyncError(UPDATE_UNKNOWN) from None
        if root.data == state.target_secret.data:
            return state.target_secret
    root = annotated(state.root_secret, "vsphere-creds")
    if root.annotation == Annotation.INSUFFICIENT:
        refuse_unusable(root.annotation)
    if root.annotation != Annotation.PASSTHROUGH:
        return state.target_secret
    return written(state.target_secret, _name(request), data=dict(root.data))
