"""Settings of an identity on Azure."""

import re
from typing import Annotated, Final

from pydantic import Field, SecretStr

from openshift_credentials.base.text_rule import TextRule
from openshift_credentials.platforms.azure import text_rules as azure_rules
from openshift_credentials.stack.base import Follows, Settings
from openshift_credentials.stack.secret_texts import FollowsInSecret
from openshift_credentials.systems.etcd_backup.rules.payloads import CLIENT_SECRET

COMPONENT: Final = TextRule(
    "the name of an identity, which consists of letters",
    re.compile("[a-z][A-Za-z]*"),
    "controlPlaneOperator",
    maximum=40,
)


class AzureCredentials(Settings):
    """The part of ``credentials`` that only an upload to Azure Blob Storage reads."""

    identity_name: Annotated[str, Follows(azure_rules.AZURE_IDENTITY_NAME)] | None = Field(
        default=None,
        description="Name of the managed identity. Default: `<cluster.name>-etcd-backup`.",
    )
    identity_resource_group: Annotated[str, Follows(azure_rules.AZURE_RESOURCE_GROUP)] | None = (
        Field(
            default=None,
            description="Existing resource group of the managed identity. Default: the resource "
            "group of the storage account.",
        )
    )
    existing_identity: bool = Field(
        default=False,
        description="The managed identity exists. The stack adds federated credentials and roles "
        "to it and does not change it otherwise. Needs `identityName`, `clientId` and "
        "`principalId`.",
    )
    client_id: Annotated[str, Follows(azure_rules.GUID)] | None = Field(
        default=None,
        description="Client ID of an existing managed identity, or of the service principal in "
        "mode `azure-client-secret`.",
    )
    principal_id: Annotated[str, Follows(azure_rules.GUID)] | None = Field(
        default=None,
        description="Principal (object) ID that belongs to the client ID. The role is assigned to "
        "it.",
    )
    custom_role: bool | None = Field(
        default=None,
        description="Create and assign a custom role that can only write and add blobs in the "
        "container (and read them with `restore`). `false` assigns `Storage Blob Data "
        "Contributor` on the container, which can also read and delete. Default: "
        "`true` without `restore`, `false` with it, because Velero reads and deletes "
        "its own files.",
    )
    annotate_service_account: bool = Field(
        default=True,
        description="Manage the client ID annotation of ServiceAccount `etcd-backup-job` in mode "
        "`azure-workload-identity`. The operator keeps an existing annotation and "
        "then ignores the Secret's client ID.",
    )
    client_secret: Annotated[SecretStr, FollowsInSecret(CLIENT_SECRET)] | None = Field(
        default=None,
        description="Client secret in mode `azure-client-secret`. Secret.",
    )
    control_plane_identity: Annotated[str, Follows(COMPONENT)] | None = Field(
        default=None,
        description="Identity of `controlPlaneIdentities.identities` in the same stack whose "
        "credentials upload the snapshots, such as `controlPlaneOperator`. The stack "
        "uses its document, client ID and principal ID. The mode is "
        "`azure-managed-identity`.",
    )
    managed_identity_document: SecretStr | None = Field(
        default=None,
        description="The identity's credentials as JSON, from the managed identity data plane, "
        "in mode `azure-managed-identity`. Secret.",
    )
