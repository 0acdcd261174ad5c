"""What IAM of Google Cloud refuses is said at the preview, with request, rule and way out."""

from pathlib import Path
from typing import Any

import pytest

from openshift_credentials.base.errors import UnusableInputError
from tests.systems.component_identities.google_cloud import ACCOUNT, branches, google_request, settings_of

MANY = tuple(f"compute.disks.verb{index}" for index in range(3001))
LONG = tuple(f"compute.{'x' * 60}.{index:04}" for index in range(1000))

IN_CAPITALS = {**google_request("roles/a"), "metadata": {"name": "One"}}


def refused(folder: Path, *requests: dict[str, Any], **changes: Any) -> list[str]:  # noqa: ANN401 - any setting
    with pytest.raises(UnusableInputError) as stopped:
        settings_of(branches(folder, *requests, **changes))
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
    assert settings_of(branches(tmp_path, request_)).gcp


def test_a_custom_role_holds_65536_bytes(tmp_path: Path) -> None:
    def request_(last: int) -> dict[str, Any]:
        return google_request(permissions=(*LONG[:800], *rest, f"compute.x.{'y' * last}"))

    rest = tuple(f"compute.{'x' * 60}.more{index:03}" for index in range(50))
    (problem,) = refused(tmp_path, request_(10_000))
    size = int(problem.partition("has ")[2].partition(" bytes")[0].replace(",", ""))
    fits = 10_000 - (size - 65_536)
    assert settings_of(branches(tmp_path, request_(fits))).gcp
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
    assert settings_of(branches(tmp_path, *(google_request(*roles[:750], name=n) for n in "ab")))


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


def test_accounts_can_be_in_another_project_than_the_pool(tmp_path: Path) -> None:
    given = branches(tmp_path, google_request("roles/a"), gcp={"project": "accounts-of-all"})
    found = settings_of(given).gcp
    assert found
    assert (found.project, found.project_number) == ("accounts-of-all", "123456789012")


EMAIL = "mycluster-one-x7k2p@my-project.iam.gserviceaccount.com"


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({}, f"does not contain {ACCOUNT}, whose ID ccoctl ends with random characters"),
        ({ACCOUNT: "x"}, "must be the e-mail address or the ID"),
        ({ACCOUNT: ""}, "must be the e-mail address or the ID"),
        ({ACCOUNT: EMAIL.replace("my-project", "other")}, "of project my-project"),
        ({ACCOUNT: EMAIL, "one": EMAIL}, "contains 'one', which is not the name"),
    ],
)
def test_an_account_that_exists_is_named(tmp_path: Path, given: dict[str, str], why: str) -> None:
    request = google_request("roles/a")
    problems = refused(tmp_path, request, existing="keep", existingIds=given)
    assert any(why in line for line in problems)
    assert len(problems) == 1


@pytest.mark.parametrize("named", [EMAIL, "mycluster-one-x7k2p", f"projects/my-project/serviceAccounts/{EMAIL}"])
def test_an_account_that_exists_is_named_in_each_form(tmp_path: Path, named: str) -> None:
    given = branches(tmp_path, google_request(), existing="keep", existingIds={ACCOUNT: named})
    assert settings_of(given).existing_ids == {ACCOUNT: named}


def test_two_requests_never_share_an_account(tmp_path: Path) -> None:
    two = (google_request(), google_request(name="two"))
    ids = {ACCOUNT: EMAIL, ACCOUNT.replace("-one-", "-two-"): EMAIL}
    problems = refused(tmp_path, *two, existingIds=ids)
    assert len(problems) == 2
    assert all("names a service account that another request also has" in each for each in problems)
