"""Component identities in a live cluster and in Google Cloud: what there is before an update, and Secrets.

Secrets of a cluster are compared with those of its stack without showing any content. Source: REST
reference of IAM (``projects.serviceAccounts``, ``projects.roles``).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, assert_never

from openshift_credentials.base.json_values import text_items
from openshift_credentials.live.check import Check, Operation, existing, failure, success
from openshift_credentials.live.cloud import GoogleRead
from openshift_credentials.live.google_project import account_read, disabled_account, role_read
from openshift_credentials.live.observed import Observed, Obstacle
from openshift_credentials.platforms import resource_types
from openshift_credentials.platforms.gcp.identifiers import service_account_name
from openshift_credentials.platforms.go.json import InvalidJSONError, string_member
from openshift_credentials.systems.token_issuer.rules.exchange import ExchangeAnswer

from .plan import plan_component_identities, plan_component_roles, plan_component_service_accounts, written_secrets
from .rules.gcp import ComponentServiceAccount
from .rules.secret_manifests import aws_secret_text
from .settings import AwsIdentities, AzureIdentities, ComponentIdentitiesSettings, CustomRoles, GcpIdentities


def google_reads(settings: ComponentIdentitiesSettings) -> Sequence[GoogleRead]:
    gcp = settings.gcp
    if gcp is None:
        return ()
    found: list[GoogleRead] = []
    for account in plan_component_service_accounts(settings, gcp).identities:
        found.append(account_read(gcp, account.email))
        if account.custom_role:
            found.append(role_read(gcp, account.custom_role))
    return found


def google_checks(settings: ComponentIdentitiesSettings, observed: Observed) -> Iterator[Check]:
    gcp = settings.gcp
    if gcp is None:
        return
    for account in plan_component_service_accounts(settings, gcp).identities:
        yield from _account(settings, gcp, account, observed)
        yield from _custom_role(settings, gcp, account, observed)


def _account(
    settings: ComponentIdentitiesSettings, gcp: GcpIdentities, account: ComponentServiceAccount, observed: Observed
) -> Iterator[Check]:
    subject = f"service account {account.email}"
    found = observed.one(account.email)
    if found is not None and settings.existing:
        if found.get("disabled") is True:
            yield disabled_account(account.email)
        else:
            yield success("cloud-account", subject, "exists and is enabled")
    elif found is not None:
        resource_id = service_account_name(gcp.project, account.email)
        way_out = "set componentIdentities.existing"
        yield existing(observed, resource_types.GOOGLE_SERVICE_ACCOUNT, resource_id, way_out)
    elif observed.obstacle(account.email) is Obstacle.ABSENT and settings.existing:
        yield failure("cloud-absent", subject, "does not exist", "correct componentIdentities.existingIds")
    elif observed.obstacle(account.email) is Obstacle.ABSENT:
        yield success("cloud-absent", subject, "the update creates it")


def _custom_role(
    settings: ComponentIdentitiesSettings, gcp: GcpIdentities, account: ComponentServiceAccount, observed: Observed
) -> Iterator[Check]:
    name = account.custom_role
    if not name:
        return
    subject, found = f"custom role {name}", observed.one(name)
    is_used = gcp.custom_roles is CustomRoles.EXISTING or settings.existing is not None
    if found is None or found.get("deleted") is True:
        if found is None and observed.obstacle(name) is not Obstacle.ABSENT:
            return
        if not is_used:
            yield success("cloud-role", subject, "the update creates or restores it")
        else:
            yield failure(
                "cloud-role",
                subject,
                "does not exist" if found is None else "is deleted",
                "set componentIdentities.gcp.customRoles to create",
            )
        return
    if not is_used:
        yield existing(
            observed, resource_types.GOOGLE_CUSTOM_ROLE, name, "set componentIdentities.gcp.customRoles to existing"
        )
        return
    granted = set(text_items(found, "includedPermissions"))
    if missing := [item for item in account.permissions if item not in granted]:
        command = (
            f"gcloud iam roles update {account.custom_role_id} --project {gcp.project} "
            f"--add-permissions {','.join(missing)}"
        )
        yield failure(
            "cloud-role-permissions",
            subject,
            f"does not have {', '.join(missing)}, which {account.where} requests",
            f"run '{command}'",
        )
    else:
        yield success("cloud-role", subject, "has the requested permissions")


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


OPERATION: Final[Operation[ComponentIdentitiesSettings]] = Operation(
    cloud_reads=google_reads, cloud=google_checks, only_cloud=True, written_secrets=written_secrets
)
"""The cluster is read by verbs of its own: 'issuer check'."""
