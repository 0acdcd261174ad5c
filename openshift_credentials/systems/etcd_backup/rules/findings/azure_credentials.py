"""Findings on the file under key ``credentials`` of an Azure Secret."""

from collections.abc import Iterator

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.azure.managed_identity import document_problems
from openshift_credentials.platforms.azure.text_rules import GUID
from openshift_credentials.platforms.go.json import InvalidJSONError, member_names, string_member
from openshift_credentials.platforms.go.text import decode, trim_space
from openshift_credentials.systems.etcd_backup.rules.findings.catalogue import CATALOGUE


def has_client_secret(document: bytes) -> bool:
    """Whether the uploader finds a client secret in the file, read as JSON."""
    return bool(_member(document, "clientsecret"))


def client_secret_findings(document: bytes) -> Iterator[Notice]:
    """Findings about a file in mode ``azure-client-secret``."""
    if _member(document, "authenticationendpoint"):
        yield CATALOGUE["azure-camel-case-identity"]
        return
    yield CATALOGUE["azure-long-lived-secret"]
    ids = (_member(document, "tenantid"), _member(document, "clientid"))
    # A subscription ID is not used, but the uploader rejects a file in which it is not a string.
    whole = _member(document, "subscriptionid") is not None
    if not whole or any(value is None or GUID.problem(value) is not None for value in ids):
        yield CATALOGUE["azure-incomplete-client-secret"]


def managed_identity_findings(document: bytes) -> Iterator[Notice]:
    """Findings about a file in mode ``azure-managed-identity``, which is also the fallback."""
    if not document_problems(document):
        return
    if _is_dotenv(document):
        yield CATALOGUE["azure-dotenv-under-credentials"]
        return
    try:
        names = member_names(document)
    except InvalidJSONError:
        yield CATALOGUE["azure-not-json"]
        return
    if "authentication_endpoint" not in names and any(
        "".join(filter(str.isalpha, name.casefold())) == "clientsecret" for name in names
    ):
        yield CATALOGUE["azure-unusable-client-secret"]
    else:
        yield CATALOGUE["azure-unusable-identity"]


def _member(document: bytes, name: str) -> str | None:
    """A string member as Go reads it; ``None`` if Go returns an error."""
    try:
        return string_member(document, name)
    except InvalidJSONError:
        return None


def _is_dotenv(document: bytes) -> bool:
    return any(
        trim_space(line).removeprefix("export ").startswith("AZURE_")
        for line in decode(document).split("\n")
    )
