"""Changes for identities between the CredentialsRequests of two releases."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from openshift_credentials.platforms.credentials_requests import (
    CredentialsRequest,
    ProviderKind,
    ProviderSpecError,
    aws_provider_spec,
    azure_provider_spec,
    gcp_provider_spec,
    ibm_cloud_permissions,
    vsphere_privileges,
)
from openshift_credentials.platforms.credentials_requests.reader import kind_of
from openshift_credentials.platforms.go.json import marshal, sort_members


class Change(StrEnum):
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class Delta:
    """Additions and removals of a request under one heading, such as ``permissions``."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestChange:
    """One request that differs between the releases.

    ``before_upgrade``: the identity needs additional permissions before the cluster is upgraded.
    Removals can be applied afterwards.
    """

    change: Change
    name: str
    namespace: str
    kind: str
    secret: str
    deltas: Mapping[str, Delta]

    @property
    def before_upgrade(self) -> bool:
        return self.change is Change.ADDED or any(delta.added for delta in self.deltas.values())


def diff(old: Sequence[CredentialsRequest], new: Sequence[CredentialsRequest]) -> tuple[RequestChange, ...]:
    """Changes by request, sorted by namespace and name; empty if there are none.

    Order, duplicates and files are ignored. Requests are matched by namespace and name; the last
    duplicate counts.
    """
    before, after = ({(item.namespace, item.name): item for item in group} for group in (old, new))
    changes = (_change(before.get(key), after.get(key)) for key in sorted(before.keys() | after.keys()))
    return tuple(change for change in changes if change is not None)


def _change(before: CredentialsRequest | None, after: CredentialsRequest | None) -> RequestChange | None:
    shown = after or before
    if shown is None:
        return None
    facts = [{} if item is None else _facts(item) for item in (before, after)]
    deltas = {
        heading: Delta(tuple(sorted(new - old)), tuple(sorted(old - new)))
        for heading in {**facts[0], **facts[1]}
        if (old := facts[0].get(heading, frozenset())) != (new := facts[1].get(heading, frozenset()))
    }
    if before is not None and after is not None:
        if not deltas:
            return None
        change = Change.CHANGED
    else:
        change = Change.ADDED if before is None else Change.REMOVED
    return RequestChange(
        change=change,
        name=shown.name,
        namespace=shown.namespace,
        kind=kind_of(shown),
        secret=str(shown.secret),
        deltas=deltas,
    )


def _facts(request: CredentialsRequest) -> dict[str, frozenset[str]]:
    facts = {
        "secret": frozenset([str(request.secret)]),
        "serviceAccounts": frozenset(request.service_accounts),
        "cloudTokenPath": frozenset([request.cloud_token_path] if request.cloud_token_path else []),
        "kind": frozenset([kind_of(request)]),
    }
    try:
        facts |= {name: frozenset(item) for name, item in _permissions(request)}
    except ProviderSpecError:
        facts["providerSpec"] = frozenset([request.provider_spec or ""])
    return {name: fact for name, fact in facts.items() if fact}


def _permissions(request: CredentialsRequest) -> Iterator[tuple[str, Iterator[str]]]:
    spec = request.provider_spec
    match kind_of(request):
        case ProviderKind.AWS:
            yield "permissions", _aws(spec)
        case ProviderKind.AZURE:
            azure = azure_provider_spec(spec)
            yield "permissions", iter(azure.permissions)
            yield "dataPermissions", iter(azure.data_permissions)
            yield "roles", iter(azure.role_bindings)
        case ProviderKind.GCP:
            gcp = gcp_provider_spec(spec)
            yield "permissions", iter(gcp.permissions)
            yield "roles", iter(gcp.predefined_roles)
        case ProviderKind.VSPHERE:
            yield "permissions", iter(vsphere_privileges(spec))
        case (ProviderKind.IBM_CLOUD | ProviderKind.POWER_VS) as kind:
            yield "permissions", iter(ibm_cloud_permissions(ProviderKind(kind), spec))
        case _:
            return


def _aws(spec: str | None) -> Iterator[str]:
    """Each action with its effect, resource and condition, if these are not the defaults."""
    for entry in aws_provider_spec(spec).statement_entries:
        parts = [] if entry.effect == "Allow" else [f"({entry.effect})"]
        parts += [] if entry.resource == "*" else [f"on {entry.resource}"]
        if entry.policy_condition:
            parts.append(f"if {marshal(sort_members(entry.policy_condition))}")
        for action in entry.action or ():
            yield " ".join((action, *parts))
