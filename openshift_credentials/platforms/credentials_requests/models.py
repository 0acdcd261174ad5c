"""CredentialsRequests, ignored requests, and files that cannot be read."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from openshift_credentials.base.json_values import is_object, object_items, text_items, text_member

from .provider_specs import ProviderKind, decode_provider_spec


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementEntry:
    """One statement of an IAM policy.

    ``action`` is ``None`` if the request has none: upstream then writes ``null``.
    """

    effect: str = ""
    action: tuple[str, ...] | None = None
    resource: str = ""
    policy_condition: Mapping[str, Mapping[str, object] | None] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AWSProviderSpec:
    """Statements of the policy that the component needs; the role on a token cluster."""

    statement_entries: tuple[StatementEntry, ...] = ()
    sts_iam_role_arn: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AzureProviderSpec:
    """Roles by name, and permissions of a custom role; the identity on a token cluster."""

    role_bindings: tuple[str, ...] = ()
    permissions: tuple[str, ...] = ()
    data_permissions: tuple[str, ...] = ()
    azure_client_id: str = ""
    azure_region: str = ""
    azure_subscription_id: str = ""
    azure_tenant_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GCPProviderSpec:
    """Roles by name, and permissions of a custom role; the identity on a token cluster."""

    predefined_roles: tuple[str, ...] = ()
    permissions: tuple[str, ...] = ()
    skip_service_check: bool = False
    service_account_email: str = ""
    audience: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessPolicy:
    """One access policy of IBM Cloud; attributes are name, value and operator."""

    attributes: tuple[tuple[str, str, str], ...] = ()
    roles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class IBMCloudProviderSpec:
    """Access policies; also of Power Virtual Server."""

    policies: tuple[AccessPolicy, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class VSphereProviderSpec:
    """Privileges on vCenter."""

    privileges: tuple[str, ...] = ()


def aws_provider_spec(provider_spec: str | None) -> AWSProviderSpec:
    """A spec of AWS. Raises :class:`ProviderSpecError`."""
    fields = decode_provider_spec(ProviderKind.AWS, provider_spec)
    return AWSProviderSpec(
        statement_entries=tuple(map(_statement_entry, object_items(fields, "statementEntries"))),
        sts_iam_role_arn=text_member(fields, "stsIAMRoleARN"),
    )


def azure_provider_spec(provider_spec: str | None) -> AzureProviderSpec:
    """A spec of Azure. Raises :class:`ProviderSpecError`."""
    fields = decode_provider_spec(ProviderKind.AZURE, provider_spec)
    return AzureProviderSpec(
        role_bindings=tuple(text_member(item, "role") for item in object_items(fields, "roleBindings")),
        permissions=tuple(text_items(fields, "permissions")),
        data_permissions=tuple(text_items(fields, "dataPermissions")),
        azure_client_id=text_member(fields, "azureClientID"),
        azure_region=text_member(fields, "azureRegion"),
        azure_subscription_id=text_member(fields, "azureSubscriptionID"),
        azure_tenant_id=text_member(fields, "azureTenantID"),
    )


def gcp_provider_spec(provider_spec: str | None) -> GCPProviderSpec:
    """A spec of Google Cloud. Raises :class:`ProviderSpecError`."""
    fields = decode_provider_spec(ProviderKind.GCP, provider_spec)
    return GCPProviderSpec(
        predefined_roles=tuple(text_items(fields, "predefinedRoles")),
        permissions=tuple(text_items(fields, "permissions")),
        skip_service_check=fields.get("skipServiceCheck") is True,
        service_account_email=text_member(fields, "serviceAccountEmail"),
        audience=text_member(fields, "audience"),
    )


def ibm_cloud_provider_spec(
    provider_spec: str | None, kind: ProviderKind = ProviderKind.IBM_CLOUD
) -> IBMCloudProviderSpec:
    """A spec of IBM Cloud, or of Power Virtual Server. Raises :class:`ProviderSpecError`."""
    return IBMCloudProviderSpec(
        policies=tuple(
            AccessPolicy(
                attributes=tuple(
                    (text_member(item, "name"), text_member(item, "value"), text_member(item, "operator"))
                    for item in object_items(policy, "attributes")
                ),
                roles=tuple(text_items(policy, "roles")),
            )
            for policy in object_items(decode_provider_spec(kind, provider_spec), "policies")
        )
    )


def vsphere_provider_spec(provider_spec: str | None) -> VSphereProviderSpec:
    """A spec of vSphere. Raises :class:`ProviderSpecError`."""
    fields = decode_provider_spec(ProviderKind.VSPHERE, provider_spec)
    return VSphereProviderSpec(
        privileges=tuple(
            privilege
            for permission in object_items(fields, "permissions")
            for privilege in tuple(text_items(permission, "privileges"))
        )
    )


def _statement_entry(fields: Mapping[str, object]) -> StatementEntry:
    condition = fields.get("policyCondition")
    return StatementEntry(
        effect=text_member(fields, "effect"),
        action=None if fields.get("action") is None else tuple(text_items(fields, "action")),
        resource=text_member(fields, "resource"),
        policy_condition={operator: keys if is_object(keys) else None for operator, keys in condition.items()}
        if is_object(condition)
        else None,
    )


@dataclass(frozen=True, slots=True)
class SecretRef:
    """The Secret that a component reads its credentials from."""

    namespace: str
    name: str

    def __str__(self) -> str:
        return f"{self.namespace}/{self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CredentialsRequest:
    """One CredentialsRequest, from document ``document`` (from 1) of file ``file``.

    ``provider_spec`` is JSON text, as in ``runtime.RawExtension``; ``None`` if there is none. A
    document that is not a CredentialsRequest results in empty fields: upstream does not check
    ``kind``.
    """

    file: str
    document: int
    name: str = ""
    namespace: str = ""
    annotations: Mapping[str, str] = field(default_factory=dict[str, str])
    secret: SecretRef = SecretRef("", "")
    service_accounts: tuple[str, ...] = ()
    cloud_token_path: str = ""
    provider_spec: str | None = None

    @property
    def where(self) -> str:
        """The place as text, the start of messages."""
        return f"{self.file}, document {self.document}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ignored:
    """A request that upstream skips; ``reason`` is the end of its log line."""

    file: str
    document: int
    namespace: str
    name: str
    reason: str

    def __str__(self) -> str:
        return f"Ignoring CredentialsRequest {self.namespace}/{self.name} {self.reason}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreadable:
    """A file with a document that cannot be read."""

    file: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}: {self.message}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Requests:
    """Content of a folder, in upstream's order: files by the bytes of their names."""

    requests: tuple[CredentialsRequest, ...] = ()
    ignored: tuple[Ignored, ...] = ()
    errors: tuple[Unreadable, ...] = ()
