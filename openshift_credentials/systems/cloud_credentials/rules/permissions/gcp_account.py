"""What the roles of a service account grant of the permissions that a mode needs.

A permission is granted, missing or not known: of a predefined role only the permissions that the
operator needs itself are in the table ``gcp_predefined_roles.yaml``, which names its sources.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Final

from openshift_credentials.base.package_data import package_lists
from openshift_credentials.systems.cloud_credentials.rules.permissions.needed import Needed
from openshift_credentials.systems.cloud_credentials.rules.permissions.operator_permissions import (
    GCP_CUSTOM_ROLE_PERMISSIONS,
    GCP_MINT_PERMISSIONS,
)

_IN_THE_TABLE: Final = frozenset((*GCP_MINT_PERMISSIONS, *GCP_CUSTOM_ROLE_PERMISSIONS))


@dataclass(frozen=True, slots=True)
class AccountGrants:
    """What an account lacks for certain, and what the settings do not decide.

    ``missing`` are permissions, ``unknown`` are permissions and predefined roles.
    """

    missing: tuple[str, ...]
    unknown: tuple[str, ...]


@cache
def predefined_roles() -> Mapping[str, tuple[str, ...]]:
    """Permissions that the operator needs itself, by the predefined roles that are known."""
    return package_lists(__name__.rpartition(".")[0], "gcp_predefined_roles.yaml")


def account_grants(
    need: Needed, roles: Collection[str], permissions: Collection[str]
) -> AccountGrants:
    """Compare what a mode needs with predefined roles and with permissions of custom roles."""
    missing = tuple(
        name for name in need.permissions if _is_granted(name, roles, permissions) is False
    )
    return AccountGrants(missing, tuple(_unknown(need, roles, permissions)))


def _unknown(need: Needed, roles: Collection[str], permissions: Collection[str]) -> Iterator[str]:
    for name in need.permissions:
        if _is_granted(name, roles, permissions) is None:
            yield name
    yield from (role for role in need.roles if role not in roles)


def _is_granted(
    permission: str, roles: Collection[str], permissions: Collection[str]
) -> bool | None:
    known = predefined_roles()
    granted = chain(permissions, *(known.get(role, ()) for role in roles))
    if permission in granted:
        return True
    is_decided = permission in _IN_THE_TABLE and all(role in known for role in roles)
    return False if is_decided or not roles else None
