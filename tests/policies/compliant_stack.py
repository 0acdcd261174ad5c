"""A stack on each cloud that breaks no rule."""

import base64
from collections.abc import Mapping
from typing import Any, Final

from openshift_credentials.platforms.aws.policies import bucket_policy, trust_policy
from openshift_credentials.platforms.resource_types import WORKLOAD_IDENTITY_PROVIDER
from policies.resources import StackResource

ISSUER: Final = "https://oidc.example.com/mc"
ACCOUNT: Final = "123456789012"
JOB: Final = "system:serviceaccount:hypershift:etcd-backup-job"
TRUST: Final = trust_policy("aws", ACCOUNT, ISSUER, [JOB])
HTTPS: Final = bucket_policy("aws", "snapshots")

BUCKET_MEMBER: Final = "gcp:storage/bucketIAMMember:BucketIAMMember"
READER: Final = "roles/storage.objectViewer"
POOL_USER: Final = "roles/iam.workloadIdentityUser"
POOL: Final = "projects/1/locations/global/workloadIdentityPools/mycluster"
SUBJECT: Final = f"principal://iam.googleapis.com/{POOL}/subject/system:serviceaccount:a:b"


def resource(kind: str, props: Mapping[str, Any], name: str = "resource", *, within: str = "") -> StackResource:
    """A resource, below a component of the type ``within``."""
    front = f"openshift-credentials:{within}$" if within else ""
    return StackResource(type=kind, name=name, urn=f"urn:pulumi:s::p::{front}{kind}::{name}", props=props)


def _backup(name: str, storage: Mapping[str, object]) -> StackResource:
    return resource(
        "kubernetes:hypershift.openshift.io/v1beta1:HCPEtcdBackup",
        {"metadata": {"name": name, "namespace": "clusters-a"}, "spec": {"storage": storage}},
        name,
    )


def backup(bucket: str = "snapshots") -> StackResource:
    s3 = {"bucket": bucket, "region": "us-east-1", "keyPrefix": "backups", "credentials": {"name": "cloud-credentials"}}
    return _backup("nightly", {"storageType": "S3", "s3": s3})


def _on_azure() -> StackResource:
    blob = {
        "container": "etcd",
        "storageAccount": "snapshots",
        "keyPrefix": "backups",
        "credentials": {"name": "azure-credentials"},
    }
    return _backup("on-azure", {"storageType": "AzureBlob", "azureBlob": blob})


def secret(name: str, data: Mapping[str, str]) -> StackResource:
    encoded = {key: base64.b64encode(value.encode()).decode() for key, value in data.items()}
    metadata = {"name": name, "namespace": "hypershift"}
    return resource("kubernetes:core/v1:Secret", {"metadata": metadata, "data": encoded}, name)


def good() -> list[StackResource]:
    """A stack on all clouds to which no rule objects."""
    switches = ("blockPublicAcls", "blockPublicPolicy", "ignorePublicAcls", "restrictPublicBuckets")
    return [
        backup(),
        _on_azure(),
        resource("aws:s3/bucket:Bucket", {"bucket": "snapshots"}, "bucket"),
        resource(
            "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock",
            {"bucket": "snapshots", **dict.fromkeys(switches, True)},
            "block",
        ),
        resource("aws:s3/bucketPolicy:BucketPolicy", {"bucket": "snapshots", "policy": HTTPS}, "policy"),
        resource("aws:iam/role:Role", {"name": "upload", "assumeRolePolicy": TRUST}, "role"),
        resource(
            "azure-native:storage/v20240101:BlobContainer",
            {"accountName": "snapshots", "publicAccess": "None"},
            "container",
        ),
        resource(
            "azure-native:managedidentity:FederatedIdentityCredential",
            {"subject": JOB, "issuer": ISSUER, "audiences": ["api://AzureADTokenExchange"]},
            "federation",
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
        resource(
            BUCKET_MEMBER,
            {"bucket": "mycluster-oidc", "role": READER, "member": "allUsers"},
            "google-readers",
            within="gcp:DocumentBucket",
        ),
        resource(
            WORKLOAD_IDENTITY_PROVIDER,
            {
                "attributeCondition": "google.subject != ''",
                "oidc": {"issuerUri": ISSUER, "allowedAudiences": ["openshift"]},
            },
            "google-provider",
        ),
        resource("gcp:serviceaccount/iAMBinding:IAMBinding", {"role": POOL_USER, "members": [SUBJECT]}, "google-users"),
    ]
