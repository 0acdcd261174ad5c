"""The promise of a stack about its credential Secret, asserted before anything is registered."""

from typing import assert_never

from ..plan.oadp import source_secret
from ..plan.secret_content import secret_content
from ..rules import payloads
from ..rules.modes import CredentialMode, assert_mode
from ..settings import EtcdBackupSettings


def assert_promises(settings: EtcdBackupSettings) -> None:
    """Assert that the operator will detect the mode of the settings, also through OADP.

    Raises :class:`CredentialModeMismatchError` if it will not, and :class:`ContractError` if OADP
    cannot transport the mode.
    """
    content, version = secret_content(settings), settings.contract_version
    cluster, way_out = settings.cluster, _way_out(settings.mode)
    secret = (
        f"{cluster.operator_namespace}/{settings.credentials.secret_name}"
        if settings.backs_up_directly
        else f"{cluster.oadp_namespace}/{source_secret(settings)}"
    )
    assert_mode(secret, settings.mode, payloads.encode(content), version, way_out)
    if settings.oadp.enabled:
        payloads.for_oadp(settings.mode, content, version=version)


def _way_out(mode: CredentialMode) -> str:
    """What to set for the content of a mode."""
    match mode:
        case CredentialMode.AWS_STATIC:
            return (
                "set etcdBackup.credentials.accessKeyId and "
                "etcdBackup.credentials.secretAccessKey, or etcdBackup.credentials.credentialsFile"
            )
        case CredentialMode.AZURE_CLIENT_SECRET:
            return "set etcdBackup.credentials.clientId and etcdBackup.credentials.clientSecret"
        case CredentialMode.AZURE_MANAGED_IDENTITY:
            return "set etcdBackup.credentials.managedIdentityDocument, or etcdBackup.credentials.controlPlaneIdentity"
        case CredentialMode.AWS_STS | CredentialMode.AZURE_WORKLOAD_IDENTITY:
            return ""
        case _:
            assert_never(mode)
