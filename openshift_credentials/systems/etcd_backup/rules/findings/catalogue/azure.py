"""Findings about Secrets for Azure Blob."""

from typing import Final

from openshift_credentials.base.notices import Notice, Severity

AZURE_NO_KEY: Final = Notice(
    "azure-no-key",
    Severity.ERROR,
    "There is neither a key 'cloud' nor a key 'credentials', so the operator falls back to "
    "managed identity and the pod has no credentials file.",
    "Store the dotenv of the identity under key 'cloud', or its file under key 'credentials'.",
)
AZURE_NO_CLIENT_ID: Final = Notice(
    "azure-no-client-id",
    Severity.ERROR,
    "Key 'cloud' has no client ID, which selects managed identity, and key 'credentials' contains "
    "no managed identity file that the pod could read.",
    "Add the line AZURE_CLIENT_ID=... for workload identity.",
)
AZURE_BLANK_CLIENT_ID: Final = Notice(
    "azure-blank-client-id",
    Severity.ERROR,
    "The first AZURE_CLIENT_ID line of key 'cloud' is blank, and the operator ignores the later "
    "ones.",
    "Put the client ID in the first line and remove the others.",
)
AZURE_UNREAD_CLIENT_ID: Final = Notice(
    "azure-unread-client-id",
    Severity.ERROR,
    "Key 'cloud' has a client ID in a form that the operator does not read: 'export', another "
    "case, a colon, or a space before the equals sign.",
    "Write the line exactly as AZURE_CLIENT_ID=..., without quotes and without a prefix.",
)
AZURE_SEVERAL_CLIENT_IDS: Final = Notice(
    "azure-several-client-ids",
    Severity.WARNING,
    "Key 'cloud' has several AZURE_CLIENT_ID lines: the operator reads the first one, but most "
    "other readers of dotenv use the last one.",
    "Leave one.",
)
AZURE_QUOTED_CLIENT_ID: Final = Notice(
    "azure-quoted-client-id",
    Severity.ERROR,
    "The client ID is in quotes, and the operator keeps them as part of the ID.",
    "Remove the quotes.",
)
AZURE_CLIENT_ID_COMMENT: Final = Notice(
    "azure-client-id-comment",
    Severity.ERROR,
    "A comment or other text follows the client ID, and the operator keeps it as part of the ID.",
    "Move the comment to a separate line.",
)
AZURE_CLIENT_ID_NOT_GUID: Final = Notice(
    "azure-client-id-not-guid",
    Severity.ERROR,
    "The client ID is not a GUID, and Entra ID identifies clients by GUID only.",
    "Use the client ID of the identity, not its name or resource ID.",
)
AZURE_OTHER_ID_NOT_GUID: Final = Notice(
    "azure-other-id-not-guid",
    Severity.WARNING,
    "The tenant or subscription ID in key 'cloud' is not a GUID. Backups do not use it, but "
    "Velero and restores do.",
    "Use the GUID of the tenant and of the subscription.",
)
AZURE_SOVEREIGN_CLOUD: Final = Notice(
    "azure-sovereign-cloud",
    Severity.ERROR,
    "AZURE_CLOUD_NAME selects a sovereign cloud, and the uploader's endpoint is always "
    "blob.core.windows.net of the public cloud.",
    "Keep the snapshots in a storage account of the public cloud; etcd backup cannot use others.",
)
AZURE_UNKNOWN_CLOUD: Final = Notice(
    "azure-unknown-cloud",
    Severity.WARNING,
    "AZURE_CLOUD_NAME is not a name of a cloud in Azure's tools. Backups do not use it, but Velero "
    "and restores do.",
    "Use AzurePublicCloud.",
)
AZURE_CLOUD_BLOCKS_CREDENTIALS: Final = Notice(
    "azure-cloud-blocks-credentials",
    Severity.ERROR,
    "Key 'credentials' contains a client secret, and the operator ignores it because key 'cloud' "
    "exists.",
    "Remove key 'cloud' from the Secret for mode azure-client-secret.",
)
AZURE_UNUSED_CLIENT_SECRET: Final = Notice(
    "azure-unused-client-secret",
    Severity.ERROR,
    "Key 'cloud' has AZURE_CLIENT_SECRET in addition to the client ID. This operator still "
    "selects workload identity and never uses the secret.",
    "Use JSON under key 'credentials' without a key 'cloud', or remove the secret and federate "
    "the identity.",
)
AZURE_SECRET_FILE_MISSING: Final = Notice(
    "azure-secret-file-missing",
    Severity.ERROR,
    "Key 'cloud' selects mode azure-client-secret. The uploader reads the secret from key "
    "'credentials', which is missing or contains it neither as JSON nor as dotenv.",
    "Store the same content under key 'credentials', as OADP's plugin does.",
)
AZURE_DOTENV_UNDER_CREDENTIALS: Final = Notice(
    "azure-dotenv-under-credentials",
    Severity.ERROR,
    "The dotenv of the identity is under key 'credentials', where the operator expects JSON.",
    "Move it to key 'cloud'; with OADP, use key 'cloud' in the BackupStorageLocation.",
)
AZURE_NOT_JSON: Final = Notice(
    "azure-not-json",
    Severity.ERROR,
    "Key 'credentials' is not a JSON object, so the operator falls back to managed identity with "
    "a file that cannot be read.",
    "Correct the JSON, or use key 'cloud' for workload identity.",
)
AZURE_UNUSABLE_CLIENT_SECRET: Final = Notice(
    "azure-unusable-client-secret",
    Severity.ERROR,
    "Key 'credentials' has a member 'clientSecret' that is not a non-empty string, or is "
    "misspelled, so the operator falls back to managed identity.",
    "Set the member clientSecret, with this exact spelling, to a non-empty string.",
)
AZURE_INCOMPLETE_CLIENT_SECRET: Final = Notice(
    "azure-incomplete-client-secret",
    Severity.ERROR,
    "There is a client secret without the client ID and the tenant ID, which are both required as "
    "GUIDs.",
    "Add tenantId and clientId to the JSON, or AZURE_TENANT_ID and AZURE_CLIENT_ID to the dotenv.",
)
AZURE_CLIENT_SECRET_MODE: Final = Notice(
    "azure-long-lived-secret",
    Severity.WARNING,
    "The Secret contains a client secret. Anybody who obtains it can use it until it expires.",
    "Use workload identity, which needs no secret.",
)
AZURE_CAMEL_CASE_IDENTITY: Final = Notice(
    "azure-camel-case-identity",
    Severity.ERROR,
    "Key 'credentials' is the file of a managed identity in camel case. Because of its member "
    "clientSecret the operator treats it as a client secret.",
    "Use the file in snake case, as returned by the managed identity service.",
)
AZURE_UNUSABLE_IDENTITY: Final = Notice(
    "azure-unusable-identity",
    Severity.ERROR,
    "Key 'credentials' is not a managed identity file that the uploader can log in with: a member "
    "is missing, misspelled or malformed.",
    "Use the file that the managed identity service returns: authentication_endpoint, client_id, "
    "client_secret, not_before and tenant_id in snake case.",
)
