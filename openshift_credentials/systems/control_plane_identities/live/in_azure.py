"""Compare vault, secrets and roles in Azure with what the stack creates.

Source: Azure Key Vault and Azure RBAC REST references. Resource Manager returns the attributes of
secrets and never a value.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from openshift_credentials.base.counts import quantity
from openshift_credentials.base.json_values import object_member
from openshift_credentials.live.azure_roles import assignment_named, assignments_at, roles_at
from openshift_credentials.live.check import Check, Purpose, failure, success, warning
from openshift_credentials.live.cloud import ArmRead
from openshift_credentials.live.managed import existing
from openshift_credentials.live.observed import Observed, Obstacle
from openshift_credentials.platforms import resource_types
from openshift_credentials.platforms.azure.identifiers import name_in
from openshift_credentials.systems.control_plane_identities.live import places
from openshift_credentials.systems.control_plane_identities.live.stages import (
    ObservedChain,
    SecretFacts,
    failures,
)
from openshift_credentials.systems.control_plane_identities.live.symptoms import Stage
from openshift_credentials.systems.control_plane_identities.live.verify import check_of, code_of
from openshift_credentials.systems.control_plane_identities.plan.identities import (
    chains,
    control_plane_roles,
    data_plane_roles,
    managed_cluster_identities,
    vault_id,
)
from openshift_credentials.systems.control_plane_identities.rules.components import Component
from openshift_credentials.systems.control_plane_identities.rules.roles import IdentityAssignment
from openshift_credentials.systems.control_plane_identities.settings.branch import (
    ControlPlaneIdentitiesSettings,
    Vault,
)

VAULT: Final = "vault of the identities"
SECRETS: Final = "secrets of the vault"
DELETED: Final = "deleted vault of the name"

_API: Final = "2023-07-01"


def cloud_reads(settings: ControlPlaneIdentitiesSettings) -> Sequence[ArmRead]:
    """The requests to Azure: the vault, its secrets, and roles where the stack assigns them."""
    found: list[ArmRead] = []
    scopes = dict.fromkeys(assignment.scope for assignment in _assignments(settings))
    if settings.vault:
        vault = vault_id(settings, settings.vault)
        deleted = (
            f"/subscriptions/{settings.subscription_id}/providers/Microsoft.KeyVault"
            f"/locations/{settings.location}/deletedVaults/{settings.vault.name}"
        )
        found += [
            ArmRead(name=VAULT, path=vault, api_version=_API),
            ArmRead(name=SECRETS, path=f"{vault}/secrets", api_version=_API),
            ArmRead(name=DELETED, path=deleted, api_version=_API),
        ]
        scopes[vault] = None
    return [*found, *map(assignments_at, scopes)]


def _assignments(settings: ControlPlaneIdentitiesSettings) -> Sequence[IdentityAssignment]:
    return (*control_plane_roles(settings), *data_plane_roles(settings))


def cloud(
    settings: ControlPlaneIdentitiesSettings, observed: Observed, purpose: Purpose
) -> Iterator[Check]:
    """Check the vault, its secrets, the role of its reader, and the roles of the identities."""
    if settings.vault:
        yield from _vault(settings, settings.vault, observed, purpose)
    if purpose is not Purpose.PREFLIGHT:
        yield from _stages(settings, observed)
    yield from _roles(settings, observed, purpose)


def _vault(
    settings: ControlPlaneIdentitiesSettings, vault: Vault, observed: Observed, purpose: Purpose
) -> Iterator[Check]:
    subject, found = f"vault {vault.name}", observed.one(VAULT)
    if found is None:
        if observed.obstacle(VAULT) is not Obstacle.ABSENT:
            return
        if observed.one(DELETED) is not None:
            yield failure(
                "cloud-vault-deleted",
                subject,
                "a soft-deleted vault has this name",
                f"run 'az keyvault recover --name {vault.name}', then import it, or choose "
                "another name",
            )
        elif vault.existing or purpose is not Purpose.PREFLIGHT:
            yield failure(
                "cloud-no-vault",
                subject,
                "does not exist",
                "correct controlPlaneIdentities.vault, or run 'pulumi up'",
            )
        else:
            yield success("cloud-vault", subject, "the update creates it")
        return
    if purpose is Purpose.PREFLIGHT and not vault.existing:
        yield existing(
            observed,
            resource_types.VAULT,
            vault_id(settings, vault),
            "set controlPlaneIdentities.vault.existing",
        )
    properties = object_member(found, "properties")
    if properties.get("enableRbacAuthorization") is not True:
        yield failure(
            "cloud-vault-access-policies",
            subject,
            "is in access policy mode, in which role assignments have no effect",
            "change it to RBAC authorization",
        )
    tenant = vault.tenant_id or settings.tenant_id
    if str(properties.get("tenantId", tenant)).lower() != tenant.lower():
        yield failure(
            "cloud-vault-tenant",
            subject,
            f"belongs to tenant {properties['tenantId']}, not to {tenant}",
            "correct controlPlaneIdentities.vault.tenantId",
        )
    if properties.get("enablePurgeProtection") is not True:
        yield warning(
            "cloud-vault-purge",
            subject,
            "has no purge protection: its credentials can be deleted permanently",
            "enable purge protection",
        )


def _stages(settings: ControlPlaneIdentitiesSettings, observed: Observed) -> Iterator[Check]:
    """Stage 2: each secret, and the reader's permission to read it."""
    vault, user = settings.vault, settings.key_vault_user
    if vault is None or user is None:
        return
    roles = roles_at(observed, vault_id(settings, vault), user.principal_id)
    seen = ObservedChain(
        secrets=_secrets(observed), reader_roles=None if roles is None else sorted(roles)
    )
    found = list(failures(chains(settings), places.access_of(settings), seen, datetime.now(UTC)))
    yield from map(check_of, found)
    if not found and seen.secrets is not None:
        yield success(
            code_of(Stage.VAULT_SECRET), f"vault {vault.name}", "stage 2 is right in Azure"
        )


