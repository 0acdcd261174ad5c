"""The account of the root secret beside a stand-in of Google Cloud."""

import json
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, Final

import pytest
import requests

from openshift_credentials.live.check import MANAGED, Check, State, unread
from openshift_credentials.live.cloud import CloudRead, GoogleRead
from openshift_credentials.live.google_client import GoogleClient, observe_google
from openshift_credentials.live.observed import Observed
from openshift_credentials.systems.cloud_credentials.live import OPERATION
from openshift_credentials.systems.cloud_credentials.live.in_google import services_of
from openshift_credentials.systems.cloud_credentials.plan.gcp_root import root_service_account
from openshift_credentials.systems.cloud_credentials.rules.modes.effective import Mode
from openshift_credentials.systems.cloud_credentials.settings.branch import CloudCredentialsSettings, GcpPlace
from tests.live.api_server import ApiServer, serving
from tests.live.refusals import passing_without_an_answer

Google = dict[str, Any]

KEY_FILE: Final = {
    "type": "service_account",
    "project_id": "my-project",
    "client_email": "root@my-project.iam.gserviceaccount.com",
}

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


def good() -> Google:
    """Everything as the stack creates it, by service and path."""
    needed = services_of(ROOT.permissions)
    return {SERVICES: {"services": [{"config": {"name": name}} for name in needed]}, ACCOUNT: {"email": ROOT.email}}


def observed(google: Google, own: CloudCredentialsSettings = OWN) -> tuple[list[CloudRead], Observed]:
    with serving(ApiServer(google)) as server:
        client = GoogleClient(requests.Session(), server.url)
        reads = OPERATION.cloud_reads(own)
        asked = [read for read in reads if isinstance(read, GoogleRead)]
        answers = observe_google(asked, client, 5)
    return list(reads), answers.together_with(Observed({MANAGED: []}))


def checks(google: Google, own: CloudCredentialsSettings = OWN) -> dict[str, Check]:
    reads, answers = observed(google, own)
    found = [*unread(reads, answers), *OPERATION.cloud(own, answers)]
    return {check.code: check for check in found if check.state is not State.PASSED}


def test_an_empty_project_is_ready_for_the_first_update() -> None:
    google: Google = {SERVICES: good()[SERVICES]}
    assert checks(google) == {}


def test_an_account_of_the_name_is_in_the_way_of_the_update() -> None:
    assert set(checks(good())) == {"cloud-exists"}


@pytest.mark.parametrize(
    ("changes", "code", "said"),
    [
        ({SERVICES: {"services": []}}, "cloud-services", "iam.googleapis.com"),
        ({ACCOUNT: {"disabled": True}}, "cloud-disabled", "is disabled"),
    ],
)
def test_each_difference_is_reported_with_a_way_out(changes: Google, code: str, said: str) -> None:
    found = checks({**good(), **changes})
    found.pop("cloud-exists", None)
    assert list(found) == [code]
    assert said in found[code].detail
    assert found[code].way_out


def test_the_account_of_a_key_file_exists() -> None:
    own = settings(serviceAccountJson=json.dumps(KEY_FILE))
    account = f"/iam/v1/projects/{KEY_FILE['project_id']}/serviceAccounts/{KEY_FILE['client_email']}"
    google = {SERVICES: good()[SERVICES], account: {"email": KEY_FILE["client_email"]}}
    assert checks(google, own) == {}
    absent = checks({**google, account: HTTPStatus.NOT_FOUND}, own)
    assert absent["cloud-absent"].way_out == "use the key of an existing account"


def test_services_are_checked_where_the_mode_is_known() -> None:
    own = settings(serviceAccountJson=json.dumps(KEY_FILE))
    google: Google = {SERVICES: {"services": []}}
    for mode, count in ((Mode.MINT, 3), (Mode.PASSTHROUGH, 3), (Mode.DEFAULT, 0)):
        changed = own.model_copy(update={"mode": mode})
        found = checks(google, changed).get("cloud-services")
        assert (found.detail.count("googleapis.com") if found else 0) == count, mode


@pytest.mark.parametrize(
    ("permission", "service"),
    [
        ("compute.instances.get", "compute.googleapis.com"),
        ("resourcemanager.projects.get", "cloudresourcemanager.googleapis.com"),
        ("iam.googleapis.com/workloadIdentityPools.get", "iam.googleapis.com"),
        ("nothing", "nothing"),
    ],
)
def test_the_service_is_the_first_part_of_a_permission(permission: str, service: str) -> None:
    assert services_of([permission, permission]) == (service,)


@pytest.mark.parametrize("mode", [Mode.MINT, Mode.DEFAULT])
def test_what_was_not_read_is_unknown_and_never_passed(mode: Mode) -> None:
    own = OWN.model_copy(update={"mode": mode})
    _, answers = observed(good(), own)

    def judge(found: Observed) -> Iterator[Check]:
        return OPERATION.cloud(own, found)

    assert list(passing_without_an_answer(judge, answers)) == []
    refused = checks(dict.fromkeys(good(), HTTPStatus.FORBIDDEN), own)
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
