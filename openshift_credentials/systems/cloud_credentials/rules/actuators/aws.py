"""The actuator of AWS, as far as it does not contact AWS.

Source: openshift/cloud-credential-operator ``pkg/aws/actuator/actuator.go`` at b187feee66f4.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from openshift_credentials.base.json_values import as_array
from openshift_credentials.platforms.credentials_requests import (
    CredentialsRequest,
    ProviderKind,
    ProviderSpecError,
    StatementEntry,
    aws_provider_spec,
)
from openshift_credentials.platforms.go.marshal import marshal
from openshift_credentials.platforms.go.text import decode, encode
from openshift_credentials.systems.cloud_credentials.rules.actuators.run import (
    NO_INFRASTRUCTURE,
    AsksCloudError,
    ClusterState,
    effective_mode_of,
    is_token_cluster,
    name_of,
    run,
)
from openshift_credentials.systems.cloud_credentials.rules.actuators.sync import (
    AWS_TOKEN_PATH,
    MINT_FAILED,
    UPDATE_UNKNOWN,
    WRITE_FAILED,
    RootSecret,
    Synced,
    SyncError,
    TargetSecret,
    data_before,
    fetch_annotated_root,
    refuse_unusable,
    write_target,
)
from openshift_credentials.systems.cloud_credentials.rules.modes.effective import Annotation, Mode
from openshift_credentials.systems.cloud_credentials.rules.secrets.formats import (
    aws_long_term_ini,
    aws_sts_ini,
)
from openshift_credentials.systems.cloud_credentials.rules.secrets.root_secrets import (
    AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY,
    SecretData,
)
from openshift_credentials.systems.component_identities.rules.aws_roles import permission_policy
from openshift_credentials.systems.component_identities.rules.names import (
    generate_unique_name_with_field_limits,
)

LAST_POLICY: Final = "cloudcredential.openshift.io/aws-policy-last-applied"
"""Annotation of a component's Secret: the policy of its IAM user, empty in passthrough mode."""

_ROOT: Final = "aws-creds"


def aws_sync(request: CredentialsRequest, state: ClusterState) -> Synced:
    """The actuator of AWS."""
    return run(_aws, ProviderKind.AWS, request, state)


def _aws(request: CredentialsRequest, state: ClusterState) -> TargetSecret | None:
    has_tokens = is_token_cluster(state)
    role_arn = ""
    if has_tokens:
        role_arn = aws_provider_spec(request.provider_spec).sts_iam_role_arn
        if not role_arn:
            return state.target_secret
    if not _aws_needs_update(request, state):
        return state.target_secret
    if has_tokens:
        path = request.cloud_token_path or AWS_TOKEN_PATH
        return write_target(
            state.target_secret,
            name_of(request),
            string_data={"credentials": aws_sts_ini(role_arn, path)},
        )
    root = fetch_annotated_root(state.root_secret, _ROOT)
    refuse_unusable(root.annotation, Annotation.PASSTHROUGH, Annotation.MINT)
    if root.annotation == Annotation.MINT:
        _need_spec(request, MINT_FAILED)
        _need_infrastructure(state, MINT_FAILED)
        raise AsksCloudError
    if effective_mode_of(state) != Mode.PASSTHROUGH:
        _need_infrastructure(state, "error reading region from Infrastructure CR")
        _need_spec(request, "error decoding AWS ProviderSpec")
        raise AsksCloudError
    return aws_access_key_secret(state.target_secret, name_of(request), root)


def aws_access_key_secret(
    before: TargetSecret | None, request: str, root: RootSecret
) -> TargetSecret:
    """The Secret of a component in passthrough mode.

    For an empty part of the root Secret's key, the operator keeps that of the component. Raises
    :class:`SyncError` if the component has none.
    """
    kept = data_before(before)
    names = (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY)
    if any(not root.data.get(name) and name not in kept for name in names):
        raise SyncError(f"{WRITE_FAILED}: error processing secret")
    key = {name: root.data.get(name) or kept[name] for name in names}
    data = {**kept, **key, "credentials": _ini(key)}
    written = write_target(before, request, data=data)
    return replace(written, annotations={**(written.annotations or {}), LAST_POLICY: ""})


def _ini(data: SecretData) -> bytes:
    """The credentials file of a key; bytes that are not UTF-8 are kept."""
    names = (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY)
    return encode(aws_long_term_ini(*(decode(data.get(name, b"")) for name in names)))


def _aws_needs_update(request: CredentialsRequest, state: ClusterState) -> bool:
    """An existing secret with a valid INI is compared with the root secret and the cloud."""
    if state.target_secret is None:
        return True
    data = state.target_secret.data
    if data.get("credentials") != _ini(data):
        return True
    try:
        _need_spec(request, UPDATE_UNKNOWN)
        fetch_annotated_root(state.root_secret, _ROOT)
        if state.never_synced or effective_mode_of(state) == Mode.PASSTHROUGH:
            return state.never_synced
        _need_infrastructure(state, UPDATE_UNKNOWN)
    except SyncError:
        raise SyncError(UPDATE_UNKNOWN) from None
    raise AsksCloudError


def _need_spec(request: CredentialsRequest, failure: str) -> None:
    """Raise :class:`SyncError` for a provider spec that the operator cannot read."""
    try:
        aws_provider_spec(request.provider_spec)
    except ProviderSpecError as error:
        raise SyncError(f"{failure}: {error}") from None


def _need_infrastructure(state: ClusterState, failure: str) -> None:
    if not state.infrastructure_present:
        raise SyncError(f"{failure}: {NO_INFRASTRUCTURE}")


def aws_user_name(infra: str, request_name: str) -> str:
    """A name for the IAM user of a request, with five random characters; at most 64 bytes.

    Raises :class:`ValueError` if the request has no name.
    """
    if not request_name:
        raise ValueError("empty credential name")
    return generate_unique_name_with_field_limits(infra, 20, request_name, 37)


def aws_policy_name(user_name: str) -> str:
    """The name of the inline policy of an IAM user."""
    return f"{user_name}-policy"


def aws_mint_policy(provider_spec: str, user_arn: str) -> str:
    """The inline policy of a minted user: the request's permissions, and reading the user itself.

    Raises :class:`ProviderSpecError`.
    """
    return user_policy(aws_provider_spec(provider_spec).statement_entries, user_arn)


def user_policy(statements: Sequence[StatementEntry], user_arn: str) -> str:
    """The same from statements."""
    document = permission_policy(statements)
    itself = {"Effect": "Allow", "Action": ["iam:GetUser"], "Resource": user_arn}
    return marshal({**document, "Statement": [*as_array(document["Statement"]), itself]})
