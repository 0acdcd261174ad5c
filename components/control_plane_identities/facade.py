"""Identities of one hosted control plane on Azure: vaults, secrets, identities, roles."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

import pulumi

from openshift_credentials.platforms.azure.identifiers import name_in
from openshift_credentials.systems.control_plane_identities.plan import identities, outputs
from openshift_credentials.systems.control_plane_identities.rules import chains
from openshift_credentials.systems.control_plane_identities.rules.components import Component
from openshift_credentials.systems.control_plane_identities.rules.roles import Assignment
from openshift_credentials.systems.control_plane_identities.settings.branch import (
    ControlPlaneIdentitiesSettings,
)

from ..azure.federated_identity import FederatedIdentity, FederatedIdentityArgs
from ..azure.role_assignment import RoleAssignment, RoleAssignmentArgs
from ..base.settle import settled
from .own_classes import own_classes
from .vaults import identity_vault, kms_key

Ids = Mapping[Component, pulumi.Input[str]]


class ControlPlaneIdentities(pulumi.ComponentResource):
    """Everything for the identities of a hosted cluster that HyperShift does not create.

    ``exports`` are the stanzas of the HostedCluster, the files of HyperShift's command, the map
    of identities and the report of expiry; they contain no secret.
    """

    def __init__(
        self,
        name: str,
        settings: ControlPlaneIdentitiesSettings,
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        super().__init__(
            "openshift-credentials:control-plane-identities:ControlPlaneIdentities",
            name,
            None,
            opts,
        )
        child = pulumi.ResourceOptions(parent=self)
        reader = identity_vault(name, settings, child)
        who = _principals(name, settings, child)
        _assign(name, settings, identities.control_plane_roles(settings), who.control_plane, child)
        roles = identities.data_plane_roles(settings)
        _assign(f"{name}-data-plane", settings, roles, who.data_plane, child)
        version: pulumi.Input[str] = ""
        if settings.kms:
            principal = who.control_plane[Component.KMS]
            version = kms_key(name, settings, settings.kms, principal, child)
        own_classes(name, settings, child)
        ready = _ready(name, settings, reader, child)
        self.exports: Mapping[str, pulumi.Input[object]] = _exports(settings, who, version, ready)
        self.register_outputs(self.exports)


@dataclass(frozen=True, kw_only=True)
class _Principals:
    """Principals that get roles, and the client IDs of the stanza that are not settings."""

    control_plane: Ids
    data_plane: Ids
    client_ids: Ids


def _principals(
    name: str, settings: ControlPlaneIdentitiesSettings, opts: pulumi.ResourceOptions
) -> _Principals:
    made = {
        identity.component: FederatedIdentity(
            f"{name}-{identity.component}-identity",
            FederatedIdentityArgs(
                identity_name=identity.name,
                resource_group=settings.resource_group,
                location=settings.location,
                federations=identity.federations,
            ),
            opts,
        )
        for identity in identities.made_identities(settings)
    }
    client_ids: Ids = {each: identity.client_id for each, identity in made.items()}
    principals: Ids = {each: identity.principal_id for each, identity in made.items()}
    if not settings.is_managed:
        return _Principals(control_plane=principals, data_plane={}, client_ids=client_ids)
    if settings.data_plane:
        existing = settings.data_plane.given()
        client_ids = {each: identity.client_id for each, identity in existing.items()}
        principals = {each: identity.principal_id for each, identity in existing.items()}
    given = identities.given_identities(settings)
    return _Principals(
        control_plane={each: identity.principal_id for each, identity in given.items()},
        data_plane=principals,
        client_ids=client_ids,
    )


def _assign(
    name: str,
    settings: ControlPlaneIdentitiesSettings,
    assignments: tuple[Assignment, ...],
    principals: Ids,
    opts: pulumi.ResourceOptions,
) -> None:
    """The roles, with the names that HyperShift's command uses."""
    for each in assignments:
        RoleAssignment(
            f"{name}-{each.component}-{name_in(each.scope)}",
            RoleAssignmentArgs(
                assignment_name=each.name,
                principal_id=principals[each.component],
                role_definition_id=each.role_definition(settings.subscription_id),
                scope=each.scope,
            ),
            opts,
        )


def _ready(
    name: str,
    settings: ControlPlaneIdentitiesSettings,
    reader: RoleAssignment | None,
    opts: pulumi.ResourceOptions,
) -> tuple[pulumi.Resource, ...]:
    """What to wait for before a HostedCluster is created: a role in a vault takes minutes."""
    if reader is None:
        return ()
    return settled(
        f"{name}-settled",
        settings.settle_seconds,
        after=[reader],
        triggers={"reader": reader.assignment.name},
        opts=opts,
    )


def _exports(
    settings: ControlPlaneIdentitiesSettings,
    who: _Principals,
    version: pulumi.Input[str],
    ready: tuple[pulumi.Resource, ...],
) -> dict[str, pulumi.Input[object]]:
    known = pulumi.Output.all(
        {each.value: client_id for each, client_id in who.client_ids.items()},
        version,
        *(each.urn for each in ready),
    )

    def with_ids(
        make: Callable[[dict[Component, str], str], dict[str, object]],
    ) -> pulumi.Output[dict[str, object]]:
        return known.apply(
            lambda values: make(
                {Component(name): value for name, value in values[0].items()}, values[1]
            )
        )

    exports: dict[str, pulumi.Input[object]] = {
        "azureAuthenticationConfig": with_ids(lambda ids, _: outputs.authentication(settings, ids)),
        "identityMapping": chains.to_json(identities.chains(settings)),
    }
    if settings.kms:
        exports["secretEncryption"] = with_ids(
            lambda ids, number: outputs.encryption(settings, number, ids)
        )
    if settings.is_managed:
        return {
            **exports,
            "managedIdentitiesFile": outputs.control_plane_file(settings),
            "dataPlaneIdentitiesFile": with_ids(lambda ids, _: outputs.data_plane_file(ids)),
            "hypershiftInstallFlags": outputs.install_flags(settings),
            "expiry": outputs.expiry(settings, datetime.now(UTC)),
        }
    return {
        **exports,
        "workloadIdentitiesFile": with_ids(lambda ids, _: outputs.workload_file(ids)),
    }
