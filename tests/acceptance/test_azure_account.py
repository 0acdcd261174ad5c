"""A subscription of Azure by tag, on answers as Azure Resource Manager gives them."""

from dataclasses import dataclass, field
from http import HTTPStatus
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

import pytest

from openshift_credentials.live.azure_client import ArmClient
from tests.acceptance import azure_account
from tests.acceptance.account import left_of, sweep
from tests.acceptance.azure_account import AzureAccount
from tests.acceptance.run import TAG, Cloud, Run
from tests.acceptance.samples import SUBSCRIPTION, run_of

ENDPOINT = "https://management.example.com"
SCOPE = f"/subscriptions/{SUBSCRIPTION}"
DEFINITIONS = f"{SCOPE}/providers/Microsoft.Authorization/roleDefinitions"


@dataclass
class Arm:
    """A pipeline to a subscription that is a table; a group goes with all that is in it."""

    groups: dict[str, str] = field(default_factory=dict[str, str])
    definitions: dict[str, str] = field(default_factory=dict[str, str])
    others: dict[str, str] = field(default_factory=dict[str, str])
    members: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    forbidden: str = "nothing"
    sent: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    def format_url(self, url: str) -> str:
        return f"{ENDPOINT}{url}"

    def send_request(self, request: Any, **_: object) -> Any:  # noqa: ANN401 - azure.core's
        parts = urlsplit(str(request.url))
        assert "api-version" in parse_qs(parts.query)
        self.sent.append((request.method, parts.path))
        status, content = self._answer(request.method, parts.path)
        return SimpleNamespace(
            status_code=status, reason="", json=lambda: content, text=lambda: str(content)
        )

    def _answer(self, method: str, path: str) -> tuple[HTTPStatus, object]:
        if path.endswith(self.forbidden):
            return HTTPStatus.FORBIDDEN, {}
        if method == "GET" and path.endswith("/resourcegroups"):
            return HTTPStatus.OK, {"value": self._tagged(self.groups)}
        if method == "GET" and path.endswith("/resources") and "/resourceGroups/" in path:
            found = self.members.get(path.removesuffix("/resources"), [])
            return HTTPStatus.OK, {"value": [{"id": each} for each in found]}
        if method == "GET" and path.endswith("/resources"):
            within = {f"{group}/providers/a": tag for group, tag in self.groups.items()}
            return HTTPStatus.OK, {"value": self._tagged(within | self.others)}
        if method == "GET" and path == DEFINITIONS:
            roles = [
                {"id": id_, "properties": {"assignableScopes": [scope]}}
                for id_, scope in self.definitions.items()
            ]
            return HTTPStatus.OK, {"value": roles}
        if method == "PUT":
            self.groups.setdefault(path, "")
            return HTTPStatus.CREATED, {}
        if method == "DELETE":
            known = self.groups.pop(path, None) or self.definitions.pop(path, None)
            return (HTTPStatus.ACCEPTED if known else HTTPStatus.NO_CONTENT), {}
        there = path in self.groups or path in self.definitions
        return (HTTPStatus.OK if there else HTTPStatus.NOT_FOUND), {}

    @staticmethod
    def _tagged(found: dict[str, str]) -> list[object]:
        return [{"id": id_, "tags": {TAG: tag}} for id_, tag in found.items()]


def account(arm: Arm) -> AzureAccount:
    return AzureAccount(ArmClient(cast("Any", arm), ENDPOINT), SUBSCRIPTION, "westeurope")


def group(run: Run, name: str = "dev") -> str:
    return f"{SCOPE}/resourceGroups/{run.name}-{name}"


RUN = run_of(Cloud.AZURE)


def test_groups_and_custom_roles_of_a_run_are_found_and_removed() -> None:
    others = run_of(Cloud.AZURE, suffix="others")
    role, foreign = f"{DEFINITIONS}/1", f"{DEFINITIONS}/2"
    arm = Arm(
        {group(RUN): RUN.tag, group(others): others.tag},
        {role: group(RUN), foreign: f"{SCOPE}/resourceGroups/shop"},
    )
    assert {item.identifier for item in left_of(account(arm), RUN)} == {group(RUN), role}
    assert len(list(sweep(account(arm), RUN))) == 2
    assert left_of(account(arm), RUN) == []
    assert list(arm.groups) == [group(others)]
    assert list(arm.definitions) == [foreign]


def test_a_custom_role_without_its_group_is_still_found() -> None:
    arm = Arm(definitions={f"{DEFINITIONS}/1": group(RUN)})
    assert [item.identifier for item in left_of(account(arm), RUN)] == [f"{DEFINITIONS}/1"]


def test_what_is_outside_the_groups_is_named_and_not_deleted() -> None:
    other = f"{SCOPE}/resourceGroups/shop/providers/a"
    arm = Arm(others={other: RUN.tag})
    assert [item.identifier for item in left_of(account(arm), RUN)] == [other]
    (line,) = sweep(account(arm), RUN)
    assert line.startswith("not removed: ")
    assert ("DELETE", other) not in arm.sent


@pytest.mark.parametrize("path", ["/resourcegroups", "/resources", "/roleDefinitions"])
def test_a_list_that_is_refused_is_not_an_empty_list(path: str) -> None:
    with pytest.raises(ConnectionError, match="could not be listed: forbidden"):
        left_of(account(Arm(forbidden=path)), RUN)


def test_a_group_and_an_account_are_made_with_the_tag(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(azure_account, "_POLL_SECONDS", 0)
    arm = Arm()
    imports = account(arm).make_by_hand(RUN)
    made = [path for method, path in arm.sent if method == "PUT"]
    assert made == [group(RUN, "by-hand"), imports["storageAccount"]]


def test_the_group_by_hand_goes_when_it_is_empty_alone() -> None:
    mine = group(RUN, "by-hand")
    kept, empty = Arm({mine: RUN.tag}, members={mine: ["a"]}), Arm({mine: RUN.tag})
    for arm in (kept, empty, Arm()):
        account(arm).tidy(RUN)
    assert (list(kept.groups), list(empty.groups)) == ([mine], [])


def test_a_creation_that_is_refused_is_reported() -> None:
    with pytest.raises(ConnectionError, match="by-hand: 403"):
        account(Arm(forbidden="by-hand")).make_by_hand(RUN)
