"""Every finding there is; docs/findings.md is made from this page."""

from typing import Final

from hcpbackup.contract.findings.finding import Finding, Severity

UNKNOWN_STORAGE_TYPE: Final = Finding(
    "unknown-storage-type",
    Severity.ERROR,
    "The storage type is neither S3 nor AzureBlob, so the API server refuses the HCPEtcdBackup.",
    "Use S3 or AzureBlob, spelled exactly so.",
)
KEY_NAME: Final = Finding(
    "key-name",
    Severity.ERROR,
    "A key differs from 'credentials' or 'cloud' only in case or punctuation, and the operator "
    "looks for the exact name.",
    "Rename the key.",
)
DOUBLE_BASE64: Final = Finding(
    "double-base64",
    Severity.ERROR,
    "The decoded value is base64 of a credential once more: it was encoded by hand and then by "
    "the tool that made the Secret.",
    "Put the encoded text under data, or the plain text under stringData, not both.",
)
INVISIBLE_CHARACTER: Final = Finding(
    "invisible-character",
    Severity.ERROR,
    "The value has a byte order mark or another character of no width, which is not white space "
    "to the operator and hides what follows it.",
    "Save the file as UTF-8 without a byte order mark, and make the Secret anew.",
)
CARRIAGE_RETURN: Final = Finding(
    "carriage-return",
    Severity.WARNING,
    "The value has carriage returns; the operator trims them at the end of a line, and other "
    "readers of the same Secret need not.",
    "Write the file with Unix line ends.",
)
NOT_UTF_8: Final = Finding(
    "not-utf-8",
    Severity.WARNING,
    "The value is not UTF-8, which no credential format needs.",
    "Check that the file was not compressed, encrypted or saved in another encoding.",
)

S3_NO_CREDENTIALS_KEY: Final = Finding(
    "s3-no-credentials-key",
    Severity.ERROR,
    "There is no key 'credentials', the only one that S3 backups read; the pod then has no "
    "credentials file and the AWS SDK goes on to the role of the node.",
    "Put the role ARN or the credentials file under key 'credentials'; a Secret made for OADP, "
    "with key 'cloud', gets it when the plugin copies it.",
)
S3_EMPTY: Final = Finding(
    "s3-empty",
    Severity.ERROR,
    "Key 'credentials' is empty, so the AWS SDK goes on to the role of the node.",
    "Put the role ARN or the credentials file under key 'credentials'.",
)
STS_SEVERAL_LINES: Final = Finding(
    "sts-several-lines",
    Severity.ERROR,
    "The value starts with 'arn:' and has several lines; all of them become AWS_ROLE_ARN.",
    "Leave the role ARN alone in the value.",
)
STS_NOT_A_ROLE: Final = Finding(
    "sts-not-a-role",
    Severity.ERROR,
    "The value is an ARN of something else than an IAM role, and only a role can be assumed.",
    "Use the ARN of the role: arn:PARTITION:iam::ACCOUNT:role/NAME.",
)
STS_MALFORMED: Final = Finding(
    "sts-malformed",
    Severity.ERROR,
    "The value starts with 'arn:', which is enough for mode aws-sts, but is not the well-formed "
    "ARN of an IAM role.",
    "Copy the ARN from the role: arn:PARTITION:iam::ACCOUNT:role/NAME, the account with 12 "
    "digits and nothing around it.",
)
STS_OTHER_PARTITION: Final = Finding(
    "sts-other-partition",
    Severity.ERROR,
    "The role is in another AWS partition than expected, and roles cannot be assumed across "
    "partitions.",
    "Use a role of the partition that the bucket is in.",
)
STS_OTHER_ACCOUNT: Final = Finding(
    "sts-other-account",
    Severity.ERROR,
    "The role is in another AWS account than expected.",
    "Use the role of the expected account, or correct the expected account.",
)
STS_NO_RESTORE: Final = Finding(
    "sts-no-restore",
    Severity.WARNING,
    "The role is outside partition 'aws': backups work, but OADP's plugin asks the endpoint "
    "sts.amazonaws.com when it signs the URL for a restore, which does not know the role.",
    "Plan restores with a URL that is signed by other means.",
)
STATIC_HIDDEN_ARN: Final = Finding(
    "static-hidden-arn",
    Severity.ERROR,
    "The value is the ARN of a role in quotes, in the wrong case or behind other characters, "
    "and so is taken for a credentials file.",
    "Leave the bare ARN in the value, starting with 'arn:' in lower case.",
)
STATIC_ASSUMES_ROLE: Final = Finding(
    "static-assumes-role",
    Severity.ERROR,
    "Profile 'default' has role_arn, as OADP's STS file has; the operator mounts it as a static "
    "file, and the token file or source that it names does not exist in the backup pod.",
    "Give the bare role ARN as the whole value, which makes mode aws-sts.",
)
STATIC_NO_DEFAULT_PROFILE: Final = Finding(
    "static-no-default-profile",
    Severity.ERROR,
    "The file has no section [default], and the uploader reads no other profile; the AWS SDK "
    "goes on to the role of the node.",
    "Rename the section to [default].",
)
STATIC_OUTSIDE_SECTION: Final = Finding(
    "static-outside-section",
    Severity.ERROR,
    "The file has keys before the first section, and the AWS SDK ignores those without a word.",
    "Put the line [default] above them.",
)
STATIC_MISSPELT_KEY: Final = Finding(
    "static-misspelt-key",
    Severity.ERROR,
    "Profile 'default' has a key that looks like one of the AWS SDK's and is not, so it is "
    "ignored.",
    "Use aws_access_key_id, aws_secret_access_key and, for temporary keys, aws_session_token.",
)
STATIC_NO_KEYS: Final = Finding(
    "static-no-keys",
    Severity.ERROR,
    "Profile 'default' has no access key, so the AWS SDK goes on to the role of the node.",
    "Set aws_access_key_id and aws_secret_access_key in it.",
)
STATIC_HALF_KEY: Final = Finding(
    "static-half-key",
    Severity.ERROR,
    "Profile 'default' has only one of aws_access_key_id and aws_secret_access_key with a value.",
    "Set both.",
)
STATIC_NO_SESSION_TOKEN: Final = Finding(
    "static-no-session-token",
    Severity.ERROR,
    "The access key is a temporary one (ASIA...), and AWS refuses it without its session token.",
    "Add aws_session_token, or use the bare ARN of a role instead of copied keys.",
)
STATIC_LONG_LIVED_KEY: Final = Finding(
    "static-long-lived-key",
    Severity.WARNING,
    "The file holds a long-lived access key, which works for whoever gets hold of it until "
    "someone deletes it.",
    "Give the bare ARN of a role instead, which makes mode aws-sts and needs no key.",
)
STATIC_NOT_A_FILE: Final = Finding(
    "static-not-a-file",
    Severity.ERROR,
    "The value is neither a role ARN nor a credentials file: it has no section and no key.",
    "Put the role ARN or the credentials file under key 'credentials'.",
)

