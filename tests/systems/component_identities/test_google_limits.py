"""What IAM of Google Cloud refuses is said at the preview, with request, rule and way out."""

from pathlib import Path
from typing import Any

import pytest

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.systems.component_identities.explain import explain, remarks
from tests.kit.tables import rows_beside
from tests.systems.component_identities.google_cloud import (
    ACCOUNT,
    branches as branches_of_google_limits,
    google_request,
    settings_of,
)
from tests.systems.token_issuer.stacks import SIGNER, azure_request, write_requests

MANY = tuple(f"compute.disks.verb{index}" for index in range(3001))
LONG = tuple(f"compute.{'x' * 60}.{index:04}" for index in range(1000))

IN_CAPITALS = {**google_request("roles/a"), "metadata": {"name": "One"}}


def refused(folder: Path, *requests: dict[str, Any], **changes: Any) -> list[str]:  # noqa: ANN401 - any setting
    with pytest.raises(UnusableInputError) as stopped:
        settings_of(branches_of_google_limits(folder, *requests, **changes))
    return [str(problem) for problem in stopped.value.problems]


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        (google_request("storage.admin"), "predefinedRoles[0] 'storage.admin' is not the name of"),
        (google_request("roles/"), "is not the name of a role"),
        (google_request("roles/a", "Roles/b"), "predefinedRoles[1] 'Roles/b'"),
        (google_request("organizations/acme/roles/one"), "is not the name of a role"),
        (google_request("projects/other/roles/one"), "belongs to project other"),
        (google_request(permissions=("compute.*",)), "permissions contains 'compute.*'"),
        (google_request(permissions=("a", "b", "c")), "'a', 'b', 'c', which no custom role can"),
        (google_request("projects/my-project/roles/ab"), "is not the name of a role"),
        (google_request(f"organizations/1/roles/{'a' * 65}"), "is not the name of a role"),
        (google_request(permissions=("a", "b", "c", "d")), "'a', 'b', 'c' and 1 more"),
        (google_request(permissions=MANY), "has 3,001 names, but a custom role accepts 3,000"),
        (google_request(permissions=LONG), "a custom role accepts 65,536"),
        (
            google_request("roles/a", accounts=tuple(f"sa{index}" for index in range(1501))),
            "has 1,501 names, but the policy of a service account accepts 1,500 principals",
        ),
        (IN_CAPITALS, "metadata.name 'One' is not a valid Kubernetes name; use lower-case"),
        (google_request("roles/a", name="one.two"), "'mycluster-one.two-"),
        (google_request("roles/a", accounts=()), "spec.serviceAccountNames is empty"),
    ],
)
def test_a_request_that_iam_refuses_is_reported(tmp_path: Path, request_: dict[str, Any], why: str) -> None:
    (problem,) = [line for line in refused(tmp_path, request_) if why in line]
    assert problem.startswith("openshift-credentials:componentIdentities.requests, 0000.yaml")


@pytest.mark.parametrize(
    "request_",
    [
        google_request("roles/storage.admin", "projects/my-project/roles/own"),
        google_request("organizations/123/roles/shared_by.all", "roles/compute.instanceAdmin.v1"),
        google_request(permissions=MANY[:3000]),
        google_request("projects/my-project/roles/abc", f"organizations/1/roles/{'a' * 64}"),
        google_request("roles/a", accounts=tuple(f"sa{index}" for index in range(1500))),
        google_request("roles/a", accounts=("sa",) * 1501),
        google_request("roles/a", name="o"),
    ],
)
def test_what_iam_accepts_is_no_problem(tmp_path: Path, request_: dict[str, Any]) -> None:
    assert settings_of(branches_of_google_limits(tmp_path, request_)).gcp


def test_a_custom_role_holds_65536_bytes(tmp_path: Path) -> None:
    def request_(last: int) -> dict[str, Any]:
        return google_request(permissions=(*LONG[:800], *rest, f"compute.x.{'y' * last}"))

    rest = tuple(f"compute.{'x' * 60}.more{index:03}" for index in range(50))
    (problem,) = refused(tmp_path, request_(10_000))
    size = int(problem.partition("has ")[2].partition(" bytes")[0].replace(",", ""))
    fits = 10_000 - (size - 65_536)
    assert settings_of(branches_of_google_limits(tmp_path, request_(fits))).gcp
    (problem,) = refused(tmp_path, request_(fits + 1))
    assert "has 65,537 bytes, but a custom role accepts 65,536; split the request" in problem


def test_the_start_of_a_name_that_is_no_account_id_is_reported(tmp_path: Path) -> None:
    (problem,) = refused(tmp_path, google_request("roles/a"), name="9cluster")
    assert "change the start of metadata.name or componentIdentities.name" in problem


def test_the_policy_of_a_project_holds_1500_principals(tmp_path: Path) -> None:
    roles = tuple(f"roles/r{index}" for index in range(751))
    two = (google_request(*roles), google_request(*roles, name="two"))
    (problem,) = refused(tmp_path, *two)
    assert "grants 1,502 roles in project my-project" in problem
    assert settings_of(branches_of_google_limits(tmp_path, *(google_request(*roles[:750], name=n) for n in "ab")))


def test_roles_that_others_own_are_not_deleted(tmp_path: Path) -> None:
    gcp = {"customRoles": "existing", "deleteCustomRoles": True}
    (problem,) = refused(tmp_path, google_request("roles/a"), gcp=gcp)
    assert problem.startswith("openshift-credentials:componentIdentities.gcp.deleteCustomRoles")


