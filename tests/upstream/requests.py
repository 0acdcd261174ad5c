"""CredentialsRequests of a release, compared with the permissions that our tables document."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from openshift_credentials.base.json_values import (
    object_items,
    object_member,
    text_items,
    text_member,
)
from openshift_credentials.platforms.credentials_requests import ProviderKind
from openshift_credentials.platforms.credentials_requests.provider_specs import (
    ProviderSpecError,
    decode_provider_spec,
)
from openshift_credentials.systems.cloud_credentials.rules.permissions.documented import (
    documented_permissions,
)
from tests.upstream.symbols import requests_in

_CLOUDS: Final = {ProviderKind.AWS: "AWS", ProviderKind.AZURE: "Azure"}


def request_differences(folder: Path) -> Iterator[str]:
    """Requests and permissions that are only in the release, or only in our tables."""
    ours = _documented()
    for name, request in sorted(requests_in(folder).items()):
        spec = object_member(object_member(request, "spec"), "providerSpec")
        kind = text_member(spec, "kind")
        if kind not in set(ProviderKind):
            yield f"{name}: provider spec {kind!r} is not one of ours"
            continue
        try:
            decode_provider_spec(ProviderKind(kind), json.dumps(spec))
        except ProviderSpecError as error:
            yield f"{name}: {error}"
        if kind not in _CLOUDS:
            continue
        if (kind, name) not in ours:
            yield f"{name}: a request for {_CLOUDS[ProviderKind(kind)]} that our table lacks"
            continue
        theirs, known = permissions(spec), ours[kind, name]
        if added := sorted(theirs - known):
            yield f"{name}: only in the release: {', '.join(added)}"
        if removed := sorted(known - theirs):
            yield f"{name}: only in our table: {', '.join(removed)}"


def permissions(spec: Mapping[str, object]) -> set[str]:
    """Actions, permissions and roles of a provider spec."""
    entries = object_items(spec, "statementEntries")
    found = {action for entry in entries for action in text_items(entry, "action")}
    found |= {text_member(binding, "role") for binding in object_items(spec, "roleBindings")}
    found |= {*text_items(spec, "permissions"), *text_items(spec, "dataPermissions")}
    return found


def _documented() -> dict[tuple[str, str], set[str]]:
    tables = documented_permissions()
    return {
        **{(ProviderKind.AWS, row.request): {*row.actions, *row.grants} for row in tables.aws},
        **{
            (ProviderKind.AZURE, row.request): {*row.permissions, *row.data_permissions, *row.roles}
            for row in tables.azure
        },
    }
