"""The permissions in a CredentialsRequest, as models by cloud.

Source: openshift/cloud-credential-operator ``pkg/apis/cloudcredential/v1`` (``types_*.go``) at
b187feee66f4.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from openshift_credentials.platforms.credentials_requests.provider_specs import (
    ProviderKind,
    decode_provider_spec,
)


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
        statement_entries=tuple(map(_statement_entry, _objects(fields, "statementEntries"))),
        sts_iam_role_arn=_text(fields, "stsIAMRoleARN"),
    )


def azure_provider_spec(provider_spec: str | None) -> AzureProviderSpec:
    """A spec of Azure. Raises :class:`ProviderSpecError`."""
    fields = decode_provider_spec(ProviderKind.AZURE, provider_spec)
    return AzureProviderSpec(
        role_bindings=tuple(
            _text(item_object, "role") for item_object in _objects(fields, "roleBindings")
        ),
        permissions=_texts(fields, "permissions"),
        data_permissions=_texts(fields, "dataPermissions"),
        azure_client_id=_text(fields, "azureClientID"),
        azure_region=_text(fields, "azureRegion"),
        azure_subscription_id=_text(fields, "azureSubscriptionID"),
        azure_tenant_id=_text(fields, "azureTenantID"),
    )


def gcp_provider_spec(provider_spec: str | None) -> GCPProviderSpec:
    """A spec of Google Cloud. Raises :class:`ProviderSpecError`."""
    fields = decode_provider_spec(ProviderKind.GCP, provider_spec)
    return GCPProviderSpec(
        predefined_roles=_texts(fields, "predefinedRoles"),
        permissions=_texts(fields, "permissions"),
        skip_service_check=fields.get("skipServiceCheck") is True,
        service_account_email=_text(fields, "serviceAccountEmail"),
        audience=_text(fields, "audience"),
    )


def ibm_cloud_provider_spec(
    provider_spec: str | None, kind: ProviderKind = ProviderKind.IBM_CLOUD
) -> IBMCloudProviderSpec:
    """A spec of IBM Cloud, or of Power Virtual Server. Raises :class:`ProviderSpecError`."""
    return IBMCloudProviderSpec(
        policies=tuple(
            AccessPolicy(
                attributes=tuple(
                    (
                        _text(item_object, "name"),
                        _text(item_object, "value"),
                        _text(item_object, "operator"),
                    )
                    for item_object in _objects(policy, "attributes")
                ),
                roles=_texts(policy, "roles"),
            )
            for policy in _objects(decode_provider_spec(kind, provider_spec), "policies")
        )
    )


def vsphere_provider_spec(provider_spec: str | None) -> VSphereProviderSpec:
    """A spec of vSphere. Raises :class:`ProviderSpecError`."""
    fields = decode_provider_spec(ProviderKind.VSPHERE, provider_spec)
    return VSphereProviderSpec(
        privileges=tuple(
            privilege
            for permission in _objects(fields, "permissions")
            for privilege in _texts(permission, "privileges")
        )
    )


def _statement_entry(fields: Mapping[str, object]) -> StatementEntry:
    action = cast("Sequence[str] | None", fields.get("action"))
    return StatementEntry(
        effect=_text(fields, "effect"),
        action=None if action is None else tuple(action),
        resource=_text(fields, "resource"),
        policy_condition=cast(
            "Mapping[str, Mapping[str, object] | None] | None", fields.get("policyCondition")
        ),
    )


def _objects(fields: Mapping[str, object], name: str) -> Sequence[Mapping[str, object]]:
    return cast("Sequence[Mapping[str, object]]", fields.get(name) or ())


def _texts(fields: Mapping[str, object], name: str) -> tuple[str, ...]:
    return tuple(cast("Sequence[str]", fields.get(name) or ()))


def _text(fields: Mapping[str, object], name: str) -> str:
    return cast("str", fields.get(name) or "")
