"""Causes in messages of Azure: Entra ID, Blob Storage, Key Vault.

Sources: Microsoft identity platform, "Microsoft Entra authentication and authorization error
codes"; Blob service REST API, "Blob service error codes"; Azure SDK for Go ``azidentity``
TROUBLESHOOTING; openshift/hypershift ``etcd-upload/azure_uploader.go``.
"""

from typing import Final

from openshift_credentials.live.cause import Cause, cause

AZURE_CAUSES: Final[tuple[Cause, ...]] = (
    cause(
        "azure-wrong-issuer",
        r"AADSTS700211\b",
        "no federated credential of the identity has the issuer of the token",
        "set exactly the issuer in the tokens of the management cluster; a trailing slash is "
        "significant",
        "cluster.oidcIssuer",
    ),
    cause(
        "azure-wrong-subject",
        r"AADSTS700213\b",
        "no federated credential of the identity has the subject of the token, or a new one is "
        "not effective everywhere yet",
        "the subject is system:serviceaccount:<operator namespace>:etcd-backup-job: the Job runs "
        "in the operator's namespace, not in that of the hosted control plane; then set a new "
        "trigger",
        "cluster.operatorNamespace",
    ),
    cause(
        "azure-wrong-audience",
        r"AADSTS700212\b",
        "no federated credential of the identity has the audience of the token",
        "set the audience api://AzureADTokenExchange",
    ),
    cause(
        "azure-no-federation",
        r"AADSTS70021\b|No matching federated identity record found",
        "no federated credential of the identity matches issuer, subject and audience of the token",
        "compare all three with the output of 'explain', character by character",
        "cluster.oidcIssuer",
    ),
    cause(
        "azure-client-secret-expired",
        r"AADSTS7000222\b",
        "the client secret has expired",
        "set a new client secret, or use azure-workload-identity, which needs none",
        "etcdBackup.credentials.clientSecret",
    ),
    cause(
        "azure-client-secret-wrong",
        r"AADSTS7000215\b",
        "the client secret is wrong: often its ID was set instead of its value",
        "set the value of the client secret",
        "etcdBackup.credentials.clientSecret",
    ),
    cause(
        "azure-certificate-refused",
        r"AADSTS700027\b|AADSTS1000502\b|certificate (?:has expired|is not yet valid)",
        "the certificate in the credential has expired, or does not belong to the application",
        "store a new certificate in the vault and write the credential again",
        "etcdBackup.credentials.managedIdentityDocument",
    ),
    cause(
        "azure-unknown-client",
        r"AADSTS700016\b|unauthorized_client",
        "the tenant does not have the application or identity with this client ID",
        "set the client ID and the tenant ID of the same identity",
        "etcdBackup.credentials.clientId",
    ),
    cause(
        "azure-unknown-tenant",
        r"AADSTS90002\b|AADSTS900023\b|AADSTS900021\b",
        "the tenant does not exist",
        "set the tenant of the subscription",
        "etcdBackup.storage.azureBlob.tenantId",
    ),
    cause(
        "azure-no-webhook",
        r"WorkloadIdentityCredential: (?:no (?:client ID|tenant ID|token file) specified|"
        r"authentication failed: open)|environment variable AZURE_FEDERATED_TOKEN_FILE",
        "the webhook of Azure workload identity did not change the pod: it is not installed, or "
        "the ServiceAccount lost its client ID",
        "install the webhook before the first backup, and let the stack set the annotation of the "
        "ServiceAccount",
        "etcdBackup.credentials.annotateServiceAccount",
    ),
    cause(
        "azure-two-identities",
        r"Multiple user assigned identities exist",
        "the SDK found no identity in the pod and queried the node, which has more than one",
        "check that the webhook of Azure workload identity runs and that ServiceAccount "
        "etcd-backup-job has the client ID",
        "etcdBackup.credentials.annotateServiceAccount",
    ),
    cause(
        "azure-node-identity",
        r"ManagedIdentityCredential|169\.254\.169\.254.{0,200}identity",
        "the SDK found no identity in the pod and queried the instance metadata of the node",
        "check that the webhook of Azure workload identity runs and that ServiceAccount "
        "etcd-backup-job has the client ID",
        "etcdBackup.credentials.annotateServiceAccount",
    ),
    cause(
        "azure-no-role",
        r"AuthorizationPermissionMismatch|InsufficientAccountPermissions",
        "the identity has no role that allows writing blobs there, or the assignment is not "
        "effective everywhere yet (up to 10 minutes)",
        "assign the role that 'explain' prints, wait, then set a new trigger",
        "etcdBackup.credentials.settleSeconds",
    ),
    cause(
        "azure-network-rules",
        r"\bAuthorizationFailure\b|IpAuthorizationError|PublicAccessNotPermitted",
        "the network rules of the storage account block the management cluster",
        "allow its subnet or its outgoing addresses",
        "etcdBackup.storage.azureBlob.networkRules",
    ),
    cause(
        "azure-no-container",
        r"ContainerNotFound|ContainerBeingDeleted|The specified container does not exist",
        "the container does not exist",
        "correct the name, or run 'pulumi refresh' and 'pulumi up' if it was deleted",
        "etcdBackup.storage.azureBlob.container",
    ),
    cause(
        "azure-no-account",
        r"lookup [a-z0-9]{3,24}\.blob\.core\.windows\.net.{0,80}no such host|ResourceNotFound",
        "the storage account does not exist in the public Azure cloud, the only cloud that the "
        "uploader supports",
        "correct the name of the account, or restore it",
        "etcdBackup.storage.azureBlob.storageAccount",
    ),
    cause(
        "azure-encryption-scope",
        r"x-ms-encryption-scope|EncryptionScope(?:NotFound|Disabled)",
        "the backup sets encryptionKeyURL, which the uploader sends as the name of an encryption "
        "scope",
        "remove encryptionKeyURL and encrypt the whole account instead",
        "etcdBackup.storage.azureBlob.customerManagedKey",
    ),
    cause(
        "azure-vault-key",
        r"KeyVault(?:EncryptionKeyNotFound|AccessTokenCannotBeAcquired|VaultNotFound|\w*)Err?"
        r"|KeyVaultEncryptionKeyNotFound|key vault (?:key )?is not found to unwrap",
        "the storage account cannot use the key that encrypts it: the key or its vault was "
        "deleted or disabled, or the account's identity lost its role",
        "restore the key and the role Key Vault Crypto Service Encryption User",
        "etcdBackup.storage.azureBlob.customerManagedKey",
    ),
    cause(
        "azure-blob-exists",
        r"BlobAlreadyExists|BlobImmutableDueToPolicy",
        "a blob of that name exists, and the uploader never overwrites one",
        "use a separate prefix for each hosted cluster, then set a new trigger",
        "etcdBackup.backups[].keyPrefix",
    ),
    cause(
        "azure-shared-keys",
        r"KeyBasedAuthenticationNotPermitted",
        "a client signs with an account key, and the account does not accept keys",
        "use Entra ID in Velero's location (useAAD)",
        "etcdBackup.storage.azureBlob.allowSharedKeyAccess",
    ),
)
"""From special to general."""
