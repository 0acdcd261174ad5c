"""Findings about Secrets for S3."""

from typing import Final

from openshift_credentials.base.notices import Notice, Severity

S3_NO_CREDENTIALS_KEY: Final = Notice(
    "s3-no-credentials-key",
    Severity.ERROR,
    "There is no key 'credentials', the only one that S3 backups read; the pod then has no "
    "credentials file, and the AWS SDK uses the role of the node.",
    "Store the role ARN or the credentials file under key 'credentials'; a Secret made for OADP, "
    "with key 'cloud', gets this key when the plugin copies it.",
)
S3_EMPTY: Final = Notice(
    "s3-empty",
    Severity.ERROR,
    "Key 'credentials' is empty, so the AWS SDK uses the role of the node.",
    "Store the role ARN or the credentials file under key 'credentials'.",
)
STS_SEVERAL_LINES: Final = Notice(
    "sts-several-lines",
    Severity.ERROR,
    "The value starts with 'arn:' and has several lines, and all of them become AWS_ROLE_ARN.",
    "Set the value to the role ARN and nothing else.",
)
STS_NOT_A_ROLE: Final = Notice(
    "sts-not-a-role",
    Severity.ERROR,
    "The value is the ARN of a resource other than an IAM role, and only a role can be assumed.",
    "Use the ARN of the role: arn:PARTITION:iam::ACCOUNT:role/NAME.",
)
STS_MALFORMED: Final = Notice(
    "sts-malformed",
    Severity.ERROR,
    "The value starts with 'arn:', which is enough for mode aws-sts, but is not the well-formed "
    "ARN of an IAM role.",
    "Copy the ARN from the role: arn:PARTITION:iam::ACCOUNT:role/NAME, with the 12 digits of the "
    "account and no other characters.",
)
STS_OTHER_PARTITION: Final = Notice(
    "sts-other-partition",
    Severity.ERROR,
    "The role is in another AWS partition than expected, and roles cannot be assumed across "
    "partitions.",
    "Use a role of the partition that the bucket is in.",
)
STS_OTHER_ACCOUNT: Final = Notice(
    "sts-other-account",
    Severity.ERROR,
    "The role is in another AWS account than expected.",
    "Use the role of the expected account, or correct the expected account.",
)
STS_NO_RESTORE: Final = Notice(
    "sts-no-restore",
    Severity.WARNING,
    "The role is outside partition 'aws': backups work, but OADP's plugin calls the endpoint "
    "sts.amazonaws.com when it signs the URL for a restore, which does not support the role.",
    "For restores, sign the URL with another tool.",
)
STATIC_HIDDEN_ARN: Final = Notice(
    "static-hidden-arn",
    Severity.ERROR,
    "The value is the ARN of a role in quotes, in the wrong case or behind other characters, so "
    "the operator treats it as a credentials file.",
    "Set the value to the ARN only, starting with 'arn:' in lower case.",
)
STATIC_ASSUMES_ROLE: Final = Notice(
    "static-assumes-role",
    Severity.ERROR,
    "Profile 'default' has role_arn, as in OADP's STS file. The operator mounts it as a static "
    "file, and the token file or source to which it refers does not exist in the backup pod.",
    "Set the value to the role ARN only, which selects mode aws-sts.",
)
STATIC_NO_DEFAULT_PROFILE: Final = Notice(
    "static-no-default-profile",
    Severity.ERROR,
    "The file has no section [default], and the uploader reads no other profile, so the AWS SDK "
    "uses the role of the node.",
    "Rename the section to [default].",
)
STATIC_OUTSIDE_SECTION: Final = Notice(
    "static-outside-section",
    Severity.ERROR,
    "The file has keys before the first section, and the AWS SDK ignores them silently.",
    "Insert the line [default] above them.",
)
STATIC_MISSPELT_KEY: Final = Notice(
    "static-misspelt-key",
    Severity.ERROR,
    "Profile 'default' has a key that resembles a key of the AWS SDK but is misspelled, so it is "
    "ignored.",
    "Use aws_access_key_id, aws_secret_access_key and, for temporary keys, aws_session_token.",
)
STATIC_NO_KEYS: Final = Notice(
    "static-no-keys",
    Severity.ERROR,
    "Profile 'default' has no access key, so the AWS SDK uses the role of the node.",
    "Set aws_access_key_id and aws_secret_access_key in it.",
)
STATIC_HALF_KEY: Final = Notice(
    "static-half-key",
    Severity.ERROR,
    "Profile 'default' has only one of aws_access_key_id and aws_secret_access_key with a value.",
    "Set both.",
)
STATIC_NO_SESSION_TOKEN: Final = Notice(
    "static-no-session-token",
    Severity.ERROR,
    "The access key is a temporary one (ASIA...), and AWS rejects it without its session token.",
    "Add aws_session_token, or use the ARN of a role instead of copied keys.",
)
STATIC_LONG_LIVED_KEY: Final = Notice(
    "static-long-lived-key",
    Severity.WARNING,
    "The file contains a long-lived access key. Anybody who obtains it can use it until it is "
    "deleted.",
    "Use the ARN of a role instead, which selects mode aws-sts and needs no key.",
)
STATIC_NOT_A_FILE: Final = Notice(
    "static-not-a-file",
    Severity.ERROR,
    "The value is neither a role ARN nor a credentials file: it has no section and no key.",
    "Store the role ARN or the credentials file under key 'credentials'.",
)
