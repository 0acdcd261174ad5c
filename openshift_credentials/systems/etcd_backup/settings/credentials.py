"""Settings of the identity that uploads snapshots, and of its Secret."""

from typing import Annotated

from pydantic import Field

from openshift_credentials.platforms.aws import text_rules as aws_rules
from openshift_credentials.platforms.kubernetes import text_rules as kubernetes_rules
from openshift_credentials.stack.base import Follows
from openshift_credentials.systems.etcd_backup.rules.credentials import CredentialMode
from openshift_credentials.systems.etcd_backup.rules.defaults import DEFAULT_SECRET
from openshift_credentials.systems.etcd_backup.settings.aws_credentials import AwsCredentials
from openshift_credentials.systems.etcd_backup.settings.azure_credentials import AzureCredentials


class Credentials(AwsCredentials, AzureCredentials):
    """The identity that uploads the snapshots, and its Secret for the operator."""

    mode: CredentialMode | None = Field(
        default=None,
        strict=False,
        description="Credential mode that the operator must detect. Default: `aws-sts` for S3, "
        "`azure-workload-identity` for AzureBlob.",
    )
    restore: bool = Field(
        default=False,
        description="Also allow Velero (`velero` in `cluster.oadpNamespace`) to use the identity "
        "and read snapshots. OADP's plugin signs the URLs of restores with it.",
    )
    service_accounts: tuple[Annotated[str, Follows(aws_rules.SERVICE_ACCOUNT_PATTERN)], ...] = (
        Field(
            default=(),
            strict=False,
            description="Additional service accounts that can use the identity, as "
            "`namespace/name`.",
        )
    )
    settle_seconds: int | None = Field(
        default=None,
        ge=0,
        le=900,
        description="Wait between a change of permissions and the first backup, in seconds. 0 "
        "disables the wait. Default: 30 on AWS, 300 on Azure.",
    )
    secret_name: Annotated[str, Follows(kubernetes_rules.DNS_SUBDOMAIN)] = Field(
        default=DEFAULT_SECRET,
        description="Name of the credential Secret in the operator's namespace.",
    )