def _secrets(observed: Observed) -> Mapping[str, SecretFacts] | None:
    if observed.obstacle(SECRETS) is Obstacle.ABSENT:
        return {}
    if SECRETS not in observed.answers:
        return None
    found: dict[str, SecretFacts] = {}
    for manifest in observed.all(SECRETS):
        attributes = object_member(manifest, "properties", "attributes")
        name = name_in(str(manifest.get("name", "")))
        found[name] = SecretFacts(
            enabled=attributes.get("enabled") is not False,
            not_before=_seconds(attributes, "nbf"),
            expires=_seconds(attributes, "exp"),
        )
    return found


def _seconds(attributes: Mapping[str, object], name: str) -> int | None:
    value = attributes.get(name)
    return value if isinstance(value, int) else None


def _roles(
    settings: ControlPlaneIdentitiesSettings, observed: Observed, purpose: Purpose
) -> Iterator[Check]:
    """Stage 8: each planned assignment, by its name and, if known, its principal."""
    principals = {
        component: identity.principal_id
        for component, identity in managed_cluster_identities(settings).items()
    }
    control_plane = set(control_plane_roles(settings))
    missing, right = 0, 0
    for planned in _assignments(settings):
        held = (
            roles_at(observed, planned.scope, principals[planned.component])
            if planned.component in principals and planned in control_plane
            else None
        )
        found = assignment_named(observed, planned.scope, planned.name)
        subject = f"{planned.component} on {name_in(planned.scope)}"
        if found is not None and (
            problem := _differs(found, planned, principals if planned in control_plane else {})
        ):
            yield failure(
                "cloud-assignment-differs",
                subject,
                f"assignment {planned.name} {problem}",
                "delete that assignment: Azure cannot change an assignment, and 'pulumi up' "
                "would fail",
            )
        elif found is not None:
            right += 1
        elif held is not None and planned.role.lower() in held:
            right += 1
            if purpose is Purpose.PREFLIGHT:
                yield warning(
                    "cloud-assignment-exists",
                    subject,
                    f"role {planned.role} is assigned, and the assignment is not {planned.name}",
                    "unless this stack manages it, delete it: 'pulumi up' would fail with "
                    "RoleAssignmentExists",
                )
        elif f"roles at {planned.scope.lower()}" in observed.answers:
            missing += 1
            if purpose is not Purpose.PREFLIGHT:
                yield failure(
                    code_of(Stage.ARM),
                    subject,
                    f"stage 8: role {planned.role} is not assigned",
                    "run 'pulumi refresh' and 'pulumi up'",
                )
    told = quantity(right, "assigned role")
    if missing and purpose is Purpose.PREFLIGHT:
        yield success("cloud-roles", settings.hosted_cluster, f"{told}, the update adds {missing}")
    elif right and not missing:
        yield success("cloud-roles", settings.hosted_cluster, told)


def _differs(
    found: Mapping[str, object], planned: IdentityAssignment, principals: Mapping[Component, str]
) -> str:
    properties = object_member(found, "properties")
    role = name_in(str(properties.get("roleDefinitionId", "")))
    principal = str(properties.get("principalId", ""))
    if role.lower() != planned.role.lower():
        return f"has role {role}, not {planned.role}"
    wanted = principals.get(planned.component)
    if wanted and principal.lower() != wanted.lower():
        return f"is for principal {principal}, not {wanted}"
    return ""
