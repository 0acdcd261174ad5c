"""Compare Secrets of a cluster with those of its stack, without showing any content."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final, assert_never

from openshift_credentials.platforms.go.json import InvalidJSONError, string_member
from openshift_credentials.systems.token_issuer.rules.exchange import ExchangeAnswer

from ..plan.identities import plan_component_identities, plan_component_roles, plan_component_service_accounts
from ..rules.secret_manifests import aws_secret_text
from ..settings import AwsIdentities, AzureIdentities, ComponentIdentitiesSettings, GcpIdentities

_ROOT_NAMESPACE: Final = "kube-system"
_AZURE_KEYS: Final = frozenset(
    {"azure_client_id", "azure_tenant_id", "azure_region", "azure_subscription_id", "azure_federated_token_file"}
)


Form = Callable[[Mapping[str, bytes]], str | None]
"""Why the data of a Secret differs from the expected data, or ``None``."""


def judge(settings: ComponentIdentitiesSettings, live: Mapping[str, Mapping[str, bytes]]) -> Iterator[ExchangeAnswer]:
    """The root Secret, which must not exist, and the Secret of each component.

    ``live`` is the decoded data of the cluster's Secrets by ``namespace/name``.
    """
    root = f"{_ROOT_NAMESPACE}/{_root_secret(settings)}"
    exists = "exists: remove it, because it contains a long-lived key" if root in live else None
    yield _answer(root, exists, "does not exist, as expected")
    for name, wrong in _expected_secrets(settings):
        data = live.get(name)
        absent = "does not exist: its component has no identity"
        yield _answer(name, absent if data is None else wrong(data), "contains its identity and no key")


def _root_secret(settings: ComponentIdentitiesSettings) -> str:
    match settings.place:
        case AwsIdentities():
            return "aws-creds"
        case AzureIdentities():
            return "azure-credentials"
        case GcpIdentities():
            return "gcp-credentials"
        case _:
            assert_never(settings.place)


def _answer(secret: str, wrong: str | None, good: str) -> ExchangeAnswer:
    return ExchangeAnswer("Secret", passes=wrong is None, why=wrong or good, about=secret)


def _aws_form(role_arn: str, token_path: str, data: Mapping[str, bytes]) -> str | None:
    if any(key.startswith("aws_") for key in data):
        return "contains long-lived access keys"
    found = data.get("credentials", b"").decode("utf-8", "replace")
    lines = {line.strip() for line in found.split("\n") if line.strip()}
    if not any(line.startswith("role_arn") for line in lines):
        return "contains no role in key credentials"
    expected = set(aws_secret_text(role_arn, token_path).split("\n"))
    return None if lines == expected else "contains a different role or token file"


def _azure_form(data: Mapping[str, bytes]) -> str | None:
    if "azure_client_secret" in data:
        return "contains a long-lived client secret"
    if missing := sorted(_AZURE_KEYS - data.keys()):
        return f"has no {', '.join(missing)}"
    return None if all(data[key] for key in _AZURE_KEYS) else "has an empty value"


def _gcp_form(expected: str, data: Mapping[str, bytes]) -> str | None:
    found = data.get("service_account.json", b"")
    try:
        kind = string_member(found, "type")
    except InvalidJSONError:
        return "contains no JSON in key service_account.json"
    if kind != "external_account":
        return "contains a long-lived key, or no credential"
    return None if found == expected.encode() else "contains a different service account or pool"


def _expected_secrets(settings: ComponentIdentitiesSettings) -> Iterator[tuple[str, Form]]:
    match settings.place:
        case AwsIdentities() as aws:
            for role in plan_component_roles(settings, aws).identities:
                yield str(role.secret), partial(_aws_form, role.role_arn, role.cloud_token_path)
        case GcpIdentities() as gcp:
            for account in plan_component_service_accounts(settings, gcp).identities:
                yield str(account.secret), partial(_gcp_form, account.credentials_config)
        case AzureIdentities() as azure:
            for identity in plan_component_identities(settings, azure).identities:
                yield str(identity.secret), _azure_form
        case _:
            assert_never(settings.place)
