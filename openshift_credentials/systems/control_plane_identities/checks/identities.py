"""Identities of a managed control plane: all are there, differ, and can be mounted."""

from collections import Counter
from collections.abc import Iterator, Mapping

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.azure.managed_identity.storage import ObjectEncoding
from openshift_credentials.systems.control_plane_identities.checks.documents import (
    document_problems,
)
from openshift_credentials.systems.control_plane_identities.checks.problem import problem
from openshift_credentials.systems.control_plane_identities.plan.identities import (
    managed_cluster_identities,
)
from openshift_credentials.systems.control_plane_identities.rules.components import Component
from openshift_credentials.systems.control_plane_identities.rules.csi_provider import mount
from openshift_credentials.systems.control_plane_identities.rules.secret_provider_class import (
    RESERVED_PREFIX,
    objects_text,
)
from openshift_credentials.systems.control_plane_identities.settings import (
    ControlPlaneIdentitiesSettings,
)
from openshift_credentials.systems.control_plane_identities.settings.identity import (
    ControlPlaneIdentity,
)

Given = Mapping[Component, ControlPlaneIdentity]


def identity_problems(settings: ControlPlaneIdentitiesSettings) -> Iterator[Notice]:
    """Problems of identities, of their documents, and of the classes that mount them."""
    given = managed_cluster_identities(settings)
    if given:
        yield from _presence_problems(settings, given)
    yield from _id_problems(settings, given)
    yield from _name_problems(settings, given)
    yield from _class_problems(settings, given)
    for component, identity in given.items():
        yield from document_problems(settings, component, identity)


def _presence_problems(settings: ControlPlaneIdentitiesSettings, given: Given) -> Iterator[Notice]:
    disabled = "ImageRegistry" in settings.disabled_capabilities
    if Component.IMAGE_REGISTRY not in given and not disabled:
        yield problem(
            "identities.imageRegistry",
            "is required: without it the image registry operator has no identity, and the API "
            "does not report that",
            "set it, or add ImageRegistry to disabledCapabilities",
        )
    if settings.kms and Component.KMS not in given:
        yield problem("identities.kms", "is required with kms", "set it")
    if not settings.kms and Component.KMS in given:
        yield problem("identities.kms", "has no effect without kms", "remove it, or add kms")


def _id_problems(settings: ControlPlaneIdentitiesSettings, given: Given) -> Iterator[Notice]:
    """Client IDs and principal IDs are not swapped and not used twice."""
    pairs = {f"identities.{name}": (one.client_id, one.principal_id) for name, one in given.items()}
    if user := settings.key_vault_user:
        pairs["keyVaultUser"] = (user.client_id, user.principal_id)
    if settings.data_plane:
        existing = settings.data_plane.by_component().items()
        pairs |= {f"dataPlane.{name}": (one.client_id, one.principal_id) for name, one in existing}
    seen: dict[str, str] = {}
    for path, ids in pairs.items():
        for name, value in zip(("clientId", "principalId"), ids, strict=True):
            other = seen.setdefault(value.lower(), f"{path}.{name}")
            if other == f"{path}.clientId" and name == "principalId":
                yield problem(
                    f"{path}.principalId",
                    "is the client ID; it must be the principal (object) ID of the same identity",
                    "copy the principal (object) ID",
                )
            elif other != f"{path}.{name}":
                yield problem(
                    f"{path}.{name}", f"is the same as {other}", "use a different one per identity"
                )


def _name_problems(settings: ControlPlaneIdentitiesSettings, given: Given) -> Iterator[Notice]:
    names = {
        component: identity.vault_secret(component, settings.infra_id)
        for component, identity in given.items()
    }
    number = Counter(name.lower() for name in names.values())
    for component, name in names.items():
        path = f"identities.{component}.secretName"
        if number[name.lower()] > 1:
            yield problem(
                path,
                "is also the name of another identity's secret; vaults ignore case",
                "choose another name",
            )
        if mount(objects_text(name, ObjectEncoding.UTF_8), "{}").file != name:
            yield problem(path, "has another meaning in YAML, so no pod can mount it", "rename it")


def _class_problems(settings: ControlPlaneIdentitiesSettings, given: Given) -> Iterator[Notice]:
    seen: set[tuple[str, str]] = set()
    for index, own in enumerate(settings.secret_provider_classes):
        path = f"secretProviderClasses[{index}]"
        if own.name.startswith(RESERVED_PREFIX):
            yield problem(
                f"{path}.name",
                f"must not start with {RESERVED_PREFIX}: HyperShift manages objects with this "
                "prefix",
                "choose another name",
            )
        if given and own.identity not in given:
            yield problem(
                f"{path}.identity",
                "is not one of controlPlaneIdentities.identities",
                "use the name of a configured identity",
            )
        if (own.namespace, own.name) in seen:
            yield problem(f"{path}.name", "occurs twice in its namespace", "rename one")
        seen.add((own.namespace, own.name))
