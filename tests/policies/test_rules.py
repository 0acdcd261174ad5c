"""Every rule on a compliant, a non-compliant, an absent and an unknown property."""

import base64
import copy
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from openshift_credentials.platforms.aws.policies import bucket_policy, trust_policy
from openshift_credentials.systems.etcd_backup.rules.upload_policy import upload_policy
from policies.catalogue import RULES
from policies.resources import UNKNOWN, StackResource
from policies.rule import Configuration

ISSUER = "https://oidc.example.com/mc"
ACCOUNT = "123456789012"
JOB = "system:serviceaccount:hypershift:etcd-backup-job"
BY_NAME = {rule.name: rule for rule in RULES}

TRUST = trust_policy("aws", ACCOUNT, ISSUER, [JOB])
UPLOAD = upload_policy("aws", "us-east-1", "snapshots", ["backups"])
HTTPS = bucket_policy("aws", "snapshots")


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


def good() -> list[StackResource]:
    """A stack on both clouds to which no rule objects."""
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
            },
        ),
        resource(
            "azure-native:storage:BlobContainer",
            "container",
            {"accountName": "snapshots", "publicAccess": "None"},
        ),
        resource(
            "azure-native:authorization:RoleAssignment",
            "assignment",
            {
                "scope": "/subscriptions/s/resourceGroups/g",
                "principalType": "ServicePrincipal",
            },
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
    ]


def messages(
    rule: str, resources: Sequence[StackResource], configuration: Configuration | None = None
) -> list[str]:
    return [message for _, message in BY_NAME[rule].violations(resources, configuration)]


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
        yield resource(each.type, each.name, props)


def without(name: str) -> list[StackResource]:
    return [each for each in good() if each.name != name]


def trust(condition: Mapping[str, object]) -> str:
    statement = json.loads(TRUST)["Statement"][0]
    return json.dumps({"Statement": {**statement, "Condition": condition}})


def permissions(action: object) -> str:
    return json.dumps({"Statement": [{"Effect": "Allow", "Action": action, "Resource": "*"}]})


AUD = "oidc.example.com/mc:aud"
SUB = "oidc.example.com/mc:sub"
STS = "sts.amazonaws.com"
PUBLIC = json.dumps(
    {
        "Statement": [
            *json.loads(HTTPS)["Statement"],
            {"Effect": "Allow", "Principal": {"AWS": "*"}, "Action": "s3:GetObject"},
        ]
    }
)

NON_COMPLIANT = [
    ("snapshot-bucket-public", changed("bucket", "acl", to="public-read"), "public ACL"),
    (
        "snapshot-bucket-public",
        changed("BucketPublicAccessBlock", "blockPublicAcls", to=False),
        "blockPublicAcls",
    ),
    (
        "snapshot-bucket-public",
        changed("BucketPolicy", "policy", to=PUBLIC),
        "allows public access",
    ),
    ("snapshot-bucket-careless", changed("BucketPolicy", "policy", to="{}"), "TLS"),
    (
        "snapshot-bucket-careless",
        changed("BucketVersioning", "versioningConfiguration", "status", to="Suspended"),
        "versioning is disabled",
    ),
    (
        "snapshot-bucket-careless",
        changed("BucketLifecycleConfiguration", "rules", 0, "status", to="Disabled"),
        "incomplete uploads",
    ),
    (
        "snapshot-bucket-careless",
        changed("BucketLifecycleConfiguration", "rules", 0, "expiration", to={"days": 2}),
        "deletes snapshots",
    ),
    (
        "snapshot-bucket-careless",
        changed(
            "BucketServerSideEncryptionConfiguration",
            "rules",
            to=[{"applyServerSideEncryptionByDefault": {"kmsMasterKeyId": "arn:aws:kms:k"}}],
        ),
        "no permissions",
    ),
    (
        "role-trust-open",
        changed("role", "assumeRolePolicy", to=trust({"StringEquals": {SUB: JOB}})),
        "does not compare aud",
    ),
    (
        "role-trust-open",
        changed("role", "assumeRolePolicy", to=trust({"StringEquals": {AUD: STS}})),
        "does not compare sub",
    ),
    (
        "role-trust-open",
        changed(
            "role",
            "assumeRolePolicy",
            to=trust({"StringEquals": {AUD: STS}, "StringLike": {SUB: "system:*"}}),
        ),
        "wildcard",
    ),
    (
        "role-trust-open",
        changed("role", "assumeRolePolicy", to=trust({"StringEquals": {AUD: "x", SUB: JOB}})),
        "aud is x",
    ),
    (
        "role-trust-open",
        changed("role", "assumeRolePolicy", to=trust({"StringNotEquals": {AUD: STS, SUB: JOB}})),
        "does not compare sub",
    ),
    ("role-trust-open", changed("role", "assumeRolePolicy", to="{"), "not a policy document"),
    ("upload-role-broad", changed("permissions", "policy", to=permissions("s3:*")), "s3:*"),
    (
        "upload-role-broad",
        changed("permissions", "policy", to=permissions(["s3:PutObject", "s3:DeleteObject"])),
        "s3:DeleteObject",
    ),
    (
        "upload-role-broad",
        changed("role", "inlinePolicies", to=[{"policy": permissions("iam:PassRole")}]),
        "iam:PassRole",
    ),
    ("snapshot-account-careless", changed("account", "allowSharedKeyAccess", to=True), "keys"),
    (
        "snapshot-account-careless",
        changed("account", "allowBlobPublicAccess", to=True),
        "everybody",
    ),
    ("snapshot-account-careless", changed("account", "minimumTlsVersion", to="TLS1_0"), "TLS"),
    (
        "snapshot-account-unencrypted",
        changed("account", "encryption", "services", "blob", "enabled", to=False),
        "disables the encryption",
    ),
    ("snapshot-container-public", changed("container", "publicAccess", to="Blob"), "Blob"),
    (
        "role-assignment-wide",
        changed("assignment", "scope", to="/subscriptions/s"),
        "subscriptions",
    ),
    ("role-assignment-wide", changed("assignment", "scope", to="/"), "assigned at /"),
    ("federation-audience", changed("federation", "audiences", to=[STS]), "audiences"),
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
    ("backup-changed", [*good(), backup("again", bucket="other-bucket")], "immutable"),
    (
        "backup-secret-misread",
        [*without("cloud-credentials"), secret("cloud-credentials", {"credential": "arn:x"})],
        "s3-no-credentials-key",
    ),
    (
        "snapshot-store-unprotected",
        [
            resource(each.type, each.name, each.props, protect=each.name != "bucket")
            for each in good()
        ],
        "protect",
    ),
]

