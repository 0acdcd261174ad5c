"""Groups of settings that identities of several credential modes share."""

from typing import Annotated

from pydantic import Field

from openshift_credentials.platforms.kubernetes import text_rules as kubernetes_rules
from openshift_credentials.stack.base import DnsSubdomain, Follows, Lax, Settings

from ..rules.defaults import DEFAULT_SECRET


class SecretSettings(Settings):
    """The Secret that the operator reads."""

    secret_name: DnsSubdomain = DEFAULT_SECRET
    """Name of the credential Secret in the operator's namespace."""


class PermissionSettings(SecretSettings):
    """Permissions that the stack manages."""

    restore: bool = False
    """Also allow Velero (`velero` in `cluster.oadpNamespace`) to use the identity and read
    snapshots. OADP's plugin signs the URLs of restores with it.
    """
    settle_seconds: int | None = Field(default=None, ge=0, le=900)
    """Wait between a change of permissions and the first backup, in seconds. 0 disables the wait.
    Default: 30 on AWS, 300 on Azure.
    """


class FederationSettings(PermissionSettings):
    """Service accounts whose tokens are exchanged for the identity."""

    service_accounts: Lax[tuple[Annotated[str, Follows(kubernetes_rules.SERVICE_ACCOUNT)], ...]] = ()
    """Additional service accounts that can use the identity, as `namespace/name`."""
