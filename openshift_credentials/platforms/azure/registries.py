"""Azure Container Registry: names, resource IDs, and the role that a pull needs.

Sources: Azure built-in roles; "Microsoft Entra permissions and role assignments overview" of
Azure Container Registry (registries with ABAC conditions ignore AcrPull).
"""

import re
from enum import StrEnum
from typing import Final, assert_never

from openshift_credentials.base.text_rule import TextRule

from .identifiers import Role, resource_group_id

REGISTRY_NAME: Final = TextRule(
    "5 to 50 letters and digits", re.compile(r"[a-zA-Z0-9]+"), "teamimages", minimum=5, maximum=50
)

ACR_PULL: Final = Role(
    "7f951dda-4ed3-4680-a7ca-43fe172d538d", "AcrPull", ("Microsoft.ContainerRegistry/registries/pull/read",), ()
)
REPOSITORY_READER: Final = Role(
    "b93aa761-3e63-49ed-ac28-beffa264f7ac",
    "Container Registry Repository Reader",
    (),
    (
        "Microsoft.ContainerRegistry/registries/repositories/content/read",
        "Microsoft.ContainerRegistry/registries/repositories/metadata/read",
    ),
)

CONDITION_VERSION: Final = "2.0"
"""Version of the condition language, which an assignment also contains."""

_IMAGE: Final = re.compile(
    r"(?P<registry>[a-z0-9]{5,50})\.azurecr\.(?P<zone>io|cn|us|de)"
    r"/(?P<name>[a-z0-9]+(?:[._/-]+[a-z0-9]+)*)"
)


class PermissionMode(StrEnum):
    """Permission mode of a registry: access to all of it, or to repositories by a condition."""

    REGISTRY = "registry"
    REPOSITORIES = "repositories"


def registry_id(subscription_id: str, resource_group: str, registry: str) -> str:
    """Resource ID of a registry."""
    group = resource_group_id(subscription_id, resource_group)
    return f"{group}/providers/Microsoft.ContainerRegistry/registries/{registry}"


def parse_repository(image: str) -> tuple[str, str] | None:
    """Registry (in lower case) and repository of an image, or ``None``."""
    match = _IMAGE.fullmatch(image)
    return (match["registry"], match["name"]) if match else None


def pull_role(mode: PermissionMode) -> Role:
    """The role that allows an identity to pull."""
    match mode:
        case PermissionMode.REGISTRY:
            return ACR_PULL
        case PermissionMode.REPOSITORIES:
            return REPOSITORY_READER
        case _:
            assert_never(mode)


def repository_condition(repositories: list[str]) -> str:
    """The ABAC condition that limits :data:`REPOSITORY_READER` to repositories.

    Source: "Attribute-based access control for Azure Container Registry".
    """
    attribute = "@Request[Microsoft.ContainerRegistry/registries/repositories:name]"
    names = sorted(set(repositories))
    allowed = " OR ".join(f"{attribute} StringEqualsIgnoreCase '{name}'" for name in names)
    actions = " AND ".join(f"!(ActionMatches{{'{action}'}})" for action in REPOSITORY_READER.data_actions)
    return f"(({actions}) OR ({allowed}))"
