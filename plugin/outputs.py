"""Outputs of each component of the package: the exports of the systems, by name and type."""

from collections.abc import Mapping
from typing import Any, Final

from pydantic import Field, SecretStr

from openshift_credentials.stack.base import Settings

Document = dict[str, Any]
"""An object whose members another project defines."""


class BackupOutcome(Settings):
    """A backup and how it ended."""

    hosted_cluster: str = Field(description="`namespace/name` of the HostedCluster.")
    namespace: str = Field(description="Namespace of the HCPEtcdBackup.")
    name: str = Field(description="Name of the HCPEtcdBackup.")
    reason: str | None = Field(
        default=None, description="Reason of its condition `BackupCompleted`."
    )
    message: str | None = Field(default=None, description="Message of the same condition.")
    snapshot_url: str | None = Field(
        default=None, alias="snapshotURL", description="URL of the snapshot."
    )
    object_key_pattern: str = Field(description="Pattern of its key in the storage.")
    console_link: str = Field(description="URL of the snapshots in the cloud's console.")


class EtcdBackupOutputs(Settings):
    """Outputs of `EtcdBackup`."""

    credential_mode: str = Field(description="Credential mode that the operator detects.")
    bucket: str | None = Field(default=None, description="S3 bucket of the snapshots.")
    container: str | None = Field(default=None, description="Blob container of the snapshots.")
    role_arn: str | None = Field(default=None, description="ARN of the IAM role that uploads.")
    client_id: str | None = Field(
        default=None, description="Client ID of the managed identity that uploads."
    )
    secret_name: str | None = Field(default=None, description="Name of the credential Secret.")
    backup_names: list[str] | None = Field(
        default=None, description="HCPEtcdBackups, as `namespace/name`."
    )
    backup_results: list[BackupOutcome] | None = Field(
        default=None, description="The same backups, and how they ended."
    )
    oadp_secret_name: str | None = Field(default=None, description="Name of the Secret of OADP.")
    backup_storage_location: str | None = Field(
        default=None, description="Name of the BackupStorageLocation."
    )
    schedule_names: list[str] | None = Field(
        default=None, description="Schedules of OADP, as `namespace/name`."
    )
    velero_role_arn: str | None = Field(default=None, description="ARN of the IAM role of Velero.")
    velero_client_id: str | None = Field(
        default=None, description="Client ID of the managed identity of Velero."
    )
    velero_service_account: str | None = Field(
        default=None, description="Annotation of Velero's ServiceAccount, as a manifest to apply."
    )
    data_protection_application: str | None = Field(
        default=None,
        description="Fields of the DataProtectionApplication, as a manifest to apply.",
    )
    snapshot_store: dict[str, str] | None = Field(
        default=None, description="Identity of the store of the snapshots."
    )
    statements_for_the_bucket: str | None = Field(
        default=None, description="Bucket policy for the owner of a bucket in another account."
    )
    statements_for_the_key: str | None = Field(
        default=None, description="Key policy for the owner of a key in another account."
    )
    statements_for_the_copy: str | None = Field(
        default=None, description="Bucket policy for a copy in another account."
    )
    statements_for_the_key_of_the_copy: str | None = Field(
        default=None, description="Key policy for a copy in another account."
    )
    statements_for_the_trail: str | None = Field(
        default=None, description="Bucket policy for a trail of data events in another account."
    )
    statements_for_the_inventory: str | None = Field(
        default=None, description="Bucket policy for an inventory in another account."
    )


class CloudCredentialsOutputs(Settings):
    """Outputs of `CloudCredentials`."""

    credentials_mode: str = Field(description="Mode of the Cloud Credential Operator.")
    root_policy_arns: list[str] | None = Field(
        default=None, description="ARNs of the policies of the root user."
    )
    install_config: str | None = Field(
        default=None, description="Line for install-config.yaml of a future cluster."
    )
    component_secret_manifests: dict[str, SecretStr] | None = Field(
        default=None, description="Secrets of a future cluster, by the name of their file. Secret."
    )