AZURE_NO_KEY: Final = Finding(
    "azure-no-key",
    Severity.ERROR,
    "There is neither a key 'cloud' nor a key 'credentials', so the operator falls back to "
    "managed identity and the pod has no credentials file.",
    "Put the dotenv of the identity under key 'cloud', or its file under key 'credentials'.",
)
AZURE_NO_CLIENT_ID: Final = Finding(
    "azure-no-client-id",
    Severity.ERROR,
    "Key 'cloud' has no client ID, which makes managed identity, and key 'credentials' holds no "
    "managed identity file that the pod could read.",
    "Add the line AZURE_CLIENT_ID=... for workload identity.",
)
AZURE_BLANK_CLIENT_ID: Final = Finding(
    "azure-blank-client-id",
    Severity.ERROR,
    "The first AZURE_CLIENT_ID line of key 'cloud' is blank, and the operator does not look at "
    "later ones.",
    "Give the first line the client ID and remove the others.",
)
AZURE_UNREAD_CLIENT_ID: Final = Finding(
    "azure-unread-client-id",
    Severity.ERROR,
    "Key 'cloud' has a client ID in a form that the operator does not read: 'export', another "
    "case, a colon, or a space before the equals sign.",
    "Write the line exactly as AZURE_CLIENT_ID=..., without quotes and without anything before.",
)
AZURE_SEVERAL_CLIENT_IDS: Final = Finding(
    "azure-several-client-ids",
    Severity.WARNING,
    "Key 'cloud' has several AZURE_CLIENT_ID lines: the operator takes the first, and most other "
    "readers of dotenv take the last.",
    "Leave one.",
)
AZURE_QUOTED_CLIENT_ID: Final = Finding(
    "azure-quoted-client-id",
    Severity.ERROR,
    "The client ID is in quotes, and the operator keeps them as part of the ID.",
    "Remove the quotes.",
)
AZURE_CLIENT_ID_COMMENT: Final = Finding(
    "azure-client-id-comment",
    Severity.ERROR,
    "A comment or other text follows the client ID, and the operator keeps it as part of the ID.",
    "Move the comment to a line of its own.",
)
AZURE_CLIENT_ID_NOT_GUID: Final = Finding(
    "azure-client-id-not-guid",
    Severity.ERROR,
    "The client ID is not a GUID, and Entra ID knows clients by nothing else.",
    "Use the client ID of the identity, neither its name nor its resource ID.",
)
AZURE_OTHER_ID_NOT_GUID: Final = Finding(
    "azure-other-id-not-guid",
    Severity.WARNING,
    "The tenant or subscription ID in key 'cloud' is not a GUID; a backup does not read it, but "
    "Velero and a restore do.",
    "Use the GUID of the tenant and of the subscription.",
)
AZURE_SOVEREIGN_CLOUD: Final = Finding(
    "azure-sovereign-cloud",
    Severity.ERROR,
    "AZURE_CLOUD_NAME names a sovereign cloud, and the uploader's endpoint is fixed to "
    "blob.core.windows.net of the public cloud.",
    "Keep the snapshots in a storage account of the public cloud; etcd backup cannot use others.",
)
AZURE_UNKNOWN_CLOUD: Final = Finding(
    "azure-unknown-cloud",
    Severity.WARNING,
    "AZURE_CLOUD_NAME is not a name that Azure's tools know; a backup does not read it, but "
    "Velero and a restore do.",
    "Use AzurePublicCloud.",
)
AZURE_CLOUD_BLOCKS_CREDENTIALS: Final = Finding(
    "azure-cloud-blocks-credentials",
    Severity.ERROR,
    "Key 'credentials' holds a client secret, and the operator does not look at it while there "
    "is a key 'cloud'.",
    "Remove key 'cloud' from the Secret for mode azure-client-secret.",
)
AZURE_UNUSED_CLIENT_SECRET: Final = Finding(
    "azure-unused-client-secret",
    Severity.ERROR,
    "Key 'cloud' has AZURE_CLIENT_SECRET beside the client ID; this operator still makes it "
    "workload identity and never uses the secret.",
    "Use JSON under key 'credentials' without a key 'cloud', or remove the secret and federate "
    "the identity.",
)
AZURE_SECRET_FILE_MISSING: Final = Finding(
    "azure-secret-file-missing",
    Severity.ERROR,
    "Key 'cloud' makes mode azure-client-secret, and key 'credentials', from which the uploader "
    "reads the secret, is missing or holds neither JSON nor dotenv with it.",
    "Put the same content under key 'credentials', as OADP's plugin does.",
)
AZURE_DOTENV_UNDER_CREDENTIALS: Final = Finding(
    "azure-dotenv-under-credentials",
    Severity.ERROR,
    "The dotenv of the identity is under key 'credentials', where the operator expects JSON.",
    "Move it to key 'cloud'; with OADP, use key 'cloud' in the BackupStorageLocation.",
)
AZURE_NOT_JSON: Final = Finding(
    "azure-not-json",
    Severity.ERROR,
    "Key 'credentials' is not a JSON object, so the operator falls back to managed identity with "
    "a file that cannot be read.",
    "Correct the JSON, or use key 'cloud' for workload identity.",
)
AZURE_UNUSABLE_CLIENT_SECRET: Final = Finding(
    "azure-unusable-client-secret",
    Severity.ERROR,
    "Key 'credentials' has a member 'clientSecret' that is not a non-empty string, or is "
    "misspelt, so the operator falls back to managed identity.",
    "Give the member clientSecret, spelled so, as a string that is not empty.",
)
AZURE_INCOMPLETE_CLIENT_SECRET: Final = Finding(
    "azure-incomplete-client-secret",
    Severity.ERROR,
    "There is a client secret without the client ID and the tenant ID, both as GUIDs, that are "
    "needed to log in with it.",
    "Add tenantId and clientId in JSON, AZURE_TENANT_ID and AZURE_CLIENT_ID in dotenv.",
)
AZURE_CLIENT_SECRET_MODE: Final = Finding(
    "azure-long-lived-secret",
    Severity.WARNING,
    "The Secret holds a client secret, which works for whoever gets hold of it until it expires.",
    "Use workload identity, which needs no secret.",
)
AZURE_CAMEL_CASE_IDENTITY: Final = Finding(
    "azure-camel-case-identity",
    Severity.ERROR,
    "Key 'credentials' is the file of a managed identity in camel case; its clientSecret makes "
    "the operator take it for a client secret.",
    "Use the file in snake case, as the managed identity service gives it.",
)
AZURE_UNUSABLE_IDENTITY: Final = Finding(
    "azure-unusable-identity",
    Severity.ERROR,
    "Key 'credentials' is not a managed identity file that the uploader can log in with: a "
    "member is missing, misspelt or malformed.",
    "Use the file that the managed identity service gives: authentication_endpoint, client_id, "
    "client_secret, not_before and tenant_id in snake case.",
)

CATALOGUE: Final = tuple(value for value in globals().values() if isinstance(value, Finding))
"""All findings, in the order in which they are reported."""
