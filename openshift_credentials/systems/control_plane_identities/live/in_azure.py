"""What Azure has before an update: vault and role assignments.

Source: Azure Key Vault and Azure RBAC REST references.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from openshift_credentials.base.json_values import object_member
from openshift_credentials.base.wording import quantity
from openshift_credentials.live.azure_roles import assignment_named, assignments_at, roles_at
from openshift_credentials.live.check import Check, existing, failure, success, warning
from openshift_credentials.live.cloud import ArmRead
from openshift_credentials.live.observed import Observed, Obstacle
from openshift_credentials.platforms import resource_types
from openshift_credentials.platforms.azure.identifiers import name_in

from ..plan import control_plane_roles, data_plane_roles, managed_cluster_identities, vault_id
from ..rules.components import Component
from ..rules.roles import IdentityAssignment
from ..settings import ControlPlaneIdentitiesSettings, Vault

VAULT: Final = "vault of the identities"
DELETED: Final = "deleted vault of the name"

_API: Final = "2023-07-01"


def cloud_reads(settings: ControlPlaneIdentitiesSettings) -> Sequence[ArmRead]:
    found: list[ArmRead] = []
    planned = (*control_plane_roles(settings), *data_plane_roles(settings))
    scopes = dict.fromkeys(assignment.scope for assignment in planned)
    if settings.vault:
        vault = vault_id(settings, settings.vault)
        deleted = (
            f"/subscriptions/{settings.subscription_id}/providers/Microsoft.KeyVault"
            f"/locations/{settings.location}/deletedVaults/{settings.vault.name}"
        )
        found += [
            ArmRead(name=VAULT, path=vault, api_version=_API),
            ArmRead(name=DELETED, path=deleted, api_version=_API),
        ]
    return [*found, *map(assignments_at, scopes)]


def cloud(settings: ControlPlaneIdentitiesSettings, observed: Observed) -> Iterator[Check]:
    if settings.vault:
        yield from _vault(settings, settings.vault, observed)
    yield from _roles(settings, observed)


def _vault(settings: ControlPlaneIdentitiesSettings, vault: Vault, observed: Observed) -> Iterator[Check]:
    subject, found = f"vault {vault.name}", observed.one(VAULT)
    if found is None:
        if observed.obstacle(VAULT) is not Obstacle.ABSENT:
            return
        if observed.one(DELETED) is not None:
            yield failure(
                "cloud-vault-deleted",
                subject,
                "a soft-deleted vault has this name",
                f"run 'az keyvault recover --name {vault.name}', then import it, or choose another name",
            )
        elif vault.existing:
            yield failure("cloud-no-vault", subject, "does not exist", "correct controlPlaneIdentities.vault")
        else:
            yield success("cloud-vault", subject, "the update creates it")
        return
    if not vault.existing:
        yield existing(
            observed, resource_types.VAULT, vault_id(settings, vault), "set controlPlaneIdentities.vault.existing"
        )
        return
    properties = object_member(found, "properties")
    if properties.get("enableRbacAuthorization") is not True:
        yield failure(
            "cloud-vault-access-policies",
            subject,
            "is in access policy mode, in which role assignments have no effect",
            "change it to RBAC authorization",
        )
    tenant = settings.tenant_id
    if str(properties.get("tenantId", tenant)).lower() != tenant.lower():
        yield failure(
            "cloud-vault-tenant",
            subject,
            f"belongs to tenant {properties['tenantId']}, not to {tenant}",
            "use a vault in the tenant of the identities",
        )
    if properties.get("enablePurgeProtection") is not True:
        yield warning(
            "cloud-vault-purge",
            subject,
            "has no purge protection: its credentials can be deleted permanently",
            "enable purge protection",
        )


def _roles(settings: ControlPlaneIdentitiesSettings, observed: Observed) -> Iterator[Check]:
    """Each planned assignment, by its name and, if known, its principal."""
    principals = {
        component: identity.principal_id for component, identity in managed_cluster_identities(settings).items()
    }
    control_plane = control_plane_roles(settings)
    missing, right = 0, 0
    for planned in (*control_plane, *data_plane_roles(settings)):
        held = (
            roles_at(observed, planned.scope, principals[planned.component])
            if planned.component in principals and planned in control_plane
            else None
        )
        found = assignment_named(observed, planned.scope, planned.name)
        subject = f"{planned.component} on {name_in(planned.scope)}"
        if found is not None and (problem := _differs(found, planned, principals if planned in control_plane else {})):
            yield failure(
                "cloud-assignment-differs",
                subject,
                f"assignment {planned.name} {problem}",
                "delete that assignment: Azure cannot change an assignment, and 'pulumi up' would fail",
            )
        elif found is not None:
            right += 1
        elif held is not None and planned.role.lower() in held:
            right += 1
            yield warning(
                "cloud-assignment-exists",
                subject,
                f"role {planned.role} is assigned, and the assignment is not {planned.name}",
                "unless this stack manages it, delete it: 'pulumi up' would fail with RoleAssignmentExists",
            )
        elif f"roles at {planned.scope.lower()}" in observed.answers:
            missing += 1
    told = quantity(right, "assigned role")
    if missing:
        yield success("cloud-roles", settings.hosted_cluster, f"{told}, the update adds {missing}")
    elif right:
        yield success("cloud-roles", settings.hosted_cluster, told)


def _differs(found: Mapping[str, object], planned: IdentityAssignment, principals: Mapping[Component, str]) -> str:
    properties = object_member(found, "properties")
    role = name_in(str(properties.get("roleDefinitionId", "")))
    principal = str(properties.get("principalId", ""))
    if role.lower() != planned.role.lower():
        return f"has role {role}, not {planned.role}"
    wanted = principals.get(planned.component)
    if wanted and principal.lower() != wanted.lower():
        return f"is for principal {principal}, not {wanted}"
    return ""
