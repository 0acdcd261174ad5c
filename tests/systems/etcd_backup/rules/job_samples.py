"""Secrets of every mode, and how the tests predict a Job."""

from typing import cast

from hypothesis import strategies as st

from openshift_credentials.systems.etcd_backup.rules.job import Images, JobPrediction, predict_job
from openshift_credentials.systems.etcd_backup.rules.modes import CredentialMode
from tests.systems.etcd_backup.rules.backup_samples import Json, azure_blob, backup, s3

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
