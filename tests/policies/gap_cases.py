"""What each rule misses, and what it cannot know yet."""

from tests.policies.changed_stack import changed, without

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
