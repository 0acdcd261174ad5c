"""The account of the root secret beside a stand-in of Google Cloud."""

import json
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

import pytest
import requests

from openshift_credentials.live.check import Check, Purpose, State, unread
from openshift_credentials.live.cloud import CloudRead, GoogleRead
from openshift_credentials.live.google_client import GoogleClient, observe_google
from openshift_credentials.live.managed import MANAGED
from openshift_credentials.live.observed import Observed
from openshift_credentials.systems.cloud_credentials.live import OPERATION
from openshift_credentials.systems.cloud_credentials.plan.gcp_root import root_service_account
from openshift_credentials.systems.cloud_credentials.rules.modes.effective import Mode
from openshift_credentials.systems.cloud_credentials.rules.permissions.gcp_probe import services_of
from openshift_credentials.systems.cloud_credentials.rules.permissions.operator_permissions import (
    GCP_MINT_PERMISSIONS,
    GCP_PASSTHROUGH_TESTED,
)
from openshift_credentials.systems.cloud_credentials.settings.branch import (
    CloudCredentialsSettings,
    GcpPlace,
)
from tests.live.api_server import ApiServer, serving
from tests.live.refusals import passing_without_an_answer

Google = dict[str, Any]

KEY_FILE: Final = {
    "type": "service_account",
    "project_id": "my-project",
    "client_email": "root@my-project.iam.gserviceaccount.com",
}

POLICY: Final = "/cloudresourcemanager/v1/projects/my-project:getIamPolicy"
SERVICES: Final = "/serviceusage/v1/projects/my-project/services"


def settings(**root: object) -> CloudCredentialsSettings:
    branch = {
        "name": "mycluster",
        "platform": "GCP",
        "mode": "Mint",
        "gcp": {"project": "my-project"},
        "rootSecret": {"gcp": root or {"make": "serviceAccount"}},
    }
    return CloudCredentialsSettings.model_validate(branch)


def planned(own: CloudCredentialsSettings) -> Any:  # noqa: ANN401 - a plan, or none
    return root_service_account(own)


OWN: Final = settings()
ROOT: Final = planned(OWN)
ACCOUNT: Final = f"/iam/v1/projects/my-project/serviceAccounts/{ROOT.email}"
ROLE: Final = f"/iam/v1/{ROOT.role}"


def good() -> Google:
    """Everything as the stack creates it, by service and path."""
    needed = services_of(ROOT.permissions)
    return {
        SERVICES: {"services": [{"config": {"name": name}} for name in needed]},
        POLICY: {"bindings": [{"role": ROOT.role, "members": [f"serviceAccount:{ROOT.email}"]}]},
        ACCOUNT: {"email": ROOT.email},
        ROLE: {"includedPermissions": list(ROOT.permissions)},
    }


def observed(
    google: Google, own: CloudCredentialsSettings = OWN
) -> tuple[list[CloudRead], Observed]:
    with serving(ApiServer(google)) as server:
        client = GoogleClient(requests.Session(), server.url)

        def ask(reads: Any) -> Observed:  # noqa: ANN401 - all of one cloud
            return observe_google(
                [read for read in reads if isinstance(read, GoogleRead)], client, 5
            )

        reads, answers = OPERATION.ask_clouds(own, ask)
    return list(reads), answers.together_with(Observed({MANAGED: []}))


def checks(
    google: Google, purpose: Purpose, own: CloudCredentialsSettings = OWN
) -> dict[str, Check]:
    reads, answers = observed(google, own)
    found = [*unread(reads, answers), *OPERATION.cloud(own, answers, purpose)]
    return {check.code: check for check in found if check.state is not State.PASSED}


def test_an_empty_project_is_ready_for_the_first_update() -> None:
    google: Google = {SERVICES: good()[SERVICES], POLICY: {}}
    assert checks(google, Purpose.PREFLIGHT) == {}


def test_what_the_stack_has_created_is_right() -> None:
    assert checks(good(), Purpose.VERIFY) == {}
    assert set(checks(good(), Purpose.PREFLIGHT)) == {"cloud-exists"}


@pytest.mark.parametrize(
    ("changes", "code", "said"),
    [
        ({SERVICES: {"services": []}}, "cloud-services", "iam.googleapis.com"),
        ({ACCOUNT: HTTPStatus.NOT_FOUND}, "cloud-absent", "does not exist"),
        ({ACCOUNT: {"disabled": True}}, "cloud-disabled", "is disabled"),
        ({POLICY: {}}, "cloud-root-permissions", "iam.roles.get"),
        (
            {ROLE: {"includedPermissions": list(ROOT.permissions[1:])}},
            "cloud-root-permissions",
            ROOT.permissions[0],
        ),
    ],
)
def test_each_difference_is_reported_with_a_way_out(changes: Google, code: str, said: str) -> None:
    found = checks({**good(), **changes}, Purpose.VERIFY)
    assert list(found) == [code]
    assert said in found[code].detail
    assert found[code].way_out


