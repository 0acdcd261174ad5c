"""The stacks in which each setting is changed once, and which of them a setting belongs to."""

from collections.abc import Mapping
from typing import Final

from tests.engine.changed_values import OWN_FILE, ROLE, STATIC
from tests.kit.trees import Tree
from tests.systems.cloud_credentials.stacks import AZURE, GCP, MANUAL_GIVEN, MINT, OPENSTACK, VSPHERE
from tests.systems.control_plane_identities.samples import guid
from tests.systems.image_pulls.samples import HOSTED

S3_GROUPS: Final[Tree] = {
    "policyStatements": [
        {
            "Sid": "DenyReadersButThese",
            "Effect": "Deny",
            "Principal": "*",
            "Action": "s3:GetObject",
            "Resource": "arn:aws:s3:::rosa-mc-1-etcd-snapshots/*",
            "Condition": {"ArnNotEquals": {"aws:PrincipalArn": ROLE}},
        }
    ],
    "objectLock": {"mode": "governance", "days": 7},
}
OADP: Final[Tree] = {
    "enabled": True,
    "backupStorageLocation": {"name": "etcd-snapshots", "prefix": "velero", "default": True},
    "schedules": [{"name": "nightly", "schedule": "H 2 * * *", "hostedClusters": ["clusters/my-cluster"]}],
}
STACKS: Final[Mapping[str, tuple[str | None, Tree]]] = {
    "dev": ("dev", {}),
    "aro": ("aro", {}),
    "s3": ("dev", {"etcdBackup": {"storage": {"s3": S3_GROUPS}}}),
    "s3-kms": ("aws-kms", {}),
    "s3-elsewhere": ("dev", {"etcdBackup": {"storage": {"s3": {"existing": True, "bucketAccountId": "999999999999"}}}}),
    "s3-static": ("aws-static", {"etcdBackup": {"credentials": STATIC}}),
    "s3-file": (
        "dev",
        {"etcdBackup": {"credentials": {"mode": "aws-static", "roleName": None, "credentialsFile": OWN_FILE}}},
    ),
    "blob": ("aro-workload-identity", {"etcdBackup": {"storage": {"azureBlob": {"immutability": {"days": 7}}}}}),
    "s3-existing-role": ("aws-existing-role", {}),
    "blob-existing": ("azure-adopt-existing", {}),
    "blob-client-secret": ("azure-client-secret", {}),
    "blob-managed-identity": ("azure-managed-identity", {}),
    "oadp-s3": ("oadp-rosa", {}),
    "oadp-blob": ("aro", {"etcdBackup": {"credentials": {"restore": True}, "oadp": OADP}}),
    "rendered": ("dev", {"kubernetes": {"renderTo": "gitops"}}),
    "own-trigger": (
        "dev",
        {
            "etcdBackup": {
                "backups": [{"hostedCluster": "clusters/my-cluster", "trigger": "2026-11-21"}],
                "backupPolicy": {},
            }
        },
    ),
    "issuer": ("sts-aws-public", {}),
    "issuer-private": ("sts-aws-private", {}),
    "issuer-azure": ("workload-id-azure", {}),
    "issuer-google": ("sts-gcp", {}),
    "identities-google": (
        "sts-gcp",
        {
            "tokenIssuer": None,
            "componentIdentities": {
                "name": "mycluster",
                "issuerUrl": "https://storage.googleapis.com/mycluster-oidc",
                "gcp": {
                    "project": "my-project",
                    "projectNumber": "123456789012",
                    "pool": "mycluster",
                    "provider": "mycluster",
                },
            },
        },
    ),
    "issuer-two-keys": (
        "sts-aws-public",
        {"tokenIssuer": {"keys": [{"name": "first"}, {"name": "second"}], "signingKey": "first"}},
    ),
    "issuer-adopted": ("sts-adopt-ccoctl", {}),
    "mint": ("mint-aws", {}),
    "mint-google": ("mint-gcp", {}),
    "manual": ("manual-aws-long-term", {}),
    "azure": (None, {"cloudCredentials": AZURE}),
    "manual-given": (None, {"cloudCredentials": MANUAL_GIVEN}),
    "mint-given": (None, {"cloudCredentials": MINT}),
    "vsphere": (None, {"cloudCredentials": VSPHERE}),
    "openstack": (None, {"cloudCredentials": OPENSTACK}),
    "google": (None, {"cloudCredentials": GCP}),
    "control-plane": ("aro-kms", {}),
    "control-plane-data-plane": (
        "aro-control-plane",
        {
            "controlPlaneIdentities": {
                "dataPlane": {
                    name: {"clientId": guid(number), "principalId": guid(number, 2)}
                    for number, name in enumerate(("disk", "file", "imageRegistry"), start=50)
                }
            }
        },
    ),
    "self-managed": ("azure-self-managed-identities", {}),
    "pulls": ("pulls-ecr-standalone", {}),
    "pulls-provider": ("pulls-ecr-standalone", {"imagePulls": {"aws": {"createOidcProvider": True}}}),
    "pulls-acr": ("pulls-acr-strict", {}),
    "pulls-hosted": (None, HOSTED),
    "pulls-node": (
        None,
        {
            "cluster": {"name": "gcp-prod", "oidcIssuer": "https://storage.googleapis.com/gcp-prod-oidc"},
            "imagePulls": {
                "openshiftVersion": "4.21",
                "mode": "node-identity",
                "gcp": {},
                "pools": ["worker", "infra"],
            },
        },
    ),
}
"""Name of a stack: an example, and settings over it."""

