"""What a CredentialsRequest asks of which cloud, as models.

Source: openshift/cloud-credential-operator ``pkg/apis/cloudcredential/v1`` (``types_*.go``) at
b187feee66f4.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementEntry:
    """One statement of an IAM policy.

    ``action`` is ``None`` where the request has none: upstream then writes ``null``.
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
