"""What the upload container gets in a credential mode, in a few words a row."""

from collections.abc import Mapping
from typing import Final

from hcpbackup.contract.credentials import CredentialMode
from hcpbackup.preview.digest import CredentialVerdict

_FILE: Final = {
    "volumes": ("Secret at /etc/etcd-backup-creds",),
    "env": ("none",),
    "flags": ("--credentials-file /etc/etcd-backup-creds/credentials",),
    "labels": ("none",),
}


def upload_effects(verdict: CredentialVerdict) -> Mapping[str, tuple[str, ...]]:
    """Volumes, env, flags and pod labels; see :mod:`hcpbackup.contract.job`."""
    match verdict.detected_mode:
        case CredentialMode.AWS_STS:
            return {
                "volumes": (
                    "projected token (sts.amazonaws.com) at /var/run/secrets/aws-iam-token",
                ),
                "env": (
                    f"AWS_ROLE_ARN={verdict.role_arn or '[unknown]'}",
                    "AWS_WEB_IDENTITY_TOKEN_FILE=/var/run/secrets/aws-iam-token/token",
                ),
                "flags": ("none",),
                "labels": ("none",),
            }
        case CredentialMode.AZURE_WORKLOAD_IDENTITY:
            return {
                "volumes": ("none in the Job; the webhook adds azure-identity-token",),
                "env": ("none in the Job; the webhook adds AZURE_CLIENT_ID and others",),
                "flags": ("none",),
                "labels": ("azure.workload.identity/use=true",),
            }
        case CredentialMode.AWS_STATIC:
            return _FILE
        case CredentialMode.AZURE_CLIENT_SECRET | CredentialMode.AZURE_MANAGED_IDENTITY as mode:
            flag = f"--azure-auth-type {mode.removeprefix('azure-')}"
            return {**_FILE, "flags": (*_FILE["flags"], flag)}
