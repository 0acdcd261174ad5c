"""Settings of an identity on Azure."""

from typing import Annotated

from pydantic import Field

from hcpbackup.contract import text_rules as rules
from hcpbackup.settings.base import Follows, Settings


class AzureCredentials(Settings):
    """The part of ``credentials`` that only an upload to Azure Blob Storage reads."""

    identity_name: Annotated[str, Follows(rules.AZURE_IDENTITY_NAME)] | None = Field(
        default=None,
        description="Name of the managed identity. Default: "
        "`<managementCluster.name>-etcd-backup`.",
    )
