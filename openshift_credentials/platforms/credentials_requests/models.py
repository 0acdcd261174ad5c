"""CredentialsRequests, and the provider specs in them: kinds, fields and decoding.

Source: openshift/cloud-credential-operator ``pkg/apis/cloudcredential/v1`` (``types_*.go``,
``codec.go``) at b187feee66f4.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from openshift_credentials.base.json_values import as_object, is_object, object_items, text_items, text_member

from ..go.decoding import Decoder, FieldTypeError, GoType, ListOf, MapOf, Members, Scalar, Struct
from ..go.numbers import not_json, whole_number

API_VERSION: Final = "cloudcredential.openshift.io/v1"
_API_VERSIONS: Final = ("", "/", "cloudcredential.openshift.io/", API_VERSION)
"""Replacement for a missing group and version."""


class ProviderKind(StrEnum):
    AWS = "AWSProviderSpec"
    AZURE = "AzureProviderSpec"
    GCP = "GCPProviderSpec"
    IBM_CLOUD = "IBMCloudProviderSpec"
    POWER_VS = "IBMCloudPowerVSProviderSpec"
    KUBEVIRT = "KubevirtProviderSpec"
    NUTANIX = "NutanixProviderSpec"
    OPENSTACK = "OpenStackProviderSpec"
    OVIRT = "OvirtProviderSpec"
    VSPHERE = "VSphereProviderSpec"


class ProviderSpecError(ValueError):
    """A provider spec cannot be read; the message has the reason, without its content."""


_TYPE_META: Final[Mapping[str, GoType]] = {"apiVersion": Scalar.TEXT, "kind": Scalar.TEXT}
_TEXTS: Final = ListOf(Scalar.TEXT)
_POLICIES: Final[Mapping[str, GoType]] = {
    "policies": ListOf(
        Struct(
            {"attributes": ListOf(Struct(dict.fromkeys(("name", "value", "operator"), Scalar.TEXT))), "roles": _TEXTS}
        )
    )
}
_FIELDS: Final[Mapping[ProviderKind, Mapping[str, GoType]]] = {
    ProviderKind.AWS: {
        "statementEntries": ListOf(
            Struct(
                {
                    "effect": Scalar.TEXT,
                    "action": _TEXTS,
                    "resource": Scalar.TEXT,
                    "policyCondition": MapOf(MapOf(Scalar.ANY)),
                }
            )
        ),
        "stsIAMRoleARN": Scalar.TEXT,
    },
    ProviderKind.AZURE: {
        "roleBindings": ListOf(Struct({"role": Scalar.TEXT})),
        "permissions": _TEXTS,
        "dataPermissions": _TEXTS,
        **dict.fromkeys(("azureClientID", "azureRegion", "azureSubscriptionID", "azureTenantID"), Scalar.TEXT),
    },
    ProviderKind.GCP: {
        "predefinedRoles": _TEXTS,
        "permissions": _TEXTS,
        "skipServiceCheck": Scalar.BOOLEAN,
        "serviceAccountEmail": Scalar.TEXT,
        "audience": Scalar.TEXT,
    },
    ProviderKind.IBM_CLOUD: _POLICIES,
    ProviderKind.POWER_VS: _POLICIES,
    ProviderKind.VSPHERE: {"permissions": ListOf(Struct({"privileges": _TEXTS}))},
    ProviderKind.KUBEVIRT: {},
    ProviderKind.NUTANIX: {},
    ProviderKind.OPENSTACK: {},
    ProviderKind.OVIRT: {},
}


def provider_kind(provider_spec: str) -> str:
    """The kind of a provider spec, even if upstream does not know it; empty if none.

    Raises :class:`ProviderSpecError` for anything but an object, a kind that is not a string, or an
    ``apiVersion`` with more than one slash.
    """
    return _type_meta(_parse(provider_spec))[1]


def decode_provider_spec(kind: ProviderKind, provider_spec: str | None) -> Mapping[str, object]:
    """Fields of a provider spec that should be of ``kind``, by the names of the API.

    A spec without ``kind`` or ``apiVersion`` is read as the requested kind. Names in another case
    are not fields. Raises :class:`ProviderSpecError`.
    """
    if provider_spec is None:
        raise ProviderSpecError("has no spec.providerSpec; add it, or remove the file")
    members = _parse(provider_spec)
    version, stated = _type_meta(members)
    if (stated or kind) != kind:
        shown = stated if stated in set(ProviderKind) else "another kind"
        raise ProviderSpecError(f"spec.providerSpec is {shown}, not {kind}")
    if version not in _API_VERSIONS:
        raise ProviderSpecError(f"spec.providerSpec.apiVersion must be {API_VERSION}")
    try:
        decoded = Decoder(any_case=False).decode(Struct({**_TYPE_META, **_FIELDS[kind]}), members, "spec.providerSpec")
    except FieldTypeError as error:
        raise ProviderSpecError(str(error)) from None
    return as_object(decoded)


def _parse(provider_spec: str) -> Members:
    try:
        value: object = json.loads(
            provider_spec, object_pairs_hook=Members, parse_constant=not_json, parse_int=whole_number
        )
    except (ValueError, RecursionError):
        raise ProviderSpecError("spec.providerSpec is not JSON") from None
    if value is None:
        return Members()
    if not isinstance(value, Members):
        raise ProviderSpecError("spec.providerSpec must be an object")
    return value


def _type_meta(members: Members) -> tuple[str, str]:
    """``apiVersion`` and ``kind``, whose names are case-insensitive here."""
    try:
        decoded = Decoder().decode(Struct(_TYPE_META), members, "spec.providerSpec")
    except FieldTypeError as error:
        raise ProviderSpecError(str(error)) from None
    version, kind = (text_member(as_object(decoded), name) for name in _TYPE_META)
    if version.count("/") > 1:
        raise ProviderSpecError("spec.providerSpec.apiVersion has more than one slash")
    return version, kind


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
    statement_entries: tuple[StatementEntry, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AzureProviderSpec:
    role_bindings: tuple[str, ...] = ()
    permissions: tuple[str, ...] = ()
    data_permissions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GCPProviderSpec:
    predefined_roles: tuple[str, ...] = ()
    permissions: tuple[str, ...] = ()


def aws_provider_spec(provider_spec: str | None) -> AWSProviderSpec:
    fields = decode_provider_spec(ProviderKind.AWS, provider_spec)
    return AWSProviderSpec(statement_entries=tuple(map(_statement_entry, object_items(fields, "statementEntries"))))


def azure_provider_spec(provider_spec: str | None) -> AzureProviderSpec:
    fields = decode_provider_spec(ProviderKind.AZURE, provider_spec)
    return AzureProviderSpec(
        role_bindings=tuple(text_member(item, "role") for item in object_items(fields, "roleBindings")),
        permissions=tuple(text_items(fields, "permissions")),
        data_permissions=tuple(text_items(fields, "dataPermissions")),
    )


def gcp_provider_spec(provider_spec: str | None) -> GCPProviderSpec:
    fields = decode_provider_spec(ProviderKind.GCP, provider_spec)
    return GCPProviderSpec(
        predefined_roles=tuple(text_items(fields, "predefinedRoles")),
        permissions=tuple(text_items(fields, "permissions")),
    )


def ibm_cloud_permissions(kind: ProviderKind, provider_spec: str | None) -> tuple[str, ...]:
    """Roles of the policies of IBM Cloud, or of Power Virtual Server, with their attributes.

    Raises :class:`ProviderSpecError`.
    """
    found: list[str] = []
    for policy in object_items(decode_provider_spec(kind, provider_spec), "policies"):
        attributes = " and ".join(
            " ".join(text_member(item, name) for name in ("name", "value", "operator"))
            for item in object_items(policy, "attributes")
        )
        found += [f"{role} where {attributes}" for role in text_items(policy, "roles")]
    return tuple(found)


def vsphere_privileges(provider_spec: str | None) -> tuple[str, ...]:
    permissions = object_items(decode_provider_spec(ProviderKind.VSPHERE, provider_spec), "permissions")
    return tuple(privilege for permission in permissions for privilege in text_items(permission, "privileges"))


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
