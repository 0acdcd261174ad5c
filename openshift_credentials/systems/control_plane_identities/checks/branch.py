"""Rules between settings of control-plane identities, checked on the raw tree."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.azure import text_rules as azure_rules
from openshift_credentials.platforms.azure.clouds import AzureCloud
from openshift_credentials.platforms.azure.managed_identity.storage import (
    ObjectEncoding,
)
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.tree import Tree, as_group
from openshift_credentials.systems.control_plane_identities.checks.documents import (
    KEY,
    document_problems,
)
from openshift_credentials.systems.control_plane_identities.checks.vaults import vault_problems
from openshift_credentials.systems.control_plane_identities.plan.references import (
    reference_problems,
)
from openshift_credentials.systems.control_plane_identities.rules.authentication_type import (
    AuthenticationType,
)
from openshift_credentials.systems.control_plane_identities.rules.components import (
    Component,
    script_secret_name,
)
from openshift_credentials.systems.control_plane_identities.rules.csi_provider import mount
from openshift_credentials.systems.control_plane_identities.rules.hosted_cluster import (
    SUPPORTED_CLOUDS,
)
from openshift_credentials.systems.control_plane_identities.rules.hosted_cluster_rules import (
    CAPABILITIES,
)
from openshift_credentials.systems.control_plane_identities.rules.secret_provider_class import (
    RESERVED_PREFIX,
    objects_text,
)

_MANAGED_ONLY: Final = ("vault", "keyVaultUser", "identities", "dataPlane", "secretProviderClasses")
_NEEDED: Final = ("vault", "keyVaultUser", "identities")
_TYPES: Final = tuple(AuthenticationType)


def branch_problems(
    root: Mapping[str, object], secret_keys: Collection[str] = ()
) -> Iterator[Notice]:
    """All problems between settings; ``secret_keys`` are the paths of encrypted settings."""
    tree = Tree(root, secret_keys)
    kind = tree.value(f"{KEY}.type") or AuthenticationType.MANAGED_IDENTITIES
    yield from _capability_problems(tree)
    yield from vault_problems(tree)
    yield from reference_problems(tree)
    if kind == AuthenticationType.WORKLOAD_IDENTITIES:
        yield from _workload_problems(tree)
    elif kind == AuthenticationType.MANAGED_IDENTITIES:
        yield from _managed_problems(tree)


def _problem(path: str, rule: str, way_out: str) -> Notice:
    return invalid(f"{KEY}.{path}", rule, way_out)


def _identities(tree: Tree) -> dict[Component, Mapping[str, object]]:
    """The identities that are groups, with their raw settings."""
    given = as_group(tree.value(f"{KEY}.identities"))
    return {each: as_group(given[each]) for each in Component if as_group(given.get(each))}


def _capability_problems(tree: Tree) -> Iterator[Notice]:
    disabled = tree.items(f"{KEY}.disabledCapabilities")
    for index, name in enumerate(disabled):
        if isinstance(name, str) and name not in CAPABILITIES:
            yield _problem(
                f"disabledCapabilities[{index}]",
                f"must be one of {', '.join(CAPABILITIES)}",
                "choose one of them",
            )
    if "Ingress" in disabled and "Console" not in disabled:
        yield _problem(
            "disabledCapabilities",
            "can contain Ingress only together with Console",
            "add Console, or remove Ingress",
        )


def _workload_problems(tree: Tree) -> Iterator[Notice]:
    for name in _MANAGED_ONLY:
        if tree.value(f"{KEY}.{name}") is not None:
            yield _problem(
                name,
                "has no effect with type WorkloadIdentities, whose identities log in with tokens",
                "remove it, or set type to ManagedIdentities",
            )


def _managed_problems(tree: Tree) -> Iterator[Notice]:
    for name in _NEEDED:
        if tree.value(f"{KEY}.{name}") is None:
            yield _problem(name, "is required with type ManagedIdentities", "set it")
    if tree.value(f"{KEY}.topology") is not None:
        yield _problem("topology", "has no effect with type ManagedIdentities", "remove it")
    cloud = tree.text(f"{KEY}.cloud")
    if cloud in set(AzureCloud) and cloud not in SUPPORTED_CLOUDS:
        yield _problem(
            "cloud",
            f"cannot be {cloud} with type ManagedIdentities: node pools do not support it",
            f"choose one of {', '.join(SUPPORTED_CLOUDS)}",
        )
    if tree.value(f"{KEY}.customRoles") is True:
        yield _problem(
            "customRoles",
            "would assign a role to nodePoolManagement by its display name, which Azure rejects",
            "remove it: the identities then get the role Contributor",
        )
    identities = _identities(tree)
    yield from _presence_problems(tree, identities)
    yield from _id_problems(tree, identities)
    yield from _name_problems(tree, identities)
    yield from _class_problems(tree, identities)
    for component, identity in identities.items():
        yield from document_problems(tree, component, identity)


def _presence_problems(
    tree: Tree, identities: Mapping[Component, Mapping[str, object]]
) -> Iterator[Notice]:
    disabled = "ImageRegistry" in tree.items(f"{KEY}.disabledCapabilities")
    if identities and Component.IMAGE_REGISTRY not in identities and not disabled:
        yield _problem(
            "identities.imageRegistry",
            "is required: without it the image registry operator has no identity, and the API "
            "does not report that",
            "set it, or add ImageRegistry to disabledCapabilities",
        )
    wanted = tree.value(f"{KEY}.kms") is not None
    if identities and wanted and Component.KMS not in identities:
        yield _problem("identities.kms", "is required with kms", "set it")
    if not wanted and Component.KMS in identities:
        yield _problem("identities.kms", "has no effect without kms", "remove it, or add kms")


def _id_problems(
    tree: Tree, identities: Mapping[Component, Mapping[str, object]]
) -> Iterator[Notice]:
    """Client IDs and principal IDs are not swapped and not used twice."""
    pairs: dict[str, Mapping[str, object]] = {
        f"identities.{component}": identity for component, identity in identities.items()
    }
    pairs["keyVaultUser"] = as_group(tree.value(f"{KEY}.keyVaultUser"))
    data_plane = as_group(tree.value(f"{KEY}.dataPlane"))
    pairs |= {f"dataPlane.{name}": as_group(value) for name, value in data_plane.items()}
    seen: dict[str, str] = {}
    for path, members in pairs.items():
        for name in ("clientId", "principalId"):
            value = members.get(name)
            if not isinstance(value, str) or azure_rules.GUID.problem(value):
                continue
            other = seen.setdefault(value.lower(), f"{path}.{name}")
            if other == f"{path}.clientId" and name == "principalId":
                yield _problem(
                    f"{path}.principalId",
                    "is the client ID; it must be the principal (object) ID of the same identity",
                    "copy the principal (object) ID",
                )
            elif other != f"{path}.{name}":
                yield _problem(
                    f"{path}.{name}", f"is the same as {other}", "use a different one per identity"
                )


def _secret_name(tree: Tree, component: Component, identity: Mapping[str, object]) -> str:
    name = identity.get("secretName")
    infra_id = tree.text(f"{KEY}.infraId") or ""
    default = script_secret_name(component, infra_id) or f"{component}-{infra_id}-json"
    return name if isinstance(name, str) else default


def _name_problems(
    tree: Tree, identities: Mapping[Component, Mapping[str, object]]
) -> Iterator[Notice]:
    names = {each: _secret_name(tree, each, identities[each]) for each in identities}
    number = Counter(name.lower() for name in names.values())
    for component, name in names.items():
        path = f"identities.{component}.secretName"
        if number[name.lower()] > 1:
            yield _problem(
                path,
                "is also the name of another identity's secret; vaults ignore case",
                "choose another name",
            )
        result = mount(objects_text(name, ObjectEncoding.UTF_8), "{}")
        if re.fullmatch("[a-zA-Z0-9-]+", name) and result.file != name:
            yield _problem(path, "has another meaning in YAML, so no pod can mount it", "rename it")


def _class_problems(
    tree: Tree, identities: Mapping[Component, Mapping[str, object]]
) -> Iterator[Notice]:
    seen: set[tuple[object, object]] = set()
    for index, item in enumerate(tree.items(f"{KEY}.secretProviderClasses")):
        path = f"secretProviderClasses[{index}]"
        members = as_group(item)
        name, identity = members.get("name"), members.get("identity")
        if isinstance(name, str) and name.startswith(RESERVED_PREFIX):
            yield _problem(
                f"{path}.name",
                f"must not start with {RESERVED_PREFIX}: HyperShift manages objects with this "
                "prefix",
                "choose another name",
            )
        if identity in set(Component) and identities and identity not in identities:
            yield _problem(
                f"{path}.identity",
                "is not one of controlPlaneIdentities.identities",
                "use the name of a configured identity",
            )
        key = (members.get("namespace"), name)
        if name is not None and key in seen:
            yield _problem(f"{path}.name", "occurs twice in its namespace", "rename one")
        seen.add(key)
