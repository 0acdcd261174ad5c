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
    Cloud,
    Needed,
    PermissionMode,
    merge,
)

MANUAL_CLOUDS: Final = (Cloud.AWS, Cloud.AZURE, Cloud.GCP)


def needs_by_component(
    cloud: Cloud, mode: PermissionMode, requests: Sequence[CredentialsRequest] | None = None
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
    if requests is not None and cloud is not Cloud.OPENSTACK:
        return _of_requests(cloud, of_kind(requests, KINDS[cloud]))
    parts = _of_documentation(cloud)
    if mode is PermissionMode.MANUAL and not parts:
        raise unusable_input(
            f"--mode manual: the documentation has no table for {cloud}",
            "pass the requests of the release with --requests",
        )
    return parts


def _of_documentation(cloud: Cloud) -> Mapping[str, Needed]:
    tables = documented_permissions()
    match cloud:
        case Cloud.AWS:
            return {item.request: Needed(statements=item.statements) for item in tables.aws}
        case Cloud.AZURE:
            return {
                item.request: Needed(
                    permissions=item.permissions,
                    data_permissions=item.data_permissions,
                    roles=item.roles,
                )
                for item in tables.azure
            }
        case Cloud.GCP:
            return {}
        case Cloud.OPENSTACK:
            return {"": Needed(roles=tables.openstack.roles)}
        case Cloud.VSPHERE:
            privileges = (
                f"{category}: {name}"
                for category, names in tables.vsphere.items()
                for name in names
            )
            return {"": Needed(privileges=tuple(privileges))}
        case _:
            assert_never(cloud)


def _of_requests(cloud: Cloud, requests: Sequence[CredentialsRequest]) -> Mapping[str, Needed]:
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


def _of_request(cloud: Cloud, provider_spec: str | None) -> Needed:
    match cloud:
        case Cloud.AWS:
            return Needed(statements=aws_provider_spec(provider_spec).statement_entries)
        case Cloud.AZURE:
            azure = azure_provider_spec(provider_spec)
            return Needed(
                permissions=azure.permissions,
                data_permissions=azure.data_permissions,
                roles=azure.role_bindings,
            )
        case Cloud.GCP:
            gcp = gcp_provider_spec(provider_spec)
            return Needed(permissions=gcp.permissions, roles=gcp.predefined_roles)
        case Cloud.VSPHERE:
            return Needed(privileges=vsphere_provider_spec(provider_spec).privileges)
        case Cloud.OPENSTACK:
            return Needed()
        case _:
            assert_never(cloud)