ABSENT = [
    ("snapshot-bucket-public", without("BucketPublicAccessBlock"), "no BucketPublicAccessBlock"),
    (
        "snapshot-bucket-unencrypted",
        without("BucketServerSideEncryptionConfiguration"),
        "no default encryption",
    ),
    ("snapshot-bucket-careless", without("BucketLifecycleConfiguration"), "incomplete uploads"),
    ("snapshot-bucket-careless", without("BucketVersioning"), "versioning is disabled"),
    ("snapshot-bucket-careless", without("BucketPolicy"), "TLS"),
    ("snapshot-account-careless", changed("account", "allowSharedKeyAccess", to=None), "keys"),
    ("role-assignment-wide", changed("assignment", "principalType", to=None), "principalType"),
    ("federation-audience", changed("federation", "audiences", to=None), "audiences"),
    ("backup-refused", changed("nightly", "spec", to=None), "spec"),
]

UNKNOWN_VALUES = [
    ("snapshot-bucket-public", "bucket", ("acl",)),
    ("snapshot-bucket-public", "BucketPublicAccessBlock", ("blockPublicAcls",)),
    ("snapshot-bucket-public", "BucketPolicy", ("policy",)),
    ("snapshot-bucket-unencrypted", "BucketServerSideEncryptionConfiguration", ("rules",)),
    ("snapshot-bucket-careless", "BucketPolicy", ("policy",)),
    ("snapshot-bucket-careless", "BucketVersioning", ("versioningConfiguration", "status")),
    ("snapshot-bucket-careless", "BucketLifecycleConfiguration", ("rules",)),
    ("snapshot-bucket-careless", "BucketServerSideEncryptionConfiguration", ("rules",)),
    ("snapshot-bucket-careless", "nightly", ("spec", "storage", "s3", "kmsKeyARN")),
    *(
        (rule, setting_name, ("bucket",))
        for rule, setting_name in (
            ("snapshot-bucket-public", "BucketPublicAccessBlock"),
            ("snapshot-bucket-unencrypted", "BucketServerSideEncryptionConfiguration"),
            ("snapshot-bucket-careless", "BucketPolicy"),
            ("snapshot-bucket-careless", "BucketVersioning"),
            ("snapshot-bucket-careless", "BucketLifecycleConfiguration"),
        )
    ),
    ("role-trust-open", "role", ("assumeRolePolicy",)),
    ("upload-role-broad", "permissions", ("policy",)),
    ("upload-role-broad", "permissions", ("role",)),
    ("snapshot-account-careless", "account", ("allowSharedKeyAccess",)),
    ("snapshot-account-careless", "account", ("kind",)),
    ("snapshot-account-unencrypted", "account", ("encryption",)),
    ("snapshot-container-public", "container", ("publicAccess",)),
    ("role-assignment-wide", "assignment", ("scope",)),
    ("role-assignment-wide", "assignment", ("principalType",)),
    ("federation-audience", "federation", ("audiences",)),
    ("federation-audience", "federation", ("audiences", 0)),
    ("backup-subject-elsewhere", "federation", ("subject",)),
    ("backup-refused", "nightly", ("spec", "storage", "s3", "bucket")),
    ("backup-changed", "nightly", ("spec", "storage")),
    ("backup-secret-misread", "cloud-credentials", ("data", "credentials")),
    ("snapshot-store-unprotected", "bucket", ("bucket",)),
]