def with_roles(roles: Mapping[str, Sequence[str]]) -> Google:
    """A project in which the account of the key file has these roles."""
    email, project = KEY_FILE["client_email"], KEY_FILE["project_id"]
    member = f"serviceAccount:{email}"
    return {
        f"/serviceusage/v1/projects/{project}/services": good()[SERVICES],
        f"/cloudresourcemanager/v1/projects/{project}:getIamPolicy": {
            "bindings": [{"role": role, "members": [member]} for role in roles]
        },
        f"/iam/v1/projects/{project}/serviceAccounts/{email}": {"email": email},
        **{f"/iam/v1/{role}": {"includedPermissions": list(of)} for role, of in roles.items()},
    }


@pytest.mark.parametrize("purpose", Purpose)
@pytest.mark.parametrize(
    ("permissions", "has_services", "said"),
    [
        (GCP_MINT_PERMISSIONS, True, "choose mode mint"),
        (GCP_PASSTHROUGH_TESTED, True, "choose mode passthrough"),
        (GCP_PASSTHROUGH_TESTED[1:], True, "insufficient"),
        (GCP_MINT_PERMISSIONS, False, "insufficient"),
    ],
)
def test_the_mode_that_the_operator_finds_by_default_is_reported(
    purpose: Purpose, permissions: Sequence[str], has_services: bool, said: str
) -> None:
    key_file = settings(serviceAccountJson=json.dumps(KEY_FILE))
    own = key_file.model_copy(update={"mode": Mode.DEFAULT})
    google = with_roles({"roles/own": permissions})
    if not has_services:
        google[SERVICES] = {"services": []}
    _, answers = observed(google, own)
    (check,) = (
        check for check in OPERATION.cloud(own, answers, purpose) if check.code == "cloud-root-mode"
    )
    assert said in check.detail
    assert (check.state is State.PASSED) is ("choose" in said)


def test_the_account_of_a_key_file_is_judged_by_all_its_roles() -> None:
    own = settings(serviceAccountJson=json.dumps(KEY_FILE))
    halves = {"roles/viewer": GCP_MINT_PERMISSIONS[:5], "roles/own": GCP_MINT_PERMISSIONS[5:]}
    google = with_roles(halves)
    assert checks(google, Purpose.PREFLIGHT, own) == {}
    project, email = KEY_FILE["project_id"], KEY_FILE["client_email"]
    gone = {f"/iam/v1/projects/{project}/serviceAccounts/{email}": HTTPStatus.NOT_FOUND}
    absent = checks({**google, **gone}, Purpose.PREFLIGHT, own)["cloud-absent"]
    assert absent.way_out == "use the key of an existing account"
    del google["/iam/v1/roles/own"]
    found = checks(google, Purpose.PREFLIGHT, own)
    assert "folder" in found["cloud-root-permissions"].way_out


def test_passthrough_needs_less_than_minting() -> None:
    key_file = settings(serviceAccountJson=json.dumps(KEY_FILE))
    own = key_file.model_copy(update={"mode": Mode.PASSTHROUGH})
    assert checks(with_roles({"roles/own": GCP_PASSTHROUGH_TESTED}), Purpose.VERIFY, own) == {}
    found = checks(with_roles({"roles/own": ["iam.roles.get"]}), Purpose.VERIFY, own)
    assert found["cloud-root-permissions"].detail == (
        "gets no resourcemanager.projects.get, serviceusage.services.list from its roles in "
        "project my-project"
    )


@pytest.mark.parametrize("mode", [Mode.MINT, Mode.DEFAULT])
def test_what_was_not_read_is_unknown_and_never_passed(mode: Mode) -> None:
    own = OWN.model_copy(update={"mode": mode})
    _, answers = observed(good(), own)
    for purpose in Purpose:

        def judge(found: Observed, purpose: Purpose = purpose) -> Iterator[Check]:
            return OPERATION.cloud(own, found, purpose)

        assert list(passing_without_an_answer(judge, answers)) == []
    refused = checks(dict.fromkeys(good(), HTTPStatus.FORBIDDEN), Purpose.VERIFY, own)
    assert {check.state for check in refused.values()} == {State.UNKNOWN}


def test_a_role_alone_and_another_cloud_ask_nothing() -> None:
    assert OPERATION.cloud_reads(settings(make="role")) == ()
    assert OPERATION.cloud_reads(OWN.model_copy(update={"root_secret": None})) == ()


@pytest.mark.parametrize(
    ("place", "universe"),
    [
        (None, "googleapis.com"),
        (GcpPlace(project="my-project"), "googleapis.com"),
        (GcpPlace(project="my-project", universe="example.cloud"), "example.cloud"),
    ],
)
def test_the_account_is_looked_for_in_its_universe(place: GcpPlace | None, universe: str) -> None:
    own = settings(serviceAccountJson=json.dumps(KEY_FILE)).model_copy(update={"gcp": place})
    reads = [read for read in OPERATION.cloud_reads(own) if isinstance(read, GoogleRead)]
    assert {read.url.split("/")[2].partition(".")[2] for read in reads} == {universe}
