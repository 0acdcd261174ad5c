"""What each rule refuses."""

from openshift_credentials.platforms.aws.policies import bucket_policy
from tests.policies.changed_stack import AUD, PUBLIC, STS, SUB, changed, permissions, trust, without
from tests.policies.compliant_stack import HTTPS, JOB, TRUST, backup, good, resource, secret

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
