"""A subscription of Azure, through Azure Resource Manager."""

import time
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any, Final

from openshift_credentials.live.azure_client import ArmClient, observe_azure
from openshift_credentials.live.cloud import ArmRead
from tests.acceptance.account import Tagged, UnknownKindError
from tests.acceptance.run import TAG, Run, is_ours
from tests.acceptance.stacks import account_name, by_hand

GROUP, RESOURCE, DEFINITION = "resource group", "resource", "role definition"
_SECONDS: Final = 30.0
_POLL_SECONDS: Final = 5.0
_PATIENCE_SECONDS: Final = 1200.0
"""How long Azure may take to delete a group with everything in it."""
_VERSIONS: Final = {GROUP: "2021-04-01", RESOURCE: "2021-04-01", DEFINITION: "2022-04-01"}
"""Versions of Microsoft.Resources and Microsoft.Authorization."""
_STORAGE: Final = "2023-05-01"


class AzureAccount:
    """A run's stacks make groups of their own, so that a group takes nearly all with it.

    Custom roles belong to the tenant, have no tags, and are found by the groups of their scopes.
    """

    def __init__(self, client: ArmClient, subscription: str, location: str) -> None:
        self._client = client
        self._scope = f"/subscriptions/{subscription}"
        self._location = location

    def make_by_hand(self, run: Run) -> Mapping[str, str]:
        """A group and a storage account, as a person makes them in the portal."""
        group = f"{self._scope}/resourceGroups/{by_hand(run)}"
        account = (
            f"{group}/providers/Microsoft.Storage/storageAccounts/{account_name(run, 'import')}"
        )
        body: dict[str, Any] = {"location": self._location, "tags": dict(run.tags)}
        self._put(group, _VERSIONS[GROUP], body)
        properties = {"encryption": {"requireInfrastructureEncryption": True}}
        shape = {"kind": "StorageV2", "sku": {"name": "Standard_ZRS"}, "properties": properties}
        self._put(account, _STORAGE, {**body, **shape})
        self._await(account, _STORAGE, there=True)
        return {"storageAccount": account}

    def empty_stores(self, run: Run) -> None:
        """Nothing to do: Azure deletes an account with everything in it."""

    def tidy(self, run: Run) -> None:
        """Delete the group, if the stack has taken everything out of it again."""
        group = f"{self._scope}/resourceGroups/{by_hand(run)}"
        if self._send("GET", group, _VERSIONS[GROUP], None) == HTTPStatus.OK:
            if self._list(RESOURCE, f"{group}/resources"):
                return  # is listed as left, with its group
            self.remove(Tagged(GROUP, group, run.tag))

    def tagged(self) -> Iterator[Tagged]:
        groups = self._list(GROUP, f"{self._scope}/resourcegroups", f"tagName eq '{TAG}'")
        for group in groups:
            yield Tagged(GROUP, group["id"], str(group["tags"][TAG]))
        within = {str(group["id"]).lower(): str(group["tags"][TAG]) for group in groups}
        for found in self._list(RESOURCE, f"{self._scope}/resources", f"tagName eq '{TAG}'"):
            identifier = str(found["id"])
            if not any(identifier.lower().startswith(f"{group}/") for group in within):
                yield Tagged(RESOURCE, identifier, str(found["tags"].get(TAG, "")))
        definitions = f"{self._scope}/providers/Microsoft.Authorization/roleDefinitions"
        for role in self._list(DEFINITION, definitions, "type eq 'CustomRole'"):
            for scope in role["properties"].get("assignableScopes") or ():
                group = str(scope).lower().partition("/resourcegroups/")[2].partition("/")[0]
                if is_ours(group):
                    owner = next((tag for id_, tag in within.items() if id_.endswith(group)), "")
                    yield Tagged(DEFINITION, role["id"], owner or f"{group.split('-')[1]}-0")
                    break

    def remove(self, item: Tagged) -> None:
        """Delete it, and wait until it is gone."""
        version = _VERSIONS[item.kind]
        if item.kind == RESOURCE:
            raise UnknownKindError(item)
        status = self._send("DELETE", item.identifier, version, None)
        if status not in {HTTPStatus.NOT_FOUND, HTTPStatus.NO_CONTENT}:
            self._await(item.identifier, version, there=False)

    def _list(self, kind: str, path: str, filter_: str | None = None) -> list[Any]:
        read = ArmRead(name=kind, path=path, api_version=_VERSIONS[kind], filter=filter_)
        observed = observe_azure([read], self._client, _SECONDS)
        if obstacle := observed.obstacles.get(kind):
            raise ConnectionError(f"{path} could not be listed: {obstacle}")
        return list(observed.all(kind))

    def _put(self, path: str, version: str, body: Mapping[str, Any]) -> None:
        self._send("PUT", path, version, body)

    def _await(self, path: str, version: str, *, there: bool) -> None:
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while time.monotonic() < deadline:
            found = self._send("GET", path, version, None) == HTTPStatus.OK
            if found is there:
                return
            time.sleep(_POLL_SECONDS)
        raise TimeoutError(f"{path} is {'not ' if there else ''}there after {_PATIENCE_SECONDS} s")

    def _send(
        self, method: str, path: str, version: str, body: Mapping[str, Any] | None
    ) -> HTTPStatus:
        from azure.core.rest import HttpRequest  # noqa: PLC0415 - only Azure pays for it

        url = f"{self._client.endpoint}{path}?api-version={version}"
        request = HttpRequest(method, url, json=body)
        answer = self._client.pipeline.send_request(request, connection_timeout=_SECONDS)
        status = HTTPStatus(answer.status_code)
        if status < HTTPStatus.MULTIPLE_CHOICES or (
            status == HTTPStatus.NOT_FOUND and method != "PUT"
        ):
            return status
        raise ConnectionError(f"{method} {path}: {status.value} {answer.text()[:300]}")
