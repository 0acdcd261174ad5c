"""Type tokens, so that tests read as nouns."""

from typing import Final

STACK: Final = "pulumi:pulumi:Stack"

S3_BUCKET: Final = "aws:s3/bucket:Bucket"
S3_PUBLIC_ACCESS_BLOCK: Final = "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock"
S3_OWNERSHIP_CONTROLS: Final = "aws:s3/bucketOwnershipControls:BucketOwnershipControls"
S3_ENCRYPTION: Final = (
    "aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration"
)
S3_BUCKET_POLICY: Final = "aws:s3/bucketPolicy:BucketPolicy"
S3_VERSIONING: Final = "aws:s3/bucketVersioning:BucketVersioning"
S3_OBJECT_LOCK: Final = "aws:s3/bucketObjectLockConfiguration:BucketObjectLockConfiguration"
S3_LIFECYCLE: Final = "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration"
S3_LOGGING: Final = "aws:s3/bucketLogging:BucketLogging"
KMS_KEY: Final = "aws:kms/key:Key"
KMS_ALIAS: Final = "aws:kms/alias:Alias"
IAM_OIDC_PROVIDER: Final = "aws:iam/openIdConnectProvider:OpenIdConnectProvider"
IAM_ROLE: Final = "aws:iam/role:Role"
IAM_ROLE_POLICY: Final = "aws:iam/rolePolicy:RolePolicy"
AWS_PROVIDER: Final = "pulumi:providers:aws"

STORAGE_ACCOUNT: Final = "azure-native:storage:StorageAccount"
BLOB_CONTAINER: Final = "azure-native:storage:BlobContainer"
MANAGED_IDENTITY: Final = "azure-native:managedidentity:UserAssignedIdentity"
FEDERATED_CREDENTIAL: Final = "azure-native:managedidentity:FederatedIdentityCredential"
ROLE_ASSIGNMENT: Final = "azure-native:authorization:RoleAssignment"
AZURE_PROVIDER: Final = "pulumi:providers:azure-native"

SECRET: Final = "kubernetes:core/v1:Secret"
HCP_ETCD_BACKUP: Final = "kubernetes:hypershift.openshift.io/v1beta1:HCPEtcdBackup"
KUBERNETES_PROVIDER: Final = "pulumi:providers:kubernetes"

SLEEP: Final = "time:index/sleep:Sleep"

SNAPSHOT_BUCKET: Final = "hcp-etcd-backup:aws:SnapshotBucket"
ADOPTED_BUCKET: Final = "hcp-etcd-backup:aws:AdoptedBucket"
SNAPSHOT_KEY: Final = "hcp-etcd-backup:aws:SnapshotKey"
OIDC_PROVIDER: Final = "hcp-etcd-backup:aws:OidcProvider"
UPLOAD_ROLE: Final = "hcp-etcd-backup:aws:UploadRole"
SNAPSHOT_STORAGE: Final = "hcp-etcd-backup:azure:SnapshotStorage"
UPLOAD_IDENTITY: Final = "hcp-etcd-backup:azure:UploadIdentity"
CREDENTIAL_SECRET: Final = "hcp-etcd-backup:kubernetes:CredentialSecret"
ETCD_BACKUPS: Final = "hcp-etcd-backup:kubernetes:EtcdBackups"
