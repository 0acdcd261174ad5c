"""Findings on Secrets for Azure Blob."""

from collections.abc import Iterator, Mapping
from typing import assert_never

from openshift_credentials.base.notices import Notice
from openshift_credentials.systems.etcd_backup.rules.credentials import (
    CLOUD_KEY,
    CREDENTIALS_KEY,
    CredentialMode,
    Detection,
    StorageType,
    detect,
)
from openshift_credentials.systems.etcd_backup.rules.findings import common
from openshift_credentials.systems.etcd_backup.rules.findings.azure_credentials import (
    client_secret_findings,
    has_client_secret,
    managed_identity_findings,
)
from openshift_credentials.systems.etcd_backup.rules.findings.azure_dotenv import (
    Dotenv,
    dotenv_findings,
)
from openshift_credentials.systems.etcd_backup.rules.findings.catalogue import CATALOGUE


def azure_findings(data: Mapping[str, bytes], detection: Detection) -> Iterator[Notice]:
    """Findings about a Secret for Azure Blob backups."""
    yield from common.key_findings(data, (CLOUD_KEY, CREDENTIALS_KEY))
    if CLOUD_KEY in data:
        yield from _cloud_findings(data, detection)
    elif CREDENTIALS_KEY in data:
        yield from common.value_findings(data[CREDENTIALS_KEY])
        if detection.mode is CredentialMode.AZURE_CLIENT_SECRET:
            yield from client_secret_findings(data[CREDENTIALS_KEY])
        else:
            yield from managed_identity_findings(data[CREDENTIALS_KEY])
    else:
        yield CATALOGUE["azure-no-key"]


def _cloud_findings(data: Mapping[str, bytes], detection: Detection) -> Iterator[Notice]:
    """Key ``cloud`` decides; key ``credentials`` is at most the file that the pod opens."""
    raw, file = data[CLOUD_KEY], data.get(CREDENTIALS_KEY)
    yield from common.value_findings(raw)
    dotenv = Dotenv(raw)
    is_client_secret = detection.mode is CredentialMode.AZURE_CLIENT_SECRET
    if not is_client_secret and file is not None and file != raw and _is_client_secret(file):
        yield CATALOGUE["azure-cloud-blocks-credentials"]
    match detection.mode:
        case CredentialMode.AZURE_MANAGED_IDENTITY:
            if file is not None and not any(managed_identity_findings(file)):
                return
            if not dotenv.later_client_id:
                yield CATALOGUE["azure-no-client-id"]
        case CredentialMode.AZURE_CLIENT_SECRET:
            yield from _client_secret_in_cloud(dotenv, file)
        case CredentialMode.AZURE_WORKLOAD_IDENTITY:
            if dotenv.client_secret:
                yield CATALOGUE["azure-unused-client-secret"]
        case CredentialMode.AWS_STS | CredentialMode.AWS_STATIC:
            return  # no key of a Secret for Azure Blob leads to a mode of AWS
        case _:
            assert_never(detection.mode)
    yield from dotenv_findings(dotenv)


def _client_secret_in_cloud(dotenv: Dotenv, file: bytes | None) -> Iterator[Notice]:
    yield CATALOGUE["azure-long-lived-secret"]
    if not dotenv.first("AZURE_TENANT_ID"):
        yield CATALOGUE["azure-incomplete-client-secret"]
    if file is None or not (has_client_secret(file) or Dotenv(file).client_secret):
        yield CATALOGUE["azure-secret-file-missing"]


def _is_client_secret(document: bytes) -> bool:
    alone = detect(StorageType.AZURE_BLOB, {CREDENTIALS_KEY: document})
    return alone.mode is CredentialMode.AZURE_CLIENT_SECRET
