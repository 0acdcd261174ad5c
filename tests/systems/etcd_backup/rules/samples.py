"""Secrets, Jobs and payloads that many tests judge."""

import base64
from collections.abc import Mapping
from typing import cast

from hypothesis import strategies as st

from openshift_credentials.platforms.go.text import encode
from openshift_credentials.systems.etcd_backup.rules import payloads
from openshift_credentials.systems.etcd_backup.rules.findings import findings
from openshift_credentials.systems.etcd_backup.rules.job import Images, JobPrediction, predict_job
from openshift_credentials.systems.etcd_backup.rules.modes import ContractVersion, CredentialMode, Detection
from tests.kit.managed_identity import ManagedIdentityCredentials
from tests.systems.etcd_backup.rules import strategies
from tests.systems.etcd_backup.rules.backup_samples import Json, azure_blob, backup, s3
from tests.systems.etcd_backup.rules.strategies import A_GUID

# The identifiers of the credential tests.

ARN = "arn:aws:iam::123456789012:role/etcd-backup"
NEXT = ContractVersion.NEXT


def comparable(detection: Detection) -> tuple[str, bytes, bytes]:
    return (str(detection.mode), encode(detection.role_arn or ""), encode(detection.client_id or ""))


# How the tests ask for findings.

IDS = f"AZURE_TENANT_ID={A_GUID}\nAZURE_SUBSCRIPTION_ID={A_GUID}\n"


def codes(
    storage_type: str, data: Mapping[str, str | bytes], version: ContractVersion = ContractVersion.CURRENT
) -> list[str]:
    decoded = {key: value.encode() if isinstance(value, str) else value for key, value in data.items()}
    return [finding.code for finding in findings(storage_type, decoded, version=version)]


def cloud(value: str | bytes) -> list[str]:
    return codes("AzureBlob", {"cloud": value})


# Secrets of every mode, and how the tests predict a Job.

CLIENT_ID = "azure.workload.identity/client-id"
GUID = "11111111-2222-3333-4444-555555555555"
IMAGES = Images(control_plane_operator="registry/cpo:1", etcd="registry/etcd:1")
SECRETS: dict[CredentialMode, dict[str, bytes]] = {
    CredentialMode.AWS_STS: {"credentials": b"arn:aws:iam::123456789012:role/r"},
    CredentialMode.AWS_STATIC: {"credentials": b"[default]\n"},
    CredentialMode.AZURE_WORKLOAD_IDENTITY: {"cloud": f"AZURE_CLIENT_ID={GUID}".encode()},
    CredentialMode.AZURE_CLIENT_SECRET: {"credentials": b'{"clientSecret":"s"}'},
    CredentialMode.AZURE_MANAGED_IDENTITY: {"credentials": b"{}"},
}


modes = st.sampled_from(CredentialMode)


def storage_of(mode: CredentialMode, **fields: object) -> Json:
    return s3(**fields) if mode.value.startswith("aws-") else azure_blob(**fields)


def predict(mode: CredentialMode, annotations: dict[str, str] | None = None, /, **fields: object) -> JobPrediction:
    account = None if annotations is None else {"metadata": {"annotations": annotations}}
    return predict_job(
        backup(storage_of(mode, **fields)), SECRETS[mode], account, hosted_control_plane="hcp", images=IMAGES
    )


def pod(prediction: JobPrediction) -> Json:
    return cast("Json", prediction.job)["spec"]["template"]["spec"]


# A managed identity that the tests change.

CLIENT_SECRET = st.builds(
    payloads.azure_client_secret, strategies.guids, strategies.guids, strategies.guids, strategies.client_secrets
)


def managed_identity() -> ManagedIdentityCredentials:
    return ManagedIdentityCredentials(
        authentication_endpoint="https://login.microsoftonline.com/",
        client_id=A_GUID,
        tenant_id=A_GUID,
        client_secret=base64.b64encode(strategies.PEM).decode(),
        not_before="2026-08-01T00:00:00Z",
    )
