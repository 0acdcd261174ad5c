"""Permissions of a cloud, and their union."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from openshift_credentials.base.json_values import is_array
from openshift_credentials.platforms.aws.policies.evaluation import Need
from openshift_credentials.platforms.credentials_requests import ProviderKind, StatementEntry
from openshift_credentials.platforms.go.json import marshal, sort_members


class OperatorCloud(StrEnum):
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
    OperatorCloud.AWS: ProviderKind.AWS,
    OperatorCloud.AZURE: ProviderKind.AZURE,
    OperatorCloud.GCP: ProviderKind.GCP,
    OperatorCloud.OPENSTACK: ProviderKind.OPENSTACK,
    OperatorCloud.VSPHERE: ProviderKind.VSPHERE,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Needed:
    """Permissions of one cloud; fields that the cloud does not have are empty.

    ``source`` describes their source. ``statements`` are of AWS; ``permissions`` of Azure and
    Google Cloud, ``data_permissions`` of Azure; ``roles`` are roles by name, whose permissions are
    not known here; ``privileges`` are of vSphere.
    """

    source: str = ""
    statements: tuple[StatementEntry, ...] = ()
    permissions: tuple[str, ...] = ()
    data_permissions: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    privileges: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All permissions as plain texts, each once."""
        actions = (need.action for need in needs_of(self.statements))
        return tuple(dict.fromkeys((*actions, *self.permissions, *self.data_permissions, *self.privileges)))


def merge(source: str, parts: Sequence[Needed]) -> Needed:
    """The permissions of all parts together, each once."""
    return Needed(
        source=source,
        statements=union_statements(entry for part in parts for entry in part.statements),
        permissions=_union(part.permissions for part in parts),
        data_permissions=_union(part.data_permissions for part in parts),
        roles=_union(part.roles for part in parts),
        privileges=_union(part.privileges for part in parts),
    )


def union_statements(entries: Iterable[StatementEntry]) -> tuple[StatementEntry, ...]:
    """Merged statements with the same permissions, one per resource and condition.

    Actions are sorted and unique; deny statements are not changed.
    """
    actions: defaultdict[tuple[str, str, str], set[str]] = defaultdict(set)
    conditions: dict[str, Mapping[str, Mapping[str, object] | None]] = {}
    for entry in entries:
        condition = marshal(sort_members(entry.policy_condition or {}))
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


def needs_of(statements: Sequence[StatementEntry]) -> tuple[Need, ...]:
    """The needs of allowing statements of CredentialsRequests, each once.

    A condition of a request describes the circumstances of the component's calls: it becomes the
    context of the evaluation.
    """
    needs = (
        Need(action, entry.resource, _context(entry))
        for entry in statements
        if entry.effect == "Allow"
        for action in entry.action or ()
    )
    return tuple(dict.fromkeys(needs))


def _context(entry: StatementEntry) -> tuple[tuple[str, str], ...]:
    pairs: list[tuple[str, str]] = []
    for keys in (entry.policy_condition or {}).values():
        for key, value in (keys or {}).items():
            first = value[0] if is_array(value) and value else value
            pairs.append((key, str(first).lower() if isinstance(first, bool) else str(first)))
    return tuple(sorted(pairs))
