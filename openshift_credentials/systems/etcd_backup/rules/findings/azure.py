"""Findings on Secrets for Azure Blob."""

from collections.abc import Iterator, Mapping
from typing import Final, assert_never

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.azure.clouds import AzureCloud
from openshift_credentials.platforms.azure.managed_identity.document import document_problems
from openshift_credentials.platforms.azure.text_rules import GUID
from openshift_credentials.platforms.go.json import InvalidJSONError, string_member
from openshift_credentials.platforms.go.text import decode, trim_space

from ..credentials import (
    CLIENT_ID_PREFIX,
    CLIENT_SECRET_PREFIX,
    CLOUD_KEY,
    CREDENTIALS_KEY,
    CredentialMode,
    Detection,
    StorageType,
    detect,
    first_assignment,
)
from . import common
from .common import CATALOGUE

_QUOTES: Final = "\"'`"


def azure_findings(data: Mapping[str, bytes], detection: Detection) -> Iterator[Notice]:
    """Findings about a Secret for Azure Blob backups."""
    yield from common.key_findings(data, (CLOUD_KEY, CREDENTIALS_KEY))
    if CLOUD_KEY in data:
        yield from _cloud_findings(data, detection)
    elif CREDENTIALS_KEY in data:
        yield from common.value_findings(data[CREDENTIALS_KEY])
        if detection.mode is CredentialMode.AZURE_CLIENT_SECRET:
            yield from _client_secret_findings(data[CREDENTIALS_KEY])
        else:
            yield from _managed_identity_findings(data[CREDENTIALS_KEY])
    else:
        yield CATALOGUE["azure-no-key"]


def _cloud_findings(data: Mapping[str, bytes], detection: Detection) -> Iterator[Notice]:
    """Key ``cloud`` decides; key ``credentials`` is at most the file that the pod opens."""
    raw, file = data[CLOUD_KEY], data.get(CREDENTIALS_KEY)
    yield from common.value_findings(raw)
    is_client_secret = detection.mode is CredentialMode.AZURE_CLIENT_SECRET
    if not is_client_secret and file is not None and file != raw and _is_client_secret(file):
        yield CATALOGUE["azure-ignored-client-secret"]
    match detection.mode:
        case CredentialMode.AZURE_MANAGED_IDENTITY:
            if file is not None and not any(_managed_identity_findings(file)):
                return
            yield CATALOGUE["azure-no-client-id"]
        case CredentialMode.AZURE_CLIENT_SECRET:
            yield CATALOGUE["long-lived-key"]
            if not first_assignment(raw, "AZURE_TENANT_ID=") or not (
                file is not None and (_has_client_secret(file) or first_assignment(file, CLIENT_SECRET_PREFIX))
            ):
                yield CATALOGUE["azure-incomplete-client-secret"]
        case CredentialMode.AZURE_WORKLOAD_IDENTITY:
            if first_assignment(raw, CLIENT_SECRET_PREFIX):
                yield CATALOGUE["azure-ignored-client-secret"]
        case CredentialMode.AWS_STS | CredentialMode.AWS_STATIC:
            return  # no key of a Secret for Azure Blob leads to a mode of AWS
        case _:
            assert_never(detection.mode)
    yield from _dotenv_findings(raw)


def _dotenv_findings(raw: bytes) -> Iterator[Notice]:
    client_id = first_assignment(raw, CLIENT_ID_PREFIX)
    if client_id and GUID.problem(client_id) is not None:
        yield CATALOGUE["azure-client-id-not-guid"]
    others = [first_assignment(raw, f"{name}=") for name in ("AZURE_TENANT_ID", "AZURE_SUBSCRIPTION_ID")]
    cloud = first_assignment(raw, "AZURE_CLOUD_NAME=").strip(_QUOTES).casefold()
    is_known = any(cloud == known.casefold() for known in AzureCloud)
    if is_known and cloud != AzureCloud.PUBLIC.casefold():
        yield CATALOGUE["azure-sovereign-cloud"]
    if any(value and GUID.problem(value) is not None for value in others) or (cloud and not is_known):
        yield CATALOGUE["azure-unusable-for-velero"]


def _is_client_secret(document: bytes) -> bool:
    alone = detect(StorageType.AZURE_BLOB, {CREDENTIALS_KEY: document})
    return alone.mode is CredentialMode.AZURE_CLIENT_SECRET


def _has_client_secret(document: bytes) -> bool:
    """Whether the uploader finds a client secret in the file, read as JSON."""
    return bool(_member(document, "clientsecret"))


def _client_secret_findings(document: bytes) -> Iterator[Notice]:
    """Findings about a file in mode ``azure-client-secret``."""
    if _member(document, "authenticationendpoint"):
        yield CATALOGUE["azure-camel-case-identity"]
        return
    yield CATALOGUE["long-lived-key"]
    ids = (_member(document, "tenantid"), _member(document, "clientid"))
    # A subscription ID is not used, but the uploader rejects a file in which it is not a string.
    whole = _member(document, "subscriptionid") is not None
    if not whole or any(value is None or GUID.problem(value) is not None for value in ids):
        yield CATALOGUE["azure-incomplete-client-secret"]


def _managed_identity_findings(document: bytes) -> Iterator[Notice]:
    """Findings about a file in mode ``azure-managed-identity``, which is also the fallback."""
    if not document_problems(document):
        return
    if _is_dotenv(document):
        yield CATALOGUE["azure-dotenv-under-credentials"]
    else:
        yield CATALOGUE["azure-unusable-file"]


def _member(document: bytes, name: str) -> str | None:
    """A string member as Go reads it; ``None`` if Go returns an error."""
    try:
        return string_member(document, name)
    except InvalidJSONError:
        return None


def _is_dotenv(document: bytes) -> bool:
    return any(trim_space(line).removeprefix("export ").startswith("AZURE_") for line in decode(document).split("\n"))
