"""Settings of who can copy from a storage account, and for how long access is given."""

from enum import StrEnum
from typing import Annotated, Final

from pydantic import Field

from openshift_credentials.platforms.azure import text_rules as azure_rules
from openshift_credentials.stack.base import Follows, Lax, Settings
from openshift_credentials.stack.texts import Guid, SubnetId

_HOURS_OF_A_DAY: Final = 24


class AllowedCopyScope(StrEnum):
    """``allowedCopyScope`` of the account."""

    AAD = "AAD"
    PRIVATE_LINK = "PrivateLink"


class SasAction(StrEnum):
    """``expirationAction`` of the account's SAS policy."""

    LOG = "Log"
    BLOCK = "Block"


class SasPolicy(Settings):
    """How long a shared access signature may be valid."""

    hours: int = Field(ge=1, le=2_399)
    """Longest validity in hours. OADP signs the URL of a restore for one hour."""
    action: Lax[SasAction] = SasAction.LOG
    """`Log` records requests with a signature that is valid for longer or has no start, `Block`
    refuses them.
    """

    @property
    def period(self) -> str:
        """The period as Azure takes it, ``DD.HH:MM:SS``."""
        days, hours = divmod(self.hours, _HOURS_OF_A_DAY)
        return f"{days:02}.{hours:02}:00:00"


class ContainerImmutability(Settings):
    """Time for which no blob of the container can be changed or deleted, by anybody."""

    days: int = Field(ge=1, le=146_000)
    """Days since the creation of a blob."""


class ResourceAccess(Settings):
    """An instance of an Azure service that reaches the account by its own identity."""

    resource_id: Annotated[str, Follows(azure_rules.RESOURCE_ID)]
    """Resource ID of the instance, or with `*` as the last part of all instances of that type in a
    resource group or subscription.
    """
    tenant_id: Guid | None = None
    """Tenant of the instance. Default: the tenant of the stack."""


class NetworkRules(Settings):
    """Networks that can reach the account; all others are denied."""

    subnet_ids: Lax[tuple[SubnetId, ...]] = Field(default=(), max_length=400)
    """Resource IDs of subnets, such as that of the management cluster's nodes. Each needs the
    service endpoint `Microsoft.Storage`.
    """
    addresses: Lax[tuple[Annotated[str, Follows(azure_rules.PUBLIC_ADDRESS)], ...]] = Field(
        default=(), max_length=400
    )
    """Public IPv4 addresses or ranges. Azure does not apply them to requests from the account's own
    region. Use `subnetIds` there.
    """
    resource_access: Lax[tuple[ResourceAccess, ...]] = Field(default=(), max_length=200)
    """Instances of Azure services that can reach the account from any network."""
    trust_azure_services: bool = True
    """Allow trusted Azure services, such as logging."""
