"""Permissions that each component needs in each cloud."""

from collections.abc import Mapping, Sequence
from typing import Final, assert_never

from openshift_credentials.base.errors import UnusableInputError, input_problem, unusable_input
from openshift_credentials.platforms.credentials_requests import (
    CredentialsRequest,
    ProviderSpecError,
    aws_provider_spec,
    azure_provider_spec,
    gcp_provider_spec,
    of_kind,
    vsphere_provider_spec,
)
from openshift_credentials.systems.cloud_credentials.rules.permissions.documented import (
    documented_permissions,
)
from openshift_credentials.systems.cloud_credentials.rules.permissions.needed import (
    KINDS,
    Needed,
    OperatorCloud,
    PermissionMode,
    merge,
)

MANUAL_CLOUDS: Final = (OperatorCloud.AWS, OperatorCloud.AZURE, OperatorCloud.GCP)


def needs_by_component(
    cloud: OperatorCloud, mode: PermissionMode, requests: Sequence[CredentialsRequest] | None = None
) -> Mapping[str, Needed]:
    """The permissions of each component, by the name of its request.

    Raises as :func:`needed` does, and for mode mint, in which components get theirs from the
    operator.
    """
    if mode is PermissionMode.MINT:
        raise unusable_input("--mode mint: the operator has one credential for all components")
    if mode is PermissionMode.MANUAL and cloud not in MANUAL_CLOUDS:
        raise unusable_input(
            f"--mode manual: {cloud} does not support this mode", "use --mode passthrough"
        )
    if requests is not None and cloud is not OperatorCloud.OPENSTACK:
        return _of_requests(cloud, of_kind(requests, KINDS[cloud]))
    parts = _of_documentation(cloud)
    if mode is PermissionMode.MANUAL and not parts:
        raise unusable_input(
            f"--mode manual: the documentation has no table for {cloud}",
            "pass the requests of the release with --requests",
        )
    return parts


def _of_documentation(cloud: OperatorCloud) -> Mapping[str, Needed]:
    tables = documented_permissions()
    match cloud:
        case OperatorCloud.AWS:
            return {item.request: Needed(statements=item.statements) for item in tables.aws}
        case OperatorCloud.AZURE:
            return {
                item.request: Needed(
                    permissions=item.permissions,
                    data_permissions=item.data_permissions,
                    roles=item.roles,
                )
                for item in tables.azure
            }
        case OperatorCloud.GCP:
            return {}
        case OperatorCloud.OPENSTACK:
            return {"": Needed(roles=tables.openstack.roles)}
        case OperatorCloud.VSPHERE:
            privileges = (
                f"{category}: {name}"
                for category, names in tables.vsphere.items()
                for name in names
            )
            return {"": Needed(privileges=tuple(privileges))}
        case _:
            assert_never(cloud)


def _of_requests(
    cloud: OperatorCloud, requests: Sequence[CredentialsRequest]
) -> Mapping[str, Needed]:
    """The permissions of each request; raises with every request that cannot be read."""
    found: dict[str, Needed] = {}
    problems: list[str] = []
    for request in requests:
        try:
            part = _of_request(cloud, request.provider_spec)
        except ProviderSpecError as error:
            problems.append(f"{request.where}: {error}")
        else:
            before = found.get(request.name)
            found[request.name] = merge("", [before, part]) if before else part
    if problems:
        raise UnusableInputError(map(input_problem, problems))
    return found


def _of_request(cloud: OperatorCloud, provider_spec: str | None) -> Needed:
    match cloud:
        case OperatorCloud.AWS:
            return Needed(statements=aws_provider_spec(provider_spec).statement_entries)
        case OperatorCloud.AZURE:
            azure = azure_provider_spec(provider_spec)
            return Needed(
                permissions=azure.permissions,
                data_permissions=azure.data_permissions,
                roles=azure.role_bindings,
            )
        case OperatorCloud.GCP:
            gcp = gcp_provider_spec(provider_spec)
            return Needed(permissions=gcp.permissions, roles=gcp.predefined_roles)
        case OperatorCloud.VSPHERE:
            return Needed(privileges=vsphere_provider_spec(provider_spec).privileges)
        case OperatorCloud.OPENSTACK:
            return Needed()
        case _:
            assert_never(cloud)
