"""Permissions that each component needs in each cloud.

For a real upgrade read the CredentialsRequests of the release instead. Those of the operator itself
are in ``manifests`` of openshift/cloud-credential-operator.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Final, assert_never

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from openshift_credentials.base.errors import UnusableInputError, input_problem, unusable_input
from openshift_credentials.base.package_data import package_text
from openshift_credentials.platforms.credentials_requests import (
    CredentialsRequest,
    ProviderSpecError,
    StatementEntry,
    aws_provider_spec,
    azure_provider_spec,
    gcp_provider_spec,
    of_kind,
    vsphere_provider_spec,
)

from .needed import KINDS, Needed, OperatorCloud, PermissionMode, merge

_GRANT_CONDITION: Final = {"Bool": {"kms:GrantIsForAWSResource": True}}

Names = Annotated[tuple[str, ...], Field(default=())]


class _Data(BaseModel):
    model_config = ConfigDict(extra="forbid", alias_generator=to_camel)


class AWSComponent(_Data):
    """A component on AWS; ``grants`` are allowed for AWS resources only, all on resource ``*``."""

    component: str
    request: str
    actions: Names
    grants: Names

    @property
    def statements(self) -> tuple[StatementEntry, ...]:
        """The same as statements of a CredentialsRequest."""
        plain = StatementEntry(effect="Allow", action=self.actions, resource="*")
        if not self.grants:
            return (plain,)
        grants = StatementEntry(effect="Allow", action=self.grants, resource="*", policy_condition=_GRANT_CONDITION)
        return plain, grants


class AzureComponent(_Data):
    """A component on Azure: permissions and data permissions, or a built-in role."""

    component: str
    request: str
    permissions: Names
    data_permissions: Names
    roles: Names


class OpenStackAccount(_Data):
    """What the account needs in its project."""

    roles: Names


class Documented(_Data):
    """The tables of the documentation; privileges of vSphere are by category."""

    source: str
    aws: tuple[AWSComponent, ...]
    azure: tuple[AzureComponent, ...]
    openstack: OpenStackAccount
    vsphere: dict[str, tuple[str, ...]]


@cache
def documented_permissions() -> Documented:
    """The tables, read once."""
    return Documented.model_validate_json(package_text(__name__.rpartition(".")[0], "documented.json"))


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
        raise unusable_input(f"--mode manual: {cloud} does not support this mode", "use --mode passthrough")
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
                    permissions=item.permissions, data_permissions=item.data_permissions, roles=item.roles
                )
                for item in tables.azure
            }
        case OperatorCloud.GCP:
            return {}
        case OperatorCloud.OPENSTACK:
            return {"": Needed(roles=tables.openstack.roles)}
        case OperatorCloud.VSPHERE:
            privileges = (f"{category}: {name}" for category, names in tables.vsphere.items() for name in names)
            return {"": Needed(privileges=tuple(privileges))}
        case _:
            assert_never(cloud)


def _of_requests(cloud: OperatorCloud, requests: Sequence[CredentialsRequest]) -> Mapping[str, Needed]:
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
                permissions=azure.permissions, data_permissions=azure.data_permissions, roles=azure.role_bindings
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
