"""A stack on each cloud that breaks no rule."""

import base64
from collections.abc import Iterator, Mapping
from typing import Any

from openshift_credentials.platforms.aws.policies import bucket_policy, trust_policy
from openshift_credentials.platforms.aws.policies.perimeter import Perimeter, perimeter_statements
from openshift_credentials.systems.etcd_backup.rules.upload_policy import upload_policy
from policies.resources import StackResource
from tests.policies.compliant_google import on_google_cloud

ISSUER = "https://oidc.example.com/mc"
ACCOUNT = "123456789012"
JOB = "system:serviceaccount:hypershift:etcd-backup-job"

TRUST = trust_policy("aws", ACCOUNT, ISSUER, [JOB])
UPLOAD = upload_policy("aws", "us-east-1", "snapshots", ["backups"])
ADMINISTRATOR = f"arn:aws:iam::{ACCOUNT}:role/administrator"
HTTPS = bucket_policy(
    "aws",
    "snapshots",
    extra=perimeter_statements("aws", "snapshots", Perimeter(administrators=[ADMINISTRATOR])),
)
COPIES = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Storage/storageAccounts/copies"


def resource(
    kind: str, name: str, props: Mapping[str, Any], *, protect: bool = True
) -> StackResource:
    return StackResource(type=kind, name=name, urn=f"urn::{name}", props=props, protect=protect)


def backup(name: str = "nightly", **s3: object) -> StackResource:
    storage = {
        "bucket": "snapshots",
        "region": "us-east-1",
        "keyPrefix": "backups",
        "credentials": {"name": "cloud-credentials"},
        **s3,
    }
    return resource(
        "kubernetes:hypershift.openshift.io/v1beta1:HCPEtcdBackup",
        name,
        {
            "metadata": {"name": "nightly", "namespace": "clusters-a"},
            "spec": {"storage": {"storageType": "S3", "s3": storage}},
        },
    )


def on_azure() -> StackResource:
    storage = {
        "container": "etcd",
        "storageAccount": "snapshots",
        "keyPrefix": "backups",
        "credentials": {"name": "azure-credentials"},
    }
    return resource(
        "kubernetes:hypershift.openshift.io/v1beta1:HCPEtcdBackup",
        "on-azure",
        {
            "metadata": {"name": "on-azure", "namespace": "clusters-a"},
            "spec": {"storage": {"storageType": "AzureBlob", "azureBlob": storage}},
        },
    )


def setting(kind: str, props: Mapping[str, Any]) -> StackResource:
    camel = kind[0].lower() + kind[1:]
    return resource(f"aws:s3/{camel}:{kind}", kind, {"bucket": "snapshots", **props})


def secret(name: str, data: Mapping[str, str]) -> StackResource:
    encoded = {key: base64.b64encode(value.encode()).decode() for key, value in data.items()}
    return resource(
        "kubernetes:core/v1:Secret",
        name,
        {"metadata": {"name": name, "namespace": "hypershift"}, "data": encoded},
    )


def _copied() -> Iterator[StackResource]:
    """A second account with a lock and a log."""
    yield resource(
        "azure-native:storage:StorageAccount", "copies-account", {"accountName": "copies"}
    )
    yield resource(
        "azure-native:storage:ObjectReplicationPolicy", "copy", {"destinationAccount": COPIES}
    )
    yield resource("azure-native:authorization:ManagementLockByScope", "lock", {"scope": COPIES})
    yield resource(
        "azure-native:monitor:DiagnosticSetting",
        "log",
        {"resourceUri": f"{COPIES}/blobServices/default"},
    )


def _issuer() -> Iterator[StackResource]:
    """The bucket of an issuer, within its component."""
    component = "openshift-credentials:aws:DocumentBucket"
    kind = "aws:s3/bucket:Bucket"
    yield StackResource(
        type=kind,
        name="issuer-bucket",
        urn=f"urn:pulumi:a::b::{component}${kind}::issuer-bucket",
        props={"bucket": "issuer"},
        protect=True,
    )
    yield resource(
        "aws:s3/bucketVersioning:BucketVersioning",
        "issuer-versions",
        {"bucket": "issuer", "versioningConfiguration": {"status": "Enabled"}},
    )
    yield resource(
        "aws:s3/bucketPolicy:BucketPolicy",
        "issuer-policy",
        {"bucket": "issuer", "policy": bucket_policy("aws", "issuer")},
    )


