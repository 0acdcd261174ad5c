"""What each rule refuses, misses and cannot know yet."""

from openshift_credentials.platforms.aws.policies import bucket_policy
from tests.policies.compliant_stack import (
    AUD,
    HTTPS,
    JOB,
    PUBLIC,
    STS,
    SUB,
    TRUST,
    backup,
    changed,
    good,
    permissions,
    resource,
    secret,
    trust,
    without,
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
    (
        "snapshot-bucket-unguarded",
        changed("BucketPolicy", "policy", to=bucket_policy("aws", "snapshots")),
        "s3:PutBucketPolicy",
    ),
    (
        "snapshot-bucket-unguarded",
        changed("BucketPolicy", "policy", to=HTTPS.replace("s3:PutBucketVersioning", "s3:X")),
        "use s3:PutBucketVersioning",
    ),
    (
        "snapshot-bucket-mutable",
        changed("BucketObjectLockConfiguration", "rule", to={}),
        "no object lock",
    ),
    (
        "snapshot-bucket-copy-careless",
        changed(
            *("BucketReplicationConfig", "rules", 0, "destination", "replicationTime", "status"),
            to="Disabled",
        ),
        "no time limit",
    ),
    (
        "issuer-bucket-careless",
        changed("issuer-versions", "versioningConfiguration", "status", to="Suspended"),
        "keeps no versions",
    ),
    ("issuer-bucket-careless", changed("issuer-policy", "policy", to="{}"), "without TLS"),
    (
        "snapshot-account-unlimited",
        changed("account", "networkRuleSet", "defaultAction", to="Allow"),
        "for every network",
    ),
    (
        "snapshot-account-unlimited",
        changed("account", "allowSharedKeyAccess", to=True),
        "no keyPolicy",
    ),
    (
        "snapshot-container-mutable",
        changed("container", "immutableStorageWithVersioning", "enabled", to=False),
        "no immutable versions",
    ),
    ("snapshot-copy-unwatched", changed("lock", "scope", to="/subscriptions/x"), "no lock"),
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
    ("snapshot-bucket-unguarded", without("BucketPolicy"), "s3:DeleteBucket"),
    ("snapshot-bucket-mutable", without("BucketObjectLockConfiguration"), "no object lock"),
    *(
        (
            "snapshot-bucket-copy-careless",
            changed("BucketReplicationConfig", "rules", 0, "destination", member, to=None),
            said,
        )
        for member, said in (
            ("replicationTime", "no time limit"),
            ("metrics", "no metrics"),
            ("encryptionConfiguration", "no key in its region"),
        )
    ),
    ("issuer-bucket-careless", without("issuer-versions"), "keeps no versions"),
    ("issuer-bucket-careless", without("issuer-policy"), "without TLS"),
    ("snapshot-account-unlimited", changed("account", "allowedCopyScope", to=None), "CopyScope"),
    ("snapshot-account-unlimited", changed("account", "sasPolicy", to=None), "no sasPolicy"),
    (
        "snapshot-container-mutable",
        changed("container", "immutableStorageWithVersioning", to=None),
        "no immutable versions",
    ),
    ("snapshot-copy-unwatched", without("lock"), "no lock"),
    ("snapshot-copy-unwatched", without("log"), "no log"),
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
    ("snapshot-bucket-unguarded", "BucketPolicy", ("policy",)),
    ("snapshot-bucket-unguarded", "BucketPolicy", ("bucket",)),
    ("snapshot-bucket-mutable", "BucketObjectLockConfiguration", ("rule",)),
    ("snapshot-bucket-mutable", "BucketObjectLockConfiguration", ("bucket",)),
    (
        "snapshot-bucket-copy-careless",
        "BucketReplicationConfig",
        ("rules", 0, "destination", "encryptionConfiguration", "replicaKmsKeyId"),
    ),
    ("snapshot-bucket-copy-careless", "BucketReplicationConfig", ("rules",)),
    ("issuer-bucket-careless", "issuer-policy", ("policy",)),
    ("issuer-bucket-careless", "issuer-versions", ("bucket",)),
    ("snapshot-account-unlimited", "account", ("sasPolicy",)),
    ("snapshot-account-unlimited", "account", ("networkRuleSet",)),
    ("snapshot-container-mutable", "container", ("immutableStorageWithVersioning",)),
    ("snapshot-copy-unwatched", "lock", ("scope",)),
    ("snapshot-copy-unwatched", "copy", ("destinationAccount",)),
]
