"""The five credential modes and how HyperShift's operator picks one from a Secret.

Source: openshift/hypershift ``hypershift-operator/controllers/etcdbackup/credentials.go`` at commit
3ee9615567ac. Detection is pure: it never fails, validates nothing and contacts nothing, so every
input results in one of the modes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, assert_never

from openshift_credentials.platforms.go.json import InvalidJSONError, string_member
from openshift_credentials.platforms.go.text import decode, trim_space

from .versions import ContractVersion

CREDENTIALS_KEY: Final = "credentials"
CLOUD_KEY: Final = "cloud"
CLIENT_ID_PREFIX: Final = "AZURE_CLIENT_ID="
CLIENT_SECRET_PREFIX: Final = "AZURE_CLIENT_SECRET="  # noqa: S105


class StorageType(StrEnum):
    """``spec.storage.storageType`` of an HCPEtcdBackup."""

    S3 = "S3"
    AZURE_BLOB = "AzureBlob"

    @classmethod
    def from_name(cls, text: str) -> "StorageType | None":
        """The storage type of this name, if there is one."""
        return cls(text) if text in set(cls) else None


class CredentialMode(StrEnum):
    """How the upload container of the backup Job proves who it is."""

    AWS_STS = "aws-sts"
    AWS_STATIC = "aws-static"
    AZURE_WORKLOAD_IDENTITY = "azure-workload-identity"
    AZURE_CLIENT_SECRET = "azure-client-secret"  # noqa: S105
    AZURE_MANAGED_IDENTITY = "azure-managed-identity"

    @property
    def storage_type(self) -> StorageType:
        """The storage type of the mode."""
        match self:
            case CredentialMode.AWS_STS | CredentialMode.AWS_STATIC:
                return StorageType.S3
            case (
                CredentialMode.AZURE_WORKLOAD_IDENTITY
                | CredentialMode.AZURE_CLIENT_SECRET
                | CredentialMode.AZURE_MANAGED_IDENTITY
            ):
                return StorageType.AZURE_BLOB
            case _:
                assert_never(self)


class Rule(StrEnum):
    """The branch of the operator's detection that decided, named after its finding."""

    S3_ARN = "s3-credentials-is-an-arn"
    S3_OTHER = "s3-credentials-is-anything-else"
    AZURE_CLOUD_SECRET = "azure-cloud-has-a-client-secret"  # noqa: S105
    AZURE_CLIENT_ID = "azure-cloud-has-a-client-id"
    AZURE_NO_CLIENT_ID = "azure-cloud-has-no-client-id"
    AZURE_CLIENT_SECRET = "azure-credentials-has-a-client-secret"  # noqa: S105
    AZURE_FALLBACK = "azure-nothing-else-matched"
    UNKNOWN_STORAGE_TYPE = "unknown-storage-type"

    @property
    def sentence(self) -> str:
        """The rule in words, without anything from the Secret."""
        return _SENTENCES[self]


_SENTENCES: Final = {
    Rule.S3_ARN: "key 'credentials', trimmed, starts with 'arn:'",
    Rule.S3_OTHER: "key 'credentials', trimmed, does not start with 'arn:', or is absent",
    Rule.AZURE_CLOUD_SECRET: (
        "the first 'AZURE_CLIENT_ID=' line and the first 'AZURE_CLIENT_SECRET=' line of key 'cloud' have a value"
    ),
    Rule.AZURE_CLIENT_ID: "the first 'AZURE_CLIENT_ID=' line of key 'cloud' has a value",
    Rule.AZURE_NO_CLIENT_ID: (
        "key 'cloud' exists, and has no 'AZURE_CLIENT_ID=' line or a blank first one; key 'credentials' is then ignored"
    ),
    Rule.AZURE_CLIENT_SECRET: (
        "there is no key 'cloud', and key 'credentials' is JSON with a non-empty 'clientSecret'"
    ),
    Rule.AZURE_FALLBACK: (
        "there is no key 'cloud', and key 'credentials' is absent or is not JSON with a non-empty string 'clientSecret'"
    ),
    Rule.UNKNOWN_STORAGE_TYPE: "the storage type is neither 'S3' nor 'AzureBlob'",
}


@dataclass(frozen=True, slots=True)
class Detection:
    """The operator's detection for a Secret.

    ``role_arn`` is set only in mode ``aws-sts`` and ``client_id`` only in mode
    ``azure-workload-identity``, both as the operator extracts them. Bytes that are not UTF-8 become
    lone surrogates (error handler ``surrogateescape``).
    """

    mode: CredentialMode
    rule: Rule
    role_arn: str | None = None
    client_id: str | None = None


def detect(
    storage_type: str, data: Mapping[str, bytes], version: ContractVersion = ContractVersion.CURRENT
) -> Detection:
    """The mode that the operator picks for a Secret's decoded ``data``; it always picks one."""
    match known := StorageType.from_name(storage_type):
        case StorageType.S3:
            return _detect_s3(data)
        case StorageType.AZURE_BLOB:
            return _detect_azure_blob(data, version)
        case None:
            return Detection(CredentialMode.AWS_STATIC, Rule.UNKNOWN_STORAGE_TYPE)
        case _:
            assert_never(known)


def _detect_s3(data: Mapping[str, bytes]) -> Detection:
    value = trim_space(decode(data.get(CREDENTIALS_KEY, b"")))
    if value.startswith("arn:"):
        return Detection(CredentialMode.AWS_STS, Rule.S3_ARN, role_arn=value)
    return Detection(CredentialMode.AWS_STATIC, Rule.S3_OTHER)


def _detect_azure_blob(data: Mapping[str, bytes], version: ContractVersion) -> Detection:
    if CLOUD_KEY in data:
        return _detect_dotenv(data[CLOUD_KEY], version)
    if CREDENTIALS_KEY in data and _has_client_secret(data[CREDENTIALS_KEY]):
        return Detection(CredentialMode.AZURE_CLIENT_SECRET, Rule.AZURE_CLIENT_SECRET)
    return Detection(CredentialMode.AZURE_MANAGED_IDENTITY, Rule.AZURE_FALLBACK)


def _detect_dotenv(dotenv: bytes, version: ContractVersion) -> Detection:
    client_id = first_assignment(dotenv, CLIENT_ID_PREFIX)
    if not client_id:
        return Detection(CredentialMode.AZURE_MANAGED_IDENTITY, Rule.AZURE_NO_CLIENT_ID)
    if version.azure_client_secret_in_cloud and first_assignment(dotenv, CLIENT_SECRET_PREFIX):
        return Detection(CredentialMode.AZURE_CLIENT_SECRET, Rule.AZURE_CLOUD_SECRET)
    return Detection(CredentialMode.AZURE_WORKLOAD_IDENTITY, Rule.AZURE_CLIENT_ID, client_id=client_id)


def first_assignment(dotenv: bytes, prefix: str) -> str:
    """Trimmed value of the first line that starts with ``prefix``; empty if there is none.

    Only a line feed ends a line, and a blank first value ends the search.
    """
    for line in decode(dotenv).split("\n"):
        trimmed = trim_space(line)
        if trimmed.startswith(prefix):
            return trim_space(trimmed.removeprefix(prefix))
    return ""


def _has_client_secret(document: bytes) -> bool:
    try:
        return string_member(document, "clientsecret") != ""
    except InvalidJSONError:
        return False
