"""What clouds and clusters answer on update, a type token a function; extend it with new types."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from openshift_credentials.systems.token_issuer.rules.signing_keys import SigningKey, read_signing_key
from tests.kit import tokens
from tests.kit.cloud_rows import ROWS
from tests.kit.realistic_aws import ACCOUNT_ID, AWS_ANSWERS
from tests.kit.realistic_gcp import GCP_ANSWERS
from tests.kit.recorded import Resource, guid_of

Answer = Callable[[Resource], Mapping[str, object]]
"""Outputs of a resource beside its inputs; ``id`` among them is its ID."""

TENANT: Final = "66666666-7777-8888-9999-000000000000"

Lookup = Callable[[Mapping[str, Any]], Mapping[str, object]]


def _nothing(_: Resource) -> Mapping[str, object]:
    return {}


@cache
def _made_key(name: str) -> SigningKey:
    """A small key, the same in one process for one name."""
    key = rsa.generate_private_key(65537, 2048)
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    del name
    return read_signing_key(pem)


def _private_key(resource: Resource) -> Mapping[str, object]:
    key = _made_key(resource.name)
    return {"id": key.public.kid, "privateKeyPem": key.private_pem, "publicKeyPem": key.public.to_pem()}


def _named(name_input: str) -> Answer:
    """The name, which Azure answers as ``name`` whatever the input is called."""
    return lambda resource: {"name": resource.inputs[name_input]}


def _managed_identity(resource: Resource) -> Mapping[str, object]:
    return {
        "name": resource.inputs["resourceName"],
        "clientId": guid_of(resource, "client"),
        "principalId": guid_of(resource, "principal"),
        "tenantId": TENANT,
    }


def _vault_key(resource: Resource) -> Mapping[str, object]:
    name = resource.inputs["keyName"]
    vault, version = resource.inputs["vaultName"], guid_of(resource, "version").replace("-", "")
    uri = f"https://{vault}.vault.azure.net/keys/{name}/{version}"
    return {"name": name, "keyUriWithVersion": uri}


def _storage_account(resource: Resource) -> Mapping[str, object]:
    named = {"name": resource.inputs["accountName"]}
    identity = resource.inputs.get("identity")
    if not identity:
        return named
    by_id = {each: {"clientId": guid_of(resource, each)} for each in identity["userAssignedIdentities"]}
    return {**named, "identity": {"type": identity["type"], "userAssignedIdentities": by_id}}


def _kubernetes_object(resource: Resource) -> Mapping[str, object]:
    metadata = resource.inputs["metadata"]
    namespace = metadata.get("namespace")
    return {"id": f"{namespace}/{metadata['name']}" if namespace else metadata["name"]}


def _etcd_backup(resource: Resource) -> Mapping[str, object]:
    condition = {
        "type": "BackupCompleted",
        "status": "True",
        "reason": "BackupSucceeded",
        "message": "Backup completed successfully",
    }
    storage = resource.inputs["spec"]["storage"]
    if s3 := storage.get("s3"):
        store, prefix = f"s3://{s3['bucket']}", s3["keyPrefix"]
    else:
        blob = storage["azureBlob"]
        store = f"https://{blob['storageAccount']}.blob.core.windows.net/{blob['container']}"
        prefix = blob["keyPrefix"]
    url = f"{store}/{prefix}/1795300000.db"
    return {**_kubernetes_object(resource), "status": {"conditions": [condition], "snapshotURL": url}}


_ANSWERS: Final[Mapping[str, Answer]] = {
    tokens.PRIVATE_KEY: _private_key,
    tokens.BLOB: _nothing,
    tokens.NAMESPACE: _nothing,
    tokens.CLOUD_CREDENTIAL_PATCH: _nothing,
    tokens.CONTROLLER_MANAGER_PATCH: _nothing,
    tokens.STORAGE_ACCOUNT: _storage_account,
    tokens.BLOB_SERVICE_PROPERTIES: _named("blobServicesName"),
    tokens.MANAGEMENT_POLICY: _named("managementPolicyName"),
    tokens.RESOURCE_GROUP: _named("resourceGroupName"),
    tokens.ROLE_DEFINITION: _nothing,
    tokens.BLOB_CONTAINER: _named("containerName"),
    tokens.KEY_VAULT: _named("vaultName"),
    tokens.VAULT_SECRET: _named("secretName"),
    tokens.VAULT_KEY: _vault_key,
    tokens.MANAGED_IDENTITY: _managed_identity,
    tokens.FEDERATED_CREDENTIAL: _named("federatedIdentityCredentialResourceName"),
    tokens.ROLE_ASSIGNMENT: _named("roleAssignmentName"),
    tokens.SERVICE_ACCOUNT_PATCH: _kubernetes_object,
    tokens.SERVICE_ACCOUNT: _kubernetes_object,
    tokens.ROLE: _kubernetes_object,
    tokens.ROLE_BINDING: _kubernetes_object,
    tokens.CLUSTER_ROLE: _kubernetes_object,
    tokens.CLUSTER_ROLE_BINDING: _kubernetes_object,
    tokens.MACHINE_CONFIG: _kubernetes_object,
    tokens.NODE_POOL_PATCH: _kubernetes_object,
    tokens.SECRET: _kubernetes_object,
    tokens.HCP_ETCD_BACKUP: _etcd_backup,
    tokens.CONFIG_MAP: _kubernetes_object,
    tokens.CONFIG_MAP_PATCH: _kubernetes_object,
    tokens.BACKUP_STORAGE_LOCATION: _kubernetes_object,
    tokens.VELERO_SCHEDULE: _kubernetes_object,
    tokens.SLEEP: _nothing,
    **AWS_ANSWERS,
    **GCP_ANSWERS,
}


def _identified(type_: str, answer: Answer) -> Answer:
    """An answer with the ID that the table of the cloud forms, see :mod:`tests.kit.cloud_rows`."""
    row = ROWS.get(type_)
    if row is None or row.id is None:
        return answer

    def identified(resource: Resource) -> Mapping[str, object]:
        outputs = answer(resource)
        made_up = {row.named: resource.name} if row.named else {}
        return {**outputs, "id": row.identifier({**made_up, **resource.inputs, **outputs})}

    return identified


REALISTIC: Final[Mapping[str, Answer]] = {type_: _identified(type_, answer) for type_, answer in _ANSWERS.items()}

LOOKUPS: Final[Mapping[str, Lookup]] = {
    "aws:index/getCallerIdentity:getCallerIdentity": lambda _: {
        "accountId": ACCOUNT_ID,
        "arn": f"arn:aws:sts::{ACCOUNT_ID}:assumed-role/platform-deployer/pulumi",
        "userId": "AROAEXAMPLE:pulumi",
    },
    "azure-native:storage:getStorageAccount": lambda _: {
        "enableHttpsTrafficOnly": True,
        "minimumTlsVersion": "TLS1_2",
        "allowBlobPublicAccess": False,
        "allowSharedKeyAccess": False,
        "kind": "StorageV2",
    },
}
"""What clouds answer to questions, a function token a function."""