def good() -> list[StackResource]:
    """A stack on all clouds to which no rule objects."""
    return [
        backup(),
        on_azure(),
        resource("aws:s3/bucket:Bucket", "bucket", {"bucket": "snapshots"}),
        setting(
            "BucketPublicAccessBlock",
            dict.fromkeys(
                (
                    "blockPublicAcls",
                    "blockPublicPolicy",
                    "ignorePublicAcls",
                    "restrictPublicBuckets",
                ),
                True,
            ),
        ),
        setting("BucketVersioning", {"versioningConfiguration": {"status": "Enabled"}}),
        setting(
            "BucketServerSideEncryptionConfiguration",
            {"rules": [{"applyServerSideEncryptionByDefault": {"sseAlgorithm": "AES256"}}]},
        ),
        setting(
            "BucketLifecycleConfiguration",
            {
                "rules": [
                    {
                        "status": "Enabled",
                        "filter": {},
                        "abortIncompleteMultipartUpload": {"daysAfterInitiation": 3},
                    }
                ]
            },
        ),
        setting("BucketPolicy", {"policy": HTTPS}),
        setting(
            "BucketObjectLockConfiguration",
            {"rule": {"defaultRetention": {"mode": "GOVERNANCE", "days": 7}}},
        ),
        setting(
            "BucketReplicationConfig",
            {
                "rules": [
                    {
                        "sourceSelectionCriteria": {
                            "sseKmsEncryptedObjects": {"status": "Enabled"}
                        },
                        "destination": {
                            "replicationTime": {"status": "Enabled"},
                            "metrics": {"status": "Enabled"},
                            "encryptionConfiguration": {"replicaKmsKeyId": "arn:aws:kms:k"},
                        },
                    }
                ]
            },
        ),
        resource("aws:iam/role:Role", "role", {"name": "upload", "assumeRolePolicy": TRUST}),
        resource(
            "aws:iam/rolePolicy:RolePolicy", "permissions", {"role": "upload", "policy": UPLOAD}
        ),
        resource(
            "azure-native:storage/v20240101:StorageAccount",
            "account",
            {
                "accountName": "snapshots",
                "kind": "StorageV2",
                "enableHttpsTrafficOnly": True,
                "minimumTlsVersion": "TLS1_2",
                "allowBlobPublicAccess": False,
                "allowSharedKeyAccess": False,
                "encryption": {"services": {"blob": {"enabled": True}}},
                "allowedCopyScope": "AAD",
                "sasPolicy": {"sasExpirationPeriod": "00.01:00:00", "expirationAction": "Log"},
                "networkRuleSet": {"defaultAction": "Deny"},
            },
        ),
        *_copied(),
        *_issuer(),
        resource(
            "azure-native:storage:BlobContainer",
            "container",
            {
                "accountName": "snapshots",
                "publicAccess": "None",
                "immutableStorageWithVersioning": {"enabled": True},
            },
        ),
        resource(
            "azure-native:authorization:RoleAssignment",
            "assignment",
            {"scope": "/subscriptions/s/resourceGroups/g", "principalType": "ServicePrincipal"},
        ),
        resource(
            "azure-native:managedidentity:FederatedIdentityCredential",
            "federation",
            {"subject": JOB, "issuer": ISSUER, "audiences": ["api://AzureADTokenExchange"]},
        ),
        secret("cloud-credentials", {"credentials": f"arn:aws:iam::{ACCOUNT}:role/upload"}),
        secret(
            "azure-credentials",
            {
                "cloud": "AZURE_CLIENT_ID=11111111-2222-3333-4444-555555555555\n"
                "AZURE_TENANT_ID=21111111-2222-3333-4444-555555555555\n"
                "AZURE_SUBSCRIPTION_ID=31111111-2222-3333-4444-555555555555\n"
            },
        ),
        *on_google_cloud(),
    ]