@pytest.mark.parametrize("rule", BY_NAME)
def test_a_compliant_stack_and_an_empty_one_break_no_rule(rule: str) -> None:
    assert messages(rule, good()) == []
    assert messages(rule, []) == []


@pytest.mark.parametrize(("rule", "resources", "said"), NON_COMPLIANT + ABSENT)
def test_what_is_wrong_or_missing_is_told(
    rule: str, resources: list[StackResource], said: str
) -> None:
    found = messages(rule, resources)
    assert found
    assert any(said in message for message in found), found


@pytest.mark.parametrize(("rule", "name", "path"), UNKNOWN_VALUES)
def test_nothing_is_said_about_what_is_not_known_yet(
    rule: str, name: str, path: tuple[str | int, ...]
) -> None:
    assert messages(rule, changed(name, *path, to=UNKNOWN)) == []


def test_every_rule_has_all_four_kinds_of_cases() -> None:
    assert {rule for rule, *_ in NON_COMPLIANT + ABSENT} == set(BY_NAME)
    assert {rule for rule, *_ in UNKNOWN_VALUES} == set(BY_NAME)


@pytest.mark.parametrize(("rule", "resources", "said"), NON_COMPLIANT + ABSENT)
def test_an_exception_silences_a_rule_by_urn_and_by_name(
    rule: str, resources: list[StackResource], said: str
) -> None:
    del said
    broken = {each for each, _ in _violations(rule, resources)}
    for names in ([each[0] for each in broken], [each[1] for each in broken]):
        assert messages(rule, resources, {"exceptions": names}) == []


def _violations(rule: str, resources: list[StackResource]) -> Iterator[tuple[tuple[str, str], str]]:
    for each, message in BY_NAME[rule].violations(resources):
        yield (each.urn, each.name), message


def test_a_public_bucket_that_holds_no_snapshots_is_none_of_the_packs_business() -> None:
    issuer = resource("aws:s3/bucket:Bucket", "issuer", {"bucket": "issuer", "acl": "public-read"})
    assert messages("snapshot-bucket-public", [*good(), issuer]) == []
    named = messages("snapshot-bucket-public", [*good(), issuer], {"stores": ["issuer"]})
    assert any("issuer" in each for each in named)


def test_a_bucket_of_the_component_holds_snapshots_without_any_backup() -> None:
    urn = "urn:pulumi:s::p::openshift-credentials:aws:SnapshotBucket$aws:s3/bucket:Bucket::b"
    bucket = StackResource(type="aws:s3/bucket:Bucket", name="b", urn=urn, props={"bucket": "b"})
    assert messages("snapshot-store-unprotected", [bucket])


def test_the_mode_of_the_configuration_is_compared_with_the_detected_one() -> None:
    rule = "backup-secret-misread"
    resources = without("azure-credentials")
    assert messages(rule, resources, {"mode": "aws-sts"}) == []
    assert "aws-static" in messages(rule, resources, {"mode": "aws-static"})[0]


def test_the_operators_namespace_is_configurable() -> None:
    found = messages("backup-subject-elsewhere", good(), {"operatorNamespace": "hcp"})
    assert found
    assert all(":hcp:" in each for each in found)


def test_no_message_shows_what_is_in_a_secret() -> None:
    content = "aws_secret_access_key = hidden-hidden-hidden"
    resources = [
        *without("cloud-credentials"),
        secret("cloud-credentials", {"credentials": content}),
    ]
    found = messages("backup-secret-misread", resources, {"mode": "aws-sts"})
    assert found
    assert "hidden" not in "".join(found)
    assert "hidden" not in repr(resources)
