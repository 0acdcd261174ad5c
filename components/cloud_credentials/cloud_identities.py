"""Users of AWS, or the service account of Google Cloud, that a stack creates for a cluster."""

from dataclasses import dataclass

import pulumi

from openshift_credentials.systems.cloud_credentials.settings.branch import CloudCredentialsSettings

from ..gcp.sdk import require_sdk
from .credential import Credential


@dataclass(frozen=True, kw_only=True)
class CloudIdentities:
    """Credentials of the root and of components, and what grants the root its permissions."""

    root: Credential | None = None
    components: tuple[Credential, ...] = ()
    policy_arns: tuple[pulumi.Output[str], ...] = ()
    roles: tuple[pulumi.Output[str], ...] = ()


def cloud_identities(
    name: str, settings: CloudCredentialsSettings, opts: pulumi.ResourceOptions
) -> CloudIdentities:
    """Create what the settings ask for; the SDK of a cloud is imported only here."""
    if settings.aws:
        from .aws.users import aws_users  # noqa: PLC0415

        users = aws_users(name, settings, settings.aws, opts)
        return CloudIdentities(
            root=users.root, components=users.components, policy_arns=users.policy_arns
        )
    if settings.gcp and settings.makes_service_account:
        require_sdk("cloudCredentials.gcp")
        from .gcp.root_account import root_account  # noqa: PLC0415

        account = root_account(name, settings, settings.gcp, opts)
        return CloudIdentities(root=account.credential, roles=account.roles)
    return CloudIdentities()
