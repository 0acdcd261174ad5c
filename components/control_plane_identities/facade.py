"""Identities of one hosted control plane on Azure: vaults, secrets, identities, roles."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Final

import pulumi

from openshift_credentials.platforms.azure.identifiers import name_in
from openshift_credentials.stack.outputs import About, Outputs
from openshift_credentials.systems.control_plane_identities.plan import identities, outputs
from openshift_credentials.systems.control_plane_identities.plan.fixed import (
    assert_nothing_moves,
    fixed_properties,
)
from openshift_credentials.systems.control_plane_identities.rules import chains
from openshift_credentials.systems.control_plane_identities.rules.components import Component
from openshift_credentials.systems.control_plane_identities.rules.roles import IdentityAssignment
from openshift_credentials.systems.control_plane_identities.settings.branch import (
    ControlPlaneIdentitiesSettings,
)

from ..azure.federated_identity import FederatedIdentity, FederatedIdentityArgs
from ..azure.provider import subscription_provider
from ..azure.role_assignment import RoleAssignment, RoleAssignmentArgs
from ..base.earlier_state import earlier_output
from ..base.errors import stopping_the_program
from ..base.facade import Facade
from ..base.settle import wait_until_effective
from .own_classes import own_classes
from .vaults import identity_vault, kms_key

FACADE: Final = "openshift-credentials:control-plane-identities:ControlPlaneIdentities"

_FIXED: Final = "fixedProperties"
"""Output of the facade for the next update: what it cannot change."""

Ids = Mapping[Component, pulumi.Input[str]]


Document = pulumi.Input[dict[str, object]]


@dataclass(frozen=True, kw_only=True)
class ControlPlaneIdentitiesOutputs(Outputs):
    """Stanzas of the HostedCluster, files of HyperShift's command, and reports; none is secret."""

    azure_authentication_config: Annotated[
        Document, About("`spec.platform.azure.azureAuthenticationConfig` of the HostedCluster.")
    ]
    identity_mapping: Annotated[
        list[dict[str, object]], About("Each identity, from the vault or the token to the roles.")
    ]
    secret_encryption: Annotated[
        Document | None, About("`spec.secretEncryption` of the HostedCluster.")
    ]
    managed_identities_file: Annotated[
        Document | None, About("File for `--managed-identities-file` of HyperShift's command.")
    ]
    data_plane_identities_file: Annotated[
        Document | None, About("File for `--data-plane-identities-file`.")
    ]
    workload_identities_file: Annotated[
        Document | None, About("File for `--workload-identities-file`.")
    ]
    hypershift_install_flags: Annotated[str | None, About("Flags for `hypershift install`.")]
    expiry: Annotated[
        dict[str, dict[str, object]] | None,
        About("When the credentials of each identity expire, by its name."),
    ]


class ControlPlaneIdentities(Facade[ControlPlaneIdentitiesOutputs]):
    """Everything for the identities of a hosted cluster that HyperShift does not create."""

    def __init__(
        self,
        name: str,
        settings: ControlPlaneIdentitiesSettings,
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        super().__init__(FACADE, name, None, opts)
        with stopping_the_program():
            assert_nothing_moves(earlier_output(FACADE, name, _FIXED), settings)
        within = pulumi.ResourceOptions(parent=self)
        provider = subscription_provider(f"{name}-azure", settings, within)
        child = pulumi.ResourceOptions(parent=self, provider=provider)
        reader = identity_vault(name, settings, child)
        who = _principals(name, settings, child)
        _assign(name, settings, identities.control_plane_roles(settings), who.control_plane, child)
        roles = identities.data_plane_roles(settings)
        _assign(f"{name}-data-plane", settings, roles, who.data_plane, child)
        version: pulumi.Input[str] = ""
        if settings.kms:
            principal = who.control_plane[Component.KMS]
            version = kms_key(name, settings, settings.kms, principal, child)
        own_classes(name, settings, within)
        ready = _ready(name, settings, reader, child)
        self.outputs = _outputs(settings, who, version, ready)
        self.register_outputs({**self.outputs.exports, _FIXED: fixed_properties(settings)})


@dataclass(frozen=True, kw_only=True)
class _Principals:
    """Principals that get roles, and the client IDs of the stanza that are not settings."""

    control_plane: Ids
    data_plane: Ids
    client_ids: Ids


def _principals(
    name: str, settings: ControlPlaneIdentitiesSettings, opts: pulumi.ResourceOptions
) -> _Principals:
    created = {
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
        for identity in identities.created_identities(settings)
    }
    client_ids: Ids = {component: identity.client_id for component, identity in created.items()}
    principals: Ids = {component: identity.principal_id for component, identity in created.items()}
    if not settings.is_managed:
        return _Principals(control_plane=principals, data_plane={}, client_ids=client_ids)
    if settings.data_plane:
        existing = settings.data_plane.by_component()
        client_ids = {component: identity.client_id for component, identity in existing.items()}
        principals = {component: identity.principal_id for component, identity in existing.items()}
    given = identities.managed_cluster_identities(settings)
    return _Principals(
        control_plane={component: identity.principal_id for component, identity in given.items()},
        data_plane=principals,
        client_ids=client_ids,
    )


def _assign(
    name: str,
    settings: ControlPlaneIdentitiesSettings,
    assignments: tuple[IdentityAssignment, ...],
    principals: Ids,
    opts: pulumi.ResourceOptions,
) -> None:
    """The roles, with the names that HyperShift's command uses."""
    for assignment in assignments:
        RoleAssignment(
            f"{name}-{assignment.component}-{name_in(assignment.scope)}",
            RoleAssignmentArgs(
                assignment_name=assignment.name,
                principal_id=principals[assignment.component],
                role_definition_id=assignment.role_definition(settings.subscription_id),
                scope=assignment.scope,
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
    return wait_until_effective(
        f"{name}-settled",
        settings.settle_seconds,
        after=[reader],
        triggers={"reader": reader.assignment.name},
        opts=opts,
    )


def _outputs(
    settings: ControlPlaneIdentitiesSettings,
    who: _Principals,
    version: pulumi.Input[str],
    ready: tuple[pulumi.Resource, ...],
) -> ControlPlaneIdentitiesOutputs:
    known = pulumi.Output.all(
        {component.value: client_id for component, client_id in who.client_ids.items()},
        version,
        *(resource.urn for resource in ready),
    )

    def with_ids(
        make: Callable[[dict[Component, str], str], dict[str, object]],
    ) -> pulumi.Output[dict[str, object]]:
        return known.apply(
            lambda values: make(
                {Component(name): value for name, value in values[0].items()}, values[1]
            )
        )

    managed = settings.is_managed
    return ControlPlaneIdentitiesOutputs(
        azure_authentication_config=with_ids(lambda ids, _: outputs.authentication(settings, ids)),
        identity_mapping=chains.to_json(identities.chains(settings)),
        secret_encryption=with_ids(lambda ids, number: outputs.encryption(settings, number, ids))
        if settings.kms
        else None,
        managed_identities_file=outputs.control_plane_file(settings) if managed else None,
        data_plane_identities_file=with_ids(lambda ids, _: outputs.data_plane_file(ids))
        if managed
        else None,
        workload_identities_file=None
        if managed
        else with_ids(lambda ids, _: outputs.workload_file(ids)),
        hypershift_install_flags=outputs.install_flags(settings) if managed else None,
        expiry=outputs.expiry(settings, datetime.now(UTC)) if managed else None,
    )