@pytest.mark.parametrize(
    ("gcp", "own"),
    [
        ({"projectNumber": "999999999999"}, "123456789012"),
        ({"pool": "another"}, "mycluster"),
        ({"provider": "another"}, "mycluster"),
    ],
)
def test_accounts_trust_the_pool_of_the_stack(tmp_path: Path, gcp: dict[str, str], own: str) -> None:
    (problem,) = refused(tmp_path, google_request("roles/a"), gcp=gcp)
    (key,) = gcp
    assert problem.startswith(f"openshift-credentials:componentIdentities.gcp.{key} = ")
    assert f"which has '{own}'" in problem


EMAIL = "mycluster-one-x7k2p@my-project.iam.gserviceaccount.com"


@rows_beside("given, why")
def test_an_account_that_exists_is_named(tmp_path: Path, given: dict[str, str], why: str) -> None:
    request = google_request("roles/a")
    problems = refused(tmp_path, request, existing="keep", existingIds=given)
    assert any(why in line for line in problems)
    assert len(problems) == 1


def test_two_requests_never_share_an_account(tmp_path: Path) -> None:
    two = (google_request(), google_request(name="two"))
    ids = {ACCOUNT: EMAIL, ACCOUNT.replace("-one-", "-two-"): EMAIL}
    problems = refused(tmp_path, *two, existingIds=ids)
    assert len(problems) == 2
    assert all("names a service account that another request also has" in each for each in problems)


# What is told and explained of service accounts on Google Cloud before anything exists.

DEFAULT = "/var/run/secrets/openshift/serviceaccount/token"
BOTH = google_request("roles/storage.admin", permissions=("compute.disks.get",))


def told(folder: Path, request: dict[str, object], **gcp: object) -> dict[str, Notice]:
    return {each.code: each for each in remarks(settings_of(branches_of_google_limits(folder, request, gcp=gcp)))}


def test_a_token_path_that_is_not_in_the_secret_is_a_warning(tmp_path: Path) -> None:
    warning = told(tmp_path, google_request("roles/a", path="/x/y"))["token-path-ignored"]
    assert warning.severity is Severity.WARNING
    assert "0000.yaml" in str(warning)
    assert "'/x/y'" in str(warning)
    assert str(warning).endswith(f"mount the token of one at {DEFAULT}")


def test_custom_roles_that_the_stack_deletes_are_named(tmp_path: Path) -> None:
    warning = told(tmp_path / "a", BOTH, deleteCustomRoles=True)["custom-roles-deleted"]
    assert "myproject_one" in str(warning)
    assert told(tmp_path / "b", BOTH) == {}
    assert told(tmp_path / "c", google_request("roles/a"), deleteCustomRoles=True) == {}


def test_tags_that_nothing_can_have_are_reported(tmp_path: Path) -> None:
    given = branches_of_google_limits(tmp_path, google_request("roles/a"), tags={"team": "platform"})
    (warning,) = remarks(settings_of(given))
    assert (warning.code, warning.setting) == ("tags-without-effect", "componentIdentities.tags")


def test_an_account_that_exists_is_explained_by_its_address(tmp_path: Path) -> None:
    email = "mycluster-one-x7k2p@my-project.iam.gserviceaccount.com"
    ids = {"component-identities-openshift-one-creds": email}
    (way,) = explain(settings_of(branches_of_google_limits(tmp_path, BOTH, existingIds=ids))).ways
    assert way.why == f"becomes {email}"


# What stops a stack with identities on Azure before anything exists, and what is remarked.

PLACE = {
    "location": "westeurope",
    "subscriptionId": "11111111-2222-3333-4444-555555555555",
    "tenantId": "66666666-7777-8888-9999-000000000000",
}
ISSUER = {"name": "mycluster", "azure": PLACE, "keys": [{"name": "a", "publicKey": SIGNER}]}
REQUESTS = "openshift-credentials:componentIdentities"


def branches(folder: Path, *requests: dict[str, Any], **changes: object) -> dict[str, Any]:
    folder.mkdir(exist_ok=True)
    own = {"requests": write_requests(folder / "r", *requests), **changes}
    return {"tokenIssuer": ISSUER, "componentIdentities": own}


READER = azure_request("sa", roleBindings=[{"role": "Reader"}, {"role": "Own Role"}])
UNKNOWN_ROLE = (
    "does not contain role 'Own Role', which 0000.yaml, document 1 requests; set its GUID; "
    "'az role definition list --name ROLE' shows it"
)
OTHER_CLOUD = "cannot be used, because location westeurope is not in AzureChinaCloud; set the cloud of the location"
GUID = "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee"


@pytest.mark.parametrize(
    ("changes", "problems"),
    [
        ({}, [f"{REQUESTS}.azure.roleIds: {UNKNOWN_ROLE}"]),
        ({"azure": {"roleIds": {"Own Role": GUID}}}, []),
        (
            {"azure": {"cloud": "AzureChinaCloud", "roleIds": {"Own Role": GUID}}},
            [f'{REQUESTS}.azure.cloud = "AzureChinaCloud": {OTHER_CLOUD}'],
        ),
    ],
)
def test_roles_and_cloud_are_those_of_the_place(tmp_path: Path, changes: dict[str, Any], problems: list[str]) -> None:
    found: list[str] = []
    try:
        settings_of(branches(tmp_path, READER, **changes))
    except UnusableInputError as error:
        found = [str(problem) for problem in error.problems]
    assert found == problems
