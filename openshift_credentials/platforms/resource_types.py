"""Pulumi's type tokens of resources, where more than one module names them."""

from typing import Final

STACK: Final = "pulumi:pulumi:Stack"

BUCKET: Final = "aws:s3/bucket:Bucket"
IAM_POLICY: Final = "aws:iam/policy:Policy"
IAM_ROLE: Final = "aws:iam/role:Role"
IAM_USER: Final = "aws:iam/user:User"
KMS_ALIAS: Final = "aws:kms/alias:Alias"
OIDC_PROVIDER: Final = "aws:iam/openIdConnectProvider:OpenIdConnectProvider"

BLOB_CONTAINER: Final = "azure-native:storage:BlobContainer"
FEDERATED_CREDENTIAL: Final = "azure-native:managedidentity:FederatedIdentityCredential"
MANAGED_IDENTITY: Final = "azure-native:managedidentity:UserAssignedIdentity"
ROLE_ASSIGNMENT: Final = "azure-native:authorization:RoleAssignment"
STORAGE_ACCOUNT: Final = "azure-native:storage:StorageAccount"
VAULT: Final = "azure-native:keyvault:Vault"
VAULT_KEY: Final = "azure-native:keyvault:Key"
VAULT_SECRET: Final = "azure-native:keyvault:Secret"  # noqa: S105

GOOGLE_BUCKET: Final = "gcp:storage/bucket:Bucket"
GOOGLE_CUSTOM_ROLE: Final = "gcp:projects/iAMCustomRole:IAMCustomRole"
GOOGLE_SERVICE_ACCOUNT: Final = "gcp:serviceaccount/account:Account"
WORKLOAD_IDENTITY_POOL: Final = "gcp:iam/workloadIdentityPool:WorkloadIdentityPool"
WORKLOAD_IDENTITY_PROVIDER: Final = "gcp:iam/workloadIdentityPoolProvider:WorkloadIdentityPoolProvider"

BACKUP: Final = "kubernetes:hypershift.openshift.io/v1beta1:HCPEtcdBackup"
SECRET: Final = "kubernetes:core/v1:Secret"  # noqa: S105