_BLOB_CREDENTIALS: Final = (
    *("identityName", "identityResourceGroup", "customRole", "annotateServiceAccount"),
    "roleDefinitionId",
)
PLACES: Final[Mapping[str, str]] = {
    **{f"etcdBackup.credentials.{name}": "aro" for name in _BLOB_CREDENTIALS},
    "cloudCredentials.clusterExists": "manual",
    "cloudCredentials.componentSecrets": "manual-given",
    "cloudCredentials.mode": "mint-given",
    "cloudCredentials.requests": "manual",
    "cloudCredentials.rootSecret.aws.accessKeyId": "mint-given",
    "cloudCredentials.rootSecret.aws.secretAccessKey": "mint-given",
    "cloudCredentials.rootSecret.gcp.serviceAccountJson": "google",
    "cloudCredentials.upgradeableTo": "manual",
    "componentIdentities.audiences": "issuer-private",
    "componentIdentities.compatibleNames": "issuer-adopted",
    "controlPlaneIdentities.customRoles": "self-managed",
    "controlPlaneIdentities.kms.keyVersion": "control-plane",
    "controlPlaneIdentities.topology": "self-managed",
    "etcdBackup.backupsFile": "own-trigger",
    "etcdBackup.credentials.controlPlaneIdentity": "blob-managed-identity",
    "etcdBackup.credentials.accessKeyId": "s3-static",
    "etcdBackup.credentials.clientId": "blob-client-secret",
    "etcdBackup.credentials.clientSecret": "blob-client-secret",
    "etcdBackup.credentials.credentialsFile": "s3-file",
    "etcdBackup.credentials.existingIdentity": "blob-existing",
    "etcdBackup.credentials.existingRole": "s3-existing-role",
    "etcdBackup.credentials.managedIdentityDocument": "blob-managed-identity",
    "etcdBackup.credentials.mode": "s3-static",
    "etcdBackup.credentials.principalId": "blob-existing",
    "etcdBackup.credentials.retainOidcProvider": "s3-kms",
    "etcdBackup.credentials.secretAccessKey": "s3-static",
    "etcdBackup.credentials.sessionToken": "s3-static",
    "etcdBackup.storage.s3.bucketAccountId": "s3-elsewhere",
    "imagePulls.aws.retainOidcProvider": "pulls-provider",
    "kubernetes.renderTo": "rendered",
    "tokenIssuer.aws.distributionDomain": "issuer-private",
    "tokenIssuer.aws.originAccessIdentity": "issuer-private",
    "tokenIssuer.existing": "issuer-adopted",
    "tokenIssuer.keys[].publicKey": "issuer-adopted",
    "tokenIssuer.signingKey": "issuer-two-keys",
}
"""Where a setting is changed if not in the first stack that has its group."""
