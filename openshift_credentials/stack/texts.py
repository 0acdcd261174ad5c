"""Texts that settings of several systems have, each with the rule of its cloud or of Kubernetes."""

from typing import Annotated

from openshift_credentials.platforms.aws import text_rules as aws_rules
from openshift_credentials.platforms.azure import text_rules as azure_rules
from openshift_credentials.platforms.gcp import text_rules as gcp_rules
from openshift_credentials.platforms.kubernetes import text_rules as kubernetes_rules

from .base import Follows, NumberAsText

AwsAccountId = Annotated[str, Follows(aws_rules.AWS_ACCOUNT_ID)]
AwsRegion = Annotated[str, Follows(aws_rules.AWS_REGION)]
BucketName = Annotated[str, Follows(aws_rules.BUCKET_NAME)]
IamPath = Annotated[str, Follows(aws_rules.IAM_PATH)]
PolicyArn = Annotated[str, Follows(aws_rules.IAM_POLICY_ARN)]
IdentityName = Annotated[str, Follows(azure_rules.AZURE_IDENTITY_NAME)]
AzureLocation = Annotated[str, Follows(azure_rules.AZURE_LOCATION)]
ResourceGroupName = Annotated[str, Follows(azure_rules.AZURE_RESOURCE_GROUP)]
BlobContainerName = Annotated[str, Follows(azure_rules.BLOB_CONTAINER)]
Guid = Annotated[str, Follows(azure_rules.GUID)]
StorageAccountName = Annotated[str, Follows(azure_rules.STORAGE_ACCOUNT)]
GcpProject = Annotated[str, Follows(gcp_rules.PROJECT_ID)]
GcpProjectNumber = Annotated[str, NumberAsText, Follows(gcp_rules.PROJECT_NUMBER)]
GcpServiceAccountId = Annotated[str, Follows(gcp_rules.SERVICE_ACCOUNT_ID)]
GcpUniverse = Annotated[str, Follows(gcp_rules.UNIVERSE)]
PoolId = Annotated[str, Follows(gcp_rules.POOL_ID)]
DnsLabel = Annotated[str, Follows(kubernetes_rules.DNS_LABEL)]
DnsSubdomain = Annotated[str, Follows(kubernetes_rules.DNS_SUBDOMAIN)]
HostedClusterName = Annotated[str, Follows(kubernetes_rules.HOSTED_CLUSTER)]
IssuerUrl = Annotated[str, Follows(kubernetes_rules.OIDC_ISSUER)]
