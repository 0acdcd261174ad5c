"""The actuator of AWS, as far as AWS is not asked.

Source: openshift/cloud-credential-operator ``pkg/aws/actuator/actuator.go`` at b187feee66f4.
"""

from openshift_credentials.cloud_credentials.rules.actuators.run import (
    AsksCloudError,
    ClusterState,
    effective_mode_of,
    is_token_cluster,
    name_of,
    run,
)
from openshift_credentials.cloud_credentials.rules.actuators.sync import (
    AWS_TOKEN_PATH,
    UPDATE_UNKNOWN,
    RootSecret,
    Synced,
    SyncError,
    TargetSecret,
    annotated,
    kept_data,
    refuse_unusable,
    written,
)
from openshift_credentials.cloud_credentials.rules.modes.effective import Annotation, Mode
from openshift_credentials.cloud_credentials.rules.secrets.formats import (
    aws_long_term_ini,
    aws_sts_ini,
)
from openshift_credentials.cloud_credentials.rules.secrets.root_secrets import (
    AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY,
)
from openshift_credentials.credentials_requests import (
    CredentialsRequest,
    ProviderKind,
    aws_provider_spec,
)


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
    if not _aws_needs_update(state):
        return state.target_secret
    if has_tokens:
        path = request.cloud_token_path or AWS_TOKEN_PATH
        return written(
            state.target_secret,
            name_of(request),
            string_data={"credentials": aws_sts_ini(role_arn, path)},
        )
    root = annotated(state.root_secret, "aws-creds")
    refuse_unusable(root.annotation, Annotation.PASSTHROUGH, Annotation.MINT)
    if root.annotation == Annotation.MINT or effective_mode_of(state) != Mode.PASSTHROUGH:
        raise AsksCloudError
    return aws_access_key_secret(state.target_secret, name_of(request), root)


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
    if effective_mode_of(state) == Mode.PASSTHROUGH:
        return False
    raise AsksCloudError
