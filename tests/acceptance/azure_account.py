"""What a run has in a subscription of Azure: groups by name, and custom roles by their scopes."""

import time
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlencode

from typing_extensions import override

from openshift_credentials.live.clouds import RestClient
from tests.acceptance.run import Account, Item, Run

GROUP, DEFINITION = "resource group", "role definition"
_SECONDS: Final = 30.0
_POLL_SECONDS: Final = 5.0
_PATIENCE_SECONDS: Final = 1200.0
"""How long Azure may take to delete a group with everything in it."""
_VERSIONS: Final = {GROUP: "2021-04-01", DEFINITION: "2022-04-01"}
_IN_GROUPS: Final = "/resourcegroups/"


class AzureAccount(Account):
    """A run's stacks make groups of their own, so that a group takes nearly all with it."""

    def __init__(self, run: Run, client: RestClient) -> None:
        self._run = run
        self._client = client

    @override
    def own(self) -> list[Item]:
        return [*self._groups(), *self._definitions()]

    @override
    def empty(self) -> None:
        """Nothing to do: Azure deletes an account with everything in it."""

    @override
    def remove(self, item: Item) -> None:
        """Delete it, and wait until it is gone."""
        url = self._url(item.kind, item.name)
        self._send("DELETE", url)
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while self._send("GET", url) is not None:
            if time.monotonic() > deadline:
                raise TimeoutError(f"{item} is still there after {_PATIENCE_SECONDS:.0f} s")
            time.sleep(_POLL_SECONDS)

    def _groups(self) -> Iterator[Item]:
        for group in self._list(GROUP, "/resourcegroups"):
            if self._run.owns(group["name"]):
                yield Item(GROUP, group["id"])

    def _definitions(self) -> Iterator[Item]:
        """Custom roles of the name, or assignable in groups of the run and nowhere else.

        Without ``atScopeAndBelow()`` Azure leaves out what is assignable in a group alone.
        """
        at = "/providers/Microsoft.Authorization/roleDefinitions"
        for role in self._list(DEFINITION, at, "atScopeAndBelow()"):
            properties = role["properties"]
            scopes = [str(each).lower() for each in properties["assignableScopes"]]
            groups = [each.partition(_IN_GROUPS)[2].partition("/")[0] for each in scopes]
            ours = self._run.owns(properties["roleName"]) or all(map(self._run.owns, groups))
            if properties["type"] == "CustomRole" and scopes and ours:
                yield Item(DEFINITION, role["id"])

    def _list(self, kind: str, path: str, filter_: str = "") -> Iterator[Any]:
        url = self._url(kind, f"/subscriptions/{self._run.place}{path}", filter_)
        while url:
            page = self._send("GET", url)
            if page is None:
                raise ConnectionError(f"{path} could not be listed: there is no such subscription")
            yield from page["value"]
            url = page.get("nextLink") or ""

    def _url(self, kind: str, path: str, filter_: str = "") -> str:
        query = {"api-version": _VERSIONS[kind]} | ({"$filter": filter_} if filter_ else {})
        return f"{self._client.endpoint}{path}?{urlencode(query)}"

    def _send(self, method: str, url: str) -> Any | None:  # noqa: ANN401 - as Azure answers
        """The answer; ``None`` if there is no such resource."""
        if not url.startswith(f"{self._client.endpoint}/"):
            raise ConnectionError(f"{url}: the token is for {self._client.endpoint} alone")
        answer = self._client.session.request(method, url, timeout=_SECONDS)
        if answer.status_code == HTTPStatus.NOT_FOUND:
            return None
        if answer.status_code >= HTTPStatus.MULTIPLE_CHOICES:
            raise ConnectionError(f"{method} {url}: {answer.status_code} {answer.text[:300]}")
        return answer.json() if method == "GET" else {}
