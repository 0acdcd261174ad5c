"""Service accounts, roles and bindings beside a stand-in of Google Cloud."""

from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final, cast

import pytest
import requests

from openshift_credentials.live.check import Check, Purpose, State, unread
from openshift_credentials.live.cloud import GoogleRead
from openshift_credentials.live.google_client import GoogleClient, observe_google
from openshift_credentials.live.managed import MANAGED
from openshift_credentials.live.observed import Observed
from openshift_credentials.stack.request_folder import with_requests
from openshift_credentials.systems.component_identities.live import OPERATION
from openshift_credentials.systems.component_identities.plan.identities import (
    plan_component_service_accounts,
)
from openshift_credentials.systems.component_identities.settings import ComponentIdentitiesSettings
from tests.kit.places import REPOSITORY
from tests.live.api_server import ApiServer, serving
from tests.live.refusals import passing_without_an_answer
from tests.systems.component_identities.google_cloud import branches, google_request, settings_of

Google = dict[str, Any]

PROJECT: Final = "/cloudresourcemanager/v1/projects/my-project:getIamPolicy"
USER: Final = "roles/iam.workloadIdentityUser"


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
    account.request: account
    for account in plan_component_service_accounts(SETTINGS, cast("Any", SETTINGS.gcp)).identities
}
INGRESS: Final = ACCOUNTS["openshift-ingress-gcp"]
REGISTRY: Final = ACCOUNTS["openshift-image-registry-gcs"]
ACCOUNT: Final = f"/iam/v1/projects/my-project/serviceAccounts/{INGRESS.email}"
ROLE: Final = f"/iam/v1/{INGRESS.custom_role}"


def good() -> Google:
    """Everything as the stack creates it, by service and path."""
    google: Google = {
        PROJECT: {
            "bindings": [
                {"role": role, "members": [f"serviceAccount:{account.email}"]}
                for account in ACCOUNTS.values()
                for role in account.roles
            ]
        },
        ROLE: {"includedPermissions": list(INGRESS.permissions)},
    }
    for account in ACCOUNTS.values():
        path = f"/iam/v1/projects/my-project/serviceAccounts/{account.email}"
        google[path] = {"email": account.email}
        google[f"{path}:getIamPolicy"] = {
            "bindings": [{"role": USER, "members": list(account.members)}]
        }
    return google


def observed(google: Google, own: ComponentIdentitiesSettings = SETTINGS) -> Observed:
    reads = [read for read in OPERATION.cloud_reads(own) if isinstance(read, GoogleRead)]
    with serving(ApiServer(google)) as server:
        return observe_google(reads, GoogleClient(requests.Session(), server.url), 5)


def checks(
    google: Google, purpose: Purpose, own: ComponentIdentitiesSettings = SETTINGS
) -> list[Check]:
    answers = observed(google, own).together_with(Observed({MANAGED: []}))
    found = [*unread(OPERATION.cloud_reads(own), answers), *OPERATION.cloud(own, answers, purpose)]
    return [check for check in found if check.state is not State.PASSED]


def test_an_empty_project_is_ready_for_the_first_update() -> None:
    assert checks({PROJECT: {}}, Purpose.PREFLIGHT) == []


@pytest.mark.parametrize("purpose", [Purpose.VERIFY, Purpose.DIAGNOSE])
def test_what_the_stack_has_created_is_right(purpose: Purpose) -> None:
    assert checks(good(), purpose) == []


def with_binding(path: str, **binding: object) -> Google:
    google = good()
    bindings = [*google[path]["bindings"], binding]
    return {**google, path: {"bindings": bindings}}


def without(path: str) -> Google:
    return {key: value for key, value in good().items() if key != path}


CONDITIONAL: Final[Google] = {
    **good(),
    PROJECT: {
        "bindings": [
            {**binding, "condition": {"expression": "false"}}
            if INGRESS.custom_role == binding["role"]
            else binding
            for binding in good()[PROJECT]["bindings"]
        ]
    },
}


