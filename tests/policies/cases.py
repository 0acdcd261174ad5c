"""A stack on each cloud that breaks no rule."""

import base64
import copy
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
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


# What each rule refuses and misses, and what it cannot know yet.


def changed(name: str, *path: str | int, to: object) -> list[StackResource]:
    """The good stack with one value of one resource changed, or taken away by ``None``."""
    return list(_changed(name, path, to))


def _changed(name: str, path: Sequence[str | int], to: object) -> Iterator[StackResource]:
    for each in good():
        if each.name != name:
            yield each
            continue
        props: Any = copy.deepcopy(dict(each.props))
        at = props
        for part in path[:-1]:
            at = at[part]
        if to is None:
            at.pop(path[-1])
        else:
            at[path[-1]] = to
        yield replace(each, props=props)


def without(name: str) -> list[StackResource]:
    return [each for each in good() if each.name != name]


def _trust(**condition: Mapping[str, str]) -> list[StackResource]:
    statement = json.loads(TRUST)["Statement"][0]
    policy = json.dumps({"Statement": {**statement, "Condition": condition}})
    return changed("role", "assumeRolePolicy", to=policy)


def _with_policy(member: str) -> str:
    return json.dumps({"bindings": [{"role": POOL_USER, "members": ["user:a@b.c", member]}]})


AUD: Final = "oidc.example.com/mc:aud"
SUB: Final = "oidc.example.com/mc:sub"
STS: Final = "sts.amazonaws.com"
EVERYBODY: Final = {"Effect": "Allow", "Principal": {"AWS": "*"}, "Action": "s3:GetObject"}
PUBLIC: Final = json.dumps({"Statement": [*json.loads(HTTPS)["Statement"], EVERYBODY]})
WHOLE_POOL: Final = f"principalSet://iam.googleapis.com/{POOL}/*"
FOREIGN: Final = {"oidc": {"issuerUri": "https://issuer.example.com/all"}}

REFUSED: Final = [
    ("snapshot-bucket-public", changed("bucket", "acl", to="public-read"), "public ACL"),
    ("snapshot-bucket-public", changed("block", "blockPublicAcls", to=False), "blockPublicAcls"),
    ("snapshot-bucket-public", changed("policy", "policy", to=PUBLIC), "allows public access"),
    ("snapshot-bucket-public", without("block"), "no BucketPublicAccessBlock"),
    ("role-trust-open", _trust(StringEquals={SUB: JOB}), "does not compare aud"),
    ("role-trust-open", _trust(StringEquals={AUD: STS}), "does not compare sub"),
    (
        "role-trust-open",
        _trust(StringEquals={AUD: STS}, StringLike={SUB: "system:*"}),
        "wildcard",
    ),
    ("role-trust-open", _trust(StringEquals={AUD: "x", SUB: JOB}), "aud is x"),
    ("role-trust-open", _trust(StringNotEquals={AUD: STS, SUB: JOB}), "does not compare sub"),
    ("role-trust-open", changed("role", "assumeRolePolicy", to="{"), "not a policy document"),
    ("snapshot-container-public", changed("container", "publicAccess", to="Blob"), "Blob"),
    ("federation-audience", changed("federation", "audiences", to=[STS]), "audiences"),
    ("federation-audience", changed("federation", "audiences", to=None), "audiences"),
    (
        "backup-subject-elsewhere",
        changed("federation", "subject", to=JOB.replace("hypershift", "clusters-a")),
        "backups run as",
    ),
    (
        "backup-subject-elsewhere",
        changed("role", "assumeRolePolicy", to=TRUST.replace("hypershift", "clusters-a")),
        "backups run as",
    ),
    ("backup-refused", changed("nightly", "spec", "storage", "s3", "bucket", to="A"), "bucket"),
    ("backup-refused", changed("nightly", "spec", to=None), "spec"),
    ("backup-changed", [*good(), backup(bucket="other-bucket")], "immutable"),
    (
        "backup-secret-misread",
        [*without("cloud-credentials"), secret("cloud-credentials", {"credential": "arn:x"})],
        "s3-no-credentials",
    ),
    (
        "google-principal-public",
        changed("google-readers", "role", to="roles/storage.objectAdmin"),
        "allUsers has roles/storage.objectAdmin",
    ),
    (
        "google-principal-public",
        changed("google-users", "members", to=["allAuthenticatedUsers"]),
        "allAuthenticatedUsers",
    ),
    (
        "google-principal-public",
        [resource("gcp:projects/iAMMember:IAMMember", {"role": "r", "member": "allUsers"})],
        "allUsers",
    ),
    (
        "google-principal-public",
        [resource("gcp:storage/bucketIAMPolicy:BucketIAMPolicy",
                  {"bucket": "b", "policyData": _with_policy("allUsers")})],
        "allUsers",
    ),
    (
        "google-principal-public",
        [resource("gcp:storage/bucketAccessControl:BucketAccessControl",
                  {"bucket": "b", "role": "READER", "entity": "allUsers"})],
        "allUsers has READER",
    ),
    (
        "google-principal-public",
        [resource("gcp:storage/bucketACL:BucketACL", {"roleEntities": ["READER:allUsers"]})],
        "allUsers has READER",
    ),
    ("google-pool-open", changed("google-users", "members", to=[WHOLE_POOL]), POOL_USER),
    (
        "google-pool-open",
        [resource("gcp:projects/iAMPolicy:IAMPolicy", {"policyData": _with_policy(WHOLE_POOL)})],
        "name a subject",
    ),
    (
        "google-provider-audience",
        changed("google-provider", "oidc", "allowedAudiences", to=[]),
        "name the audience",
    ),
    (
        "google-provider-audience",
        changed("google-provider", "oidc", "allowedAudiences", to=None),
        "name the audience",
    ),
    (
        "google-provider-foreign",
        [resource(WORKLOAD_IDENTITY_PROVIDER, FOREIGN)],
        "is not of this stack",
    ),
]  # fmt: skip

NOT_KNOWN: Final = [
    ("snapshot-bucket-public", "bucket", ("acl",)),
    ("snapshot-bucket-public", "bucket", ("bucket",)),
    ("snapshot-bucket-public", "block", ("blockPublicAcls",)),
    ("snapshot-bucket-public", "block", ("bucket",)),
    ("snapshot-bucket-public", "policy", ("policy",)),
    ("role-trust-open", "role", ("assumeRolePolicy",)),
    ("snapshot-container-public", "container", ("publicAccess",)),
    ("federation-audience", "federation", ("audiences",)),
    ("federation-audience", "federation", ("audiences", 0)),
    ("backup-subject-elsewhere", "federation", ("subject",)),
    ("backup-refused", "nightly", ("spec", "storage", "s3", "bucket")),
    ("backup-changed", "nightly", ("spec", "storage")),
    ("backup-secret-misread", "cloud-credentials", ("data", "credentials")),
    ("google-principal-public", "google-readers", ("member",)),
    ("google-principal-public", "google-users", ("members",)),
    ("google-principal-public", "google-users", ("members", 0)),
    ("google-pool-open", "google-users", ("members", 0)),
    ("google-provider-audience", "google-provider", ("oidc", "allowedAudiences")),
    ("google-provider-audience", "google-provider", ("oidc",)),
    ("google-provider-foreign", "google-provider", ("attributeCondition",)),
    ("google-provider-foreign", "google-provider", ("oidc", "issuerUri")),
]
