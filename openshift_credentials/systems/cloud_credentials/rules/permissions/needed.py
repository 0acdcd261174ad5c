"""Permissions that each strategy needs in each cloud."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeVar

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.platforms.credentials_requests import (
    CredentialsRequest,
    ProviderKind,
    ProviderSpecError,
    StatementEntry,
    aws_provider_spec,
    azure_provider_spec,
    gcp_provider_spec,
    of_kind,
    vsphere_provider_spec,
)
from openshift_credentials.platforms.go.marshal import marshal, sorted_members
from openshift_credentials.systems.cloud_credentials.rules.permissions import operator_permissions
from openshift_credentials.systems.cloud_credentials.rules.permissions.documented import documented
from openshift_credentials.systems.cloud_credentials.rules.permissions.iam_evaluation import (
    needs_of,
)


class Cloud(StrEnum):
    """Clouds with known permissions."""

    AWS = "aws"
    AZURE = "azure"
    GCP = "gcp"
    OPENSTACK = "openstack"
    VSPHERE = "vsphere"


class PermissionMode(StrEnum):
    """The owner of permissions: the root credential in two modes, or all components together."""

    MINT = "mint"
    PASSTHROUGH = "passthrough"
    MANUAL = "manual"


KINDS: Final = {
    Cloud.AWS: ProviderKind.AWS,
    Cloud.AZURE: ProviderKind.AZURE,
    Cloud.GCP: ProviderKind.GCP,
    Cloud.OPENSTACK: ProviderKind.OPENSTACK,
    Cloud.VSPHERE: ProviderKind.VSPHERE,
}
MANUAL_CLOUDS: Final = (Cloud.AWS, Cloud.AZURE, Cloud.GCP)


@dataclass(frozen=True, slots=True, kw_only=True)
class Needed:
    """Permissions of one cloud; fields that the cloud does not have are empty.

    ``source`` describes their source. ``statements`` are of AWS; ``permissions`` of Azure and
    Google Cloud, ``data_permissions`` of Azure; ``roles`` are roles by name, whose permissions are
    not known here; ``privileges`` are of vSphere.
    """

    source: str
    statements: tuple[StatementEntry, ...] = ()
    permissions: tuple[str, ...] = ()
    data_permissions: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    privileges: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All permissions as plain texts, each once."""
        actions = (need.action for need in needs_of(self.statements))
        return tuple(
            dict.fromkeys((*actions, *self.permissions, *self.data_permissions, *self.privileges))
        )


def needed(
    cloud: Cloud, mode: PermissionMode, requests: Sequence[CredentialsRequest] | None = None
) -> Needed:
    """The permissions that a mode needs; without ``requests``, those of the documentation.

    Raises :class:`UnusableInputError` for a mode that the cloud does not have, and for requests
    that cannot be read.
    """
    if mode is PermissionMode.MINT:
        return _mint(cloud)
    if mode is PermissionMode.MANUAL and cloud not in MANUAL_CLOUDS:
        raise UnusableInputError(
            [f"--mode manual: {cloud} does not support this mode; use --mode passthrough"]
        )
    if requests is not None:
        return union(cloud, requests)
    return _documented(cloud)


def _mint(cloud: Cloud) -> Needed:
    if cloud is Cloud.AWS:
        entry = StatementEntry(
            effect="Allow", action=operator_permissions.AWS_MINT_ACTIONS, resource="*"
        )
        return Needed(source="the operator, to mint credentials", statements=(entry,))
    if cloud is Cloud.GCP:
        return Needed(
            source="the operator, to mint credentials",
            permissions=operator_permissions.GCP_MINT_PERMISSIONS,
        )
    raise UnusableInputError(
        [f"--mode mint: {cloud} does not support mint mode, only AWS and Google Cloud do; see docs"]
    )