@pytest.mark.parametrize(
    ("google", "code", "state", "said"),
    [
        (without(ACCOUNT), "cloud-absent", State.FAILED, "does not exist"),
        ({**good(), ACCOUNT: {"disabled": True}}, "cloud-disabled", State.FAILED, "disabled"),
        (CONDITIONAL, "cloud-roles", State.FAILED, INGRESS.custom_role),
        (
            {**good(), f"{ACCOUNT}:getIamPolicy": {}},
            "cloud-members",
            State.FAILED,
            "openshift-ingress-operator:ingress-operator",
        ),
        (
            with_binding(f"{ACCOUNT}:getIamPolicy", role=USER, members=["allUsers"]),
            "cloud-other-members",
            State.WARNING,
            "allUsers (roles/iam.workloadIdentityUser)",
        ),
        (
            {**good(), ROLE: {"includedPermissions": ["dns.changes.create"]}},
            "cloud-role-permissions",
            State.FAILED,
            "dns.resourceRecordSets.create, dns.resourceRecordSets.list",
        ),
        ({**good(), ROLE: {"deleted": True}}, "cloud-role", State.FAILED, "is deleted"),
        (without(ROLE), "cloud-role", State.FAILED, "does not exist"),
    ],
)
def test_each_difference_is_reported_with_a_way_out(
    google: Google, code: str, state: State, said: str
) -> None:
    (found,) = checks(google, Purpose.VERIFY)
    assert (found.code, found.state) == (code, state)
    assert said in found.detail
    assert found.way_out


def test_all_who_can_use_an_account_are_named() -> None:
    members = ["user:b@example.com", "allUsers"]
    (found,) = checks(with_binding(f"{ACCOUNT}:getIamPolicy", role=USER, members=members),
                      Purpose.VERIFY)  # fmt: skip
    assert found.detail == (f"can also be used by allUsers ({USER}), user:b@example.com ({USER})")


def test_all_who_cannot_use_an_account_are_named() -> None:
    path = f"/iam/v1/projects/my-project/serviceAccounts/{REGISTRY.email}:getIamPolicy"
    (found,) = checks({**good(), path: {}}, Purpose.VERIFY)
    operator, registry = REGISTRY.members
    assert found.detail == f"cannot be used by {operator}, {registry}"


def test_all_roles_that_an_account_lacks_are_named(tmp_path: Path) -> None:
    given = branches(tmp_path, google_request("roles/dns.admin", "roles/viewer", "roles/dns.admin"))
    own = settings_of(given)
    (account,) = plan_component_service_accounts(own, cast("Any", own.gcp)).identities
    path = f"/iam/v1/projects/my-project/serviceAccounts/{account.email}"
    policy = {"bindings": [{"role": USER, "members": list(account.members)}]}
    google: Google = {PROJECT: {}, path: {}, f"{path}:getIamPolicy": policy}
    (found,) = checks(google, Purpose.VERIFY, own)
    assert found.detail == "does not have roles/dns.admin, roles/viewer in the project"


def test_a_custom_role_of_another_cluster_is_used_on_request() -> None:
    shared: Google = {PROJECT: {}, ROLE: good()[ROLE]}
    (found,) = checks(shared, Purpose.PREFLIGHT)
    assert found.code == "cloud-exists"
    assert "componentIdentities.gcp.customRoles to existing" in found.way_out
    assert checks(shared, Purpose.PREFLIGHT, settings(customRoles="existing")) == []


def test_a_shared_role_without_a_permission_is_reported_with_the_command() -> None:
    shared = {PROJECT: {}, ROLE: {"includedPermissions": ["dns.changes.create"]}}
    (found,) = checks(shared, Purpose.PREFLIGHT, settings(customRoles="existing"))
    assert found.code == "cloud-role-permissions"
    assert found.way_out == (
        f"run 'gcloud iam roles update {INGRESS.custom_role_id} --project my-project "
        "--add-permissions dns.resourceRecordSets.create,dns.resourceRecordSets.list'"
    )


def test_accounts_that_exist_are_adopted_on_request() -> None:
    assert {check.code for check in checks(good(), Purpose.PREFLIGHT)} == {"cloud-exists"}


def test_an_account_to_adopt_that_does_not_exist_is_reported() -> None:
    found = checks({PROJECT: {}, ROLE: good()[ROLE]}, Purpose.PREFLIGHT, settings(existing="keep"))
    assert [(check.code, check.state) for check in found] == [("cloud-absent", State.FAILED)] * 2
    assert {check.way_out for check in found} == {"correct componentIdentities.existingIds"}


def test_what_was_not_read_is_unknown_and_never_passed() -> None:
    answers = observed(good())
    for purpose in Purpose:

        def judge(found: Observed, purpose: Purpose = purpose) -> Iterator[Check]:
            return OPERATION.cloud(SETTINGS, found, purpose)

        assert list(passing_without_an_answer(judge, answers)) == []
    refused = checks(dict.fromkeys(good(), HTTPStatus.FORBIDDEN), Purpose.VERIFY)
    assert {check.state for check in refused} == {State.UNKNOWN}


def test_identities_on_another_cloud_ask_google_nothing() -> None:
    assert OPERATION.cloud_reads(SETTINGS.model_copy(update={"gcp": None})) == ()
