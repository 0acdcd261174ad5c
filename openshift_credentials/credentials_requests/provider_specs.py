"""Provider specs: what a CredentialsRequest asks of which cloud.

Source: openshift/cloud-credential-operator ``pkg/apis/cloudcredential/v1`` (``types_*.go``,
``codec.go``) at b187feee66f4.
"""

import json
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final, cast

from openshift_credentials.credentials_requests.go_decoding import (
    Decoder,
    FieldTypeError,
    GoType,
    ListOf,
    MapOf,
    Members,
    Scalar,
    Struct,
)
from openshift_credentials.credentials_requests.provider_models import (
    AccessPolicy,
    AWSProviderSpec,
    AzureProviderSpec,
    GCPProviderSpec,
    IBMCloudProviderSpec,
    StatementEntry,
    VSphereProviderSpec,
)

API_VERSION: Final = "cloudcredential.openshift.io/v1"
_API_VERSIONS: Final = ("", "/", "cloudcredential.openshift.io/", API_VERSION)
"""What stands for it: a missing group and version are filled in."""


class ProviderKind(StrEnum):
    """Kinds of provider specs that upstream knows."""

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
    """A provider spec cannot be read as what it should be; says why, without its content."""


_TYPE_META: Final[Mapping[str, GoType]] = {"apiVersion": Scalar.TEXT, "kind": Scalar.TEXT}
_TEXTS: Final = ListOf(Scalar.TEXT)
_POLICIES: Final[Mapping[str, GoType]] = {
    "policies": ListOf(
        Struct(
            {
                "attributes": ListOf(
                    Struct(dict.fromkeys(("name", "value", "operator"), Scalar.TEXT))
                ),
                "roles": _TEXTS,
            }
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
        **dict.fromkeys(
            ("azureClientID", "azureRegion", "azureSubscriptionID", "azureTenantID"), Scalar.TEXT
        ),
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
    """The kind that a provider spec states, whether or not upstream knows it; empty if none.

    Raises :class:`ProviderSpecError` for what is no object, a kind that is not text, or an
    ``apiVersion`` with more than one slash.
    """
    return _type_meta(_parse(provider_spec))[1]


def decode_provider_spec(kind: ProviderKind, provider_spec: str | None) -> Mapping[str, object]:
    """Fields of a provider spec that should be of ``kind``, by the names of the API.

    A spec without ``kind`` or ``apiVersion`` is taken for one of the kind that is wanted. Names
    in another case are not fields. Raises :class:`ProviderSpecError`.
    """
    if provider_spec is None:
        raise ProviderSpecError("has no spec.providerSpec; give it one, or leave the file out")
    members = _parse(provider_spec)
    version, stated = _type_meta(members)
    if (stated or kind) != kind:
        shown = stated if stated in set(ProviderKind) else "another kind"
        raise ProviderSpecError(f"spec.providerSpec is {shown}, not {kind}")
    if version not in _API_VERSIONS:
        raise ProviderSpecError(f"spec.providerSpec.apiVersion must be {API_VERSION}")
    try:
        decoded = Decoder(any_case=False).decode(
            Struct({**_TYPE_META, **_FIELDS[kind]}), members, "spec.providerSpec"
        )
    except FieldTypeError as error:
        raise ProviderSpecError(str(error)) from None
    return cast("Mapping[str, object]", decoded)


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
        role_bindings=tuple(_text(each, "role") for each in _objects(fields, "roleBindings")),
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
                    (_text(each, "name"), _text(each, "value"), _text(each, "operator"))
                    for each in _objects(policy, "attributes")
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


def _parse(provider_spec: str) -> Members:
    try:
        value: object = json.loads(provider_spec, object_pairs_hook=Members)
    except (ValueError, RecursionError):
        raise ProviderSpecError("spec.providerSpec is not JSON") from None
    if not isinstance(value, Members):
        raise ProviderSpecError("spec.providerSpec must be an object")
    return value


def _type_meta(members: Members) -> tuple[str, str]:
    """``apiVersion`` and ``kind``, whose names count in any case here."""
    try:
        decoded = Decoder().decode(Struct(_TYPE_META), members, "spec.providerSpec")
    except FieldTypeError as error:
        raise ProviderSpecError(str(error)) from None
    fields = cast("Mapping[str, object]", decoded)
    version = _text(fields, "apiVersion")
    if version.count("/") > 1:
        raise ProviderSpecError("spec.providerSpec.apiVersion has more than one slash")
    return version, _text(fields, "kind")


def _objects(fields: Mapping[str, object], name: str) -> Sequence[Mapping[str, object]]:
    return cast("Sequence[Mapping[str, object]]", fields.get(name) or ())


def _texts(fields: Mapping[str, object], name: str) -> tuple[str, ...]:
    return tuple(cast("Sequence[str]", fields.get(name) or ()))


def _text(fields: Mapping[str, object], name: str) -> str:
    return cast("str", fields.get(name) or "")