def _documented(cloud: Cloud) -> Needed:
    source = (
        "the tables of the documentation; pass the requests of your release for exact permissions"
    )
    if cloud is Cloud.AWS:
        entries = [
            *_aws_tested(),
            *(each for one in documented().aws for each in one.statements),
        ]
        return Needed(source=source, statements=union_statements(entries))
    if cloud is Cloud.AZURE:
        components = documented().azure
        return Needed(
            source=source,
            permissions=_union(each.permissions for each in components),
            data_permissions=_union(each.data_permissions for each in components),
            roles=_union(each.roles for each in components),
        )
    if cloud is Cloud.GCP:
        return Needed(
            source="the permissions that the operator tests; pass the requests of your release "
            "for the others",
            permissions=operator_permissions.GCP_PASSTHROUGH_TESTED,
        )
    if cloud is Cloud.OPENSTACK:
        return Needed(source=source, roles=documented().openstack.roles)
    return Needed(
        source="table 19.2 of the documentation",
        privileges=tuple(
            f"{category}: {name}"
            for category, names in documented().vsphere.items()
            for name in names
        ),
    )


def union(cloud: Cloud, requests: Sequence[CredentialsRequest]) -> Needed:
    """The permissions of all requests of a cloud, and those that the operator tests.

    Raises :class:`UnusableInputError` with every request that cannot be read.
    """
    source = "the CredentialsRequests, and the permissions that the operator tests"
    chosen = of_kind(requests, KINDS[cloud])
    if cloud is Cloud.AWS:
        specs = decoded(chosen, aws_provider_spec)
        entries = [*_aws_tested(), *(each for spec in specs for each in spec.statement_entries)]
        return Needed(source=source, statements=union_statements(entries))
    if cloud is Cloud.AZURE:
        azure = decoded(chosen, azure_provider_spec)
        return Needed(
            source="the CredentialsRequests",
            permissions=_union(spec.permissions for spec in azure),
            data_permissions=_union(spec.data_permissions for spec in azure),
            roles=_union(spec.role_bindings for spec in azure),
        )
    if cloud is Cloud.GCP:
        gcp = decoded(chosen, gcp_provider_spec)
        return Needed(
            source=source,
            permissions=_union(
                (operator_permissions.GCP_PASSTHROUGH_TESTED, *(one.permissions for one in gcp))
            ),
            roles=_union(spec.predefined_roles for spec in gcp),
        )
    if cloud is Cloud.VSPHERE:
        vsphere = decoded(chosen, vsphere_provider_spec)
        return Needed(
            source="the CredentialsRequests",
            privileges=_union(spec.privileges for spec in vsphere),
        )
    return _documented(cloud)


def _aws_tested() -> tuple[StatementEntry, ...]:
    return (
        StatementEntry(
            effect="Allow", action=operator_permissions.AWS_PASSTHROUGH_TESTED, resource="*"
        ),
    )


T = TypeVar("T")


def decoded(
    requests: Iterable[CredentialsRequest], decode: Callable[[str | None], T]
) -> tuple[T, ...]:
    """The provider specs. Raises :class:`UnusableInputError` with all unreadable ones."""
    specs: list[T] = []
    problems: list[str] = []
    for request in requests:
        try:
            specs.append(decode(request.provider_spec))
        except ProviderSpecError as error:
            problems.append(f"{request.where}: {error}")
    if problems:
        raise UnusableInputError(problems)
    return tuple(specs)


def union_statements(entries: Iterable[StatementEntry]) -> tuple[StatementEntry, ...]:
    """Merged statements with the same permissions, one per resource and condition.

    Actions are sorted and unique; deny statements are not changed.
    """
    actions: defaultdict[tuple[str, str, str], set[str]] = defaultdict(set)
    conditions: dict[str, Mapping[str, Mapping[str, object] | None]] = {}
    for entry in entries:
        condition = marshal(sorted_members(entry.policy_condition or {}))
        conditions[condition] = entry.policy_condition or {}
        actions[entry.effect, entry.resource, condition] |= set(entry.action or ())
    return tuple(
        StatementEntry(
            effect=effect,
            action=tuple(sorted(names)),
            resource=resource,
            policy_condition=conditions[condition] or None,
        )
        for (effect, resource, condition), names in actions.items()
        if names
    )


def _union(parts: Iterable[Iterable[str]]) -> tuple[str, ...]:
    return tuple(sorted({name for part in parts for name in part}))
