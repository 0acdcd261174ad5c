"""Provider specs of the API: kinds, fields, and decoding.

Source: openshift/cloud-credential-operator ``pkg/apis/cloudcredential/v1`` (``types_*.go``,
``codec.go``) at b187feee66f4.
"""

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from openshift_credentials.base.json_values import as_object, text_member

from ..go.decoding import Decoder, FieldTypeError, GoType, ListOf, MapOf, Members, Scalar, Struct
from ..go.numbers import not_json, whole_number

API_VERSION: Final = "cloudcredential.openshift.io/v1"
_API_VERSIONS: Final = ("", "/", "cloudcredential.openshift.io/", API_VERSION)
"""Replacement for a missing group and version."""


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
