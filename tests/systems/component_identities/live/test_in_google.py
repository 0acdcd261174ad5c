"""Service accounts and custom roles beside a stand-in of Google Cloud."""

from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final, cast

import pytest
import requests

from openshift_credentials.live.check import MANAGED, Check, State, unread
from openshift_credentials.live.clouds import RestClient, observe_rest
from openshift_credentials.live.observed import GoogleRead, Observed
from openshift_credentials.stack.request_folder import with_requests
from openshift_credentials.systems.component_identities.live import OPERATION
from openshift_credentials.systems.component_identities.plan import plan_service_accounts
from openshift_credentials.systems.component_identities.settings import ComponentIdentitiesSettings
from tests.kit.places import REPOSITORY
from tests.live.api_server import ApiServer, passing_without_an_answer, serving

Google = dict[str, Any]


def settings(*, existing: str | None = None, **gcp: object) -> ComponentIdentitiesSettings:
    folder = "examples/sts-gcp/credrequests"
    place = {
        "project": "my-project",
        "projectNumber": "123456789012",
        "pool": "mycluster",
        "provider": "mycluster",
        **gcp,
    }
    branch = {"name": "mycluster", "requests": folder, "gcp": place, "existing": existing}
    expanded = with_requests(branch, Path(REPOSITORY), path="componentIdentities.requests")
    return ComponentIdentitiesSettings.model_validate(expanded.branch)


SETTINGS: Final = settings()
ACCOUNTS: Final = {
    account.request: account for account in plan_service_accounts(SETTINGS, cast("Any", SETTINGS.gcp)).identities
}
INGRESS: Final = ACCOUNTS["openshift-ingress-gcp"]
ACCOUNT: Final = f"/iam/v1/projects/my-project/serviceAccounts/{INGRESS.email}"
ROLE: Final = f"/iam/v1/{INGRESS.custom_role}"


def good() -> Google:
    """Everything as the stack creates it, by service and path."""
    accounts = {
        f"/iam/v1/projects/my-project/serviceAccounts/{account.email}": {"email": account.email}
        for account in ACCOUNTS.values()
    }
    return {ROLE: {"includedPermissions": list(INGRESS.permissions)}, **accounts}


def observed(google: Google, own: ComponentIdentitiesSettings = SETTINGS) -> Observed:
    reads = [read for read in OPERATION.cloud_reads(own) if isinstance(read, GoogleRead)]
    with serving(ApiServer(google)) as server:
        return observe_rest(reads, RestClient(requests.Session(), server.url), 5)


def checks(google: Google, own: ComponentIdentitiesSettings = SETTINGS) -> list[Check]:
    answers = observed(google, own).together_with(Observed({MANAGED: []}))
    found = [*unread(OPERATION.cloud_reads(own), answers), *OPERATION.cloud(own, answers)]
    return [check for check in found if check.state is not State.PASSED]


def test_an_empty_project_is_ready_for_the_first_update() -> None:
    assert checks({}) == []


def without(path: str) -> Google:
    return {key: value for key, value in good().items() if key != path}


@pytest.mark.parametrize(
    ("google", "code", "said"),
    [
        (without(ACCOUNT), "cloud-absent", "does not exist"),
        ({**good(), ACCOUNT: {"disabled": True}}, "cloud-disabled", "disabled"),
        (
            {**good(), ROLE: {"includedPermissions": ["dns.changes.create"]}},
            "cloud-role-permissions",
            "dns.resourceRecordSets.create, dns.resourceRecordSets.list",
        ),
        ({**good(), ROLE: {"deleted": True}}, "cloud-role", "is deleted"),
        (without(ROLE), "cloud-role", "does not exist"),
    ],
)
def test_what_exists_is_reported_if_it_cannot_be_used(google: Google, code: str, said: str) -> None:
    own = settings(existing="keep")
    assert checks(good(), own) == []
    (found,) = checks(google, own)
    assert (found.code, found.state) == (code, State.FAILED)
    assert said in found.detail
    assert found.way_out


def test_a_custom_role_of_another_cluster_is_used_on_request() -> None:
    shared: Google = {ROLE: good()[ROLE]}
    (found,) = checks(shared)
    assert found.code == "cloud-exists"
    assert "componentIdentities.gcp.customRoles to existing" in found.way_out
    assert checks(shared, settings(customRoles="existing")) == []


def test_a_shared_role_without_a_permission_is_reported_with_the_command() -> None:
    shared = {ROLE: {"includedPermissions": ["dns.changes.create"]}}
    (found,) = checks(shared, settings(customRoles="existing"))
    assert found.code == "cloud-role-permissions"
    assert found.way_out == (
        f"run 'gcloud iam roles update {INGRESS.custom_role_id} --project my-project "
        "--add-permissions dns.resourceRecordSets.create,dns.resourceRecordSets.list'"
    )


def test_accounts_that_exist_are_adopted_on_request() -> None:
    assert {check.code for check in checks(good())} == {"cloud-exists"}


def test_an_account_to_adopt_that_does_not_exist_is_reported() -> None:
    found = checks({ROLE: good()[ROLE]}, settings(existing="keep"))
    assert [(check.code, check.state) for check in found] == [("cloud-absent", State.FAILED)] * 2
    assert {check.way_out for check in found} == {"correct componentIdentities.existingIds"}


def test_what_was_not_read_is_unknown_and_never_passed() -> None:
    answers = observed(good())

    def judge(found: Observed) -> Iterator[Check]:
        return OPERATION.cloud(SETTINGS, found)

    assert list(passing_without_an_answer(judge, answers)) == []
    refused = checks(dict.fromkeys(good(), HTTPStatus.FORBIDDEN))
    assert {check.state for check in refused} == {State.UNKNOWN}


def test_identities_on_another_cloud_ask_google_nothing() -> None:
    assert OPERATION.cloud_reads(SETTINGS.model_copy(update={"gcp": None})) == ()
