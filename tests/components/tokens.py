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
IAM_ROLE: Final = "aws:iam/role:Role"
IAM_ROLE_POLICY: Final = "aws:iam/rolePolicy:RolePolicy"
AWS_PROVIDER: Final = "pulumi:providers:aws"

STORAGE_ACCOUNT: Final = "azure-native:storage:StorageAccount"
BLOB_CONTAINER: Final = "azure-native:storage:BlobContainer"
BLOB_SERVICE_PROPERTIES: Final = "azure-native:storage:BlobServiceProperties"
MANAGEMENT_POLICY: Final = "azure-native:storage:ManagementPolicy"
ENCRYPTION_SCOPE: Final = "azure-native:storage:EncryptionScope"
DIAGNOSTIC_SETTING: Final = "azure-native:monitor:DiagnosticSetting"
RESOURCE_GROUP: Final = "azure-native:resources:ResourceGroup"
MANAGEMENT_LOCK: Final = "azure-native:authorization:ManagementLockByScope"
ROLE_DEFINITION: Final = "azure-native:authorization:RoleDefinition"
MANAGED_IDENTITY: Final = "azure-native:managedidentity:UserAssignedIdentity"
FEDERATED_CREDENTIAL: Final = "azure-native:managedidentity:FederatedIdentityCredential"
ROLE_ASSIGNMENT: Final = "azure-native:authorization:RoleAssignment"
AZURE_PROVIDER: Final = "pulumi:providers:azure-native"

SERVICE_ACCOUNT_PATCH: Final = "kubernetes:core/v1:ServiceAccountPatch"
SECRET: Final = "kubernetes:core/v1:Secret"
HCP_ETCD_BACKUP: Final = "kubernetes:hypershift.openshift.io/v1beta1:HCPEtcdBackup"
CONFIG_MAP: Final = "kubernetes:core/v1:ConfigMap"
CONFIG_MAP_PATCH: Final = "kubernetes:core/v1:ConfigMapPatch"
BACKUP_STORAGE_LOCATION: Final = "kubernetes:velero.io/v1:BackupStorageLocation"
VELERO_SCHEDULE: Final = "kubernetes:velero.io/v1:Schedule"
KUBERNETES_PROVIDER: Final = "pulumi:providers:kubernetes"

SLEEP: Final = "time:index/sleep:Sleep"

SNAPSHOT_BUCKET: Final = "hcp-etcd-backup:aws:SnapshotBucket"
UPLOAD_ROLE: Final = "hcp-etcd-backup:aws:UploadRole"
SNAPSHOT_ACCOUNT: Final = "hcp-etcd-backup:azure:SnapshotAccount"
BLOB_SERVICE: Final = "hcp-etcd-backup:azure:BlobService"
SNAPSHOT_CONTAINER: Final = "hcp-etcd-backup:azure:SnapshotContainer"
ENCRYPTION_KEY: Final = "hcp-etcd-backup:azure:EncryptionKey"
UPLOAD_PERMISSION: Final = "hcp-etcd-backup:azure:UploadPermission"
SERVICE_ACCOUNT_ANNOTATION: Final = "hcp-etcd-backup:kubernetes:ServiceAccountAnnotation"
UPLOAD_IDENTITY: Final = "hcp-etcd-backup:azure:UploadIdentity"
CREDENTIAL_SECRET: Final = "hcp-etcd-backup:kubernetes:CredentialSecret"
ETCD_BACKUPS: Final = "hcp-etcd-backup:kubernetes:EtcdBackups"