class TokenIssuerOutputs(Settings):
    """Outputs of `TokenIssuer`."""

    issuer_url: str = Field(description="URL of the issuer.")
    issuer_bucket: str | None = Field(default=None, description="Bucket of the documents.")
    issuer_provider_arn: str | None = Field(
        default=None, description="ARN of the IAM OIDC provider."
    )
    issuer_domain: str | None = Field(default=None, description="Domain that serves the issuer.")
    issuer_storage_account: str | None = Field(
        default=None, description="Storage account of the documents."
    )
    signing_key_pem: SecretStr | None = Field(
        default=None, description="Private key that signs new tokens, PEM. Secret."
    )


class ComponentIdentitiesOutputs(Settings):
    """Outputs of `ComponentIdentities`."""

    component_manifests: dict[str, str] | None = Field(
        default=None, description="Secrets of a future cluster, by the name of their file."
    )
    olm_operator_fields: dict[str, dict[str, str]] | None = Field(
        default=None, description="Fields for the operators of OLM, by the name of the request."
    )


class ControlPlaneIdentitiesOutputs(Settings):
    """Outputs of `ControlPlaneIdentities`."""

    azure_authentication_config: Document = Field(
        description="`spec.platform.azure.azureAuthenticationConfig` of the HostedCluster."
    )
    identity_mapping: Any = Field(
        description="Each identity, from the vault or the token to the roles."
    )
    secret_encryption: Document | None = Field(
        default=None, description="`spec.secretEncryption` of the HostedCluster."
    )
    managed_identities_file: Document | None = Field(
        default=None, description="File for `--managed-identities-file` of HyperShift's command."
    )
    data_plane_identities_file: Document | None = Field(
        default=None, description="File for `--data-plane-identities-file`."
    )
    workload_identities_file: Document | None = Field(
        default=None, description="File for `--workload-identities-file`."
    )
    hypershift_install_flags: Any = Field(
        default=None, description="Flags for `hypershift install`."
    )
    expiry: Any = Field(default=None, description="When the credentials of each identity expire.")


class SnapshotStoreOutputs(Settings):
    """Outputs of `SnapshotStore`."""

    snapshot_store_bucket: str = Field(description="Bucket of the snapshots.")
    snapshot_store_key_arn: str | None = Field(
        default=None, description="ARN of the key that encrypts them."
    )
    statements_for_the_trail: str | None = Field(
        default=None, description="Bucket policy for a trail of data events in another account."
    )
    statements_for_the_inventory: str | None = Field(
        default=None, description="Bucket policy for an inventory in another account."
    )


class ImagePullsOutputs(Settings):
    """Outputs of `ImagePulls`."""

    image_pull_node_file: str = Field(description="Path of the file on the nodes.")
    image_pull_node_file_content: str = Field(description="Content of the file.")
    image_pull_node_file_sha256: str = Field(
        alias="imagePullNodeFileSha256", description="SHA-256 of the content, in hexadecimal."
    )
    pull_role_arns: dict[str, str] | None = Field(
        default=None, description="ARNs of the roles by their names."
    )
    pull_client_ids: dict[str, str] | None = Field(
        default=None, description="Client IDs of the identities by group."
    )


OUTPUTS: Final[Mapping[str, type[Settings]]] = {
    "tokenIssuer": TokenIssuerOutputs,
    "componentIdentities": ComponentIdentitiesOutputs,
    "cloudCredentials": CloudCredentialsOutputs,
    "snapshotStore": SnapshotStoreOutputs,
    "etcdBackup": EtcdBackupOutputs,
    "controlPlaneIdentities": ControlPlaneIdentitiesOutputs,
    "imagePulls": ImagePullsOutputs,
}
"""Model of the outputs, by the key of the system."""

RENAMED: Final[Mapping[str, str]] = {
    "backups": "backupResults",
    "signingKey": "signingKeyPem",
    "olmOperators": "olmOperatorFields",
}
"""Exports of a stack with the name of a setting: a package cannot have both."""
