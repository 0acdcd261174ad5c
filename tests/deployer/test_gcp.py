"""Rights on Google Cloud: one custom role per project, with the permissions of the requests."""

from typing import Any

import pytest
import yaml

from openshift_credentials.deployer import gcp
from openshift_credentials.deployer.documents import documents, notices
from openshift_credentials.deployer.gcp import condition
from openshift_credentials.deployer.registered import Call, Command, Registered
from openshift_credentials.platforms.resource_types import GOOGLE_CUSTOM_ROLE


def registered(type_: str, **inputs: object) -> Registered:
    return Registered(type=type_, name="one", inputs=inputs, provider={"project": "example.com:mine"})


def stack() -> tuple[Registered, ...]:
    """An account with a predefined role and a custom role of the same project."""
    custom = registered(GOOGLE_CUSTOM_ROLE, roleId="myproject_ingress", project="my-project")
    mine = {"project": "my-project"}
    return (
        registered("gcp:serviceaccount/account:Account", **mine),
        custom,
        registered(gcp.PROJECT_MEMBER, role="roles/storage.admin", **mine),
        Registered(type=gcp.PROJECT_MEMBER, name="other", inputs=mine, provider={}, depends_on={"role": (custom,)}),
        registered(gcp.ACCOUNT_BINDING),
    )


def roles(*commands: Command) -> dict[str, Any]:
    found = documents("dev", stack(), commands or list(Command))
    return {each.file: yaml.safe_load(each.text) for each in found}


def test_each_project_has_a_custom_role() -> None:
    files = roles()
    assert list(files) == ["gcp-example.com-mine.yaml", "gcp-my-project.yaml"]
    assert files["gcp-example.com-mine.yaml"] == {
        "title": "openshift-credentials-deployer-dev",
        "description": "Runs Pulumi on a stack of openshift-credentials.",
        "stage": "GA",
        "includedPermissions": ["iam.serviceAccounts.getIamPolicy", "iam.serviceAccounts.setIamPolicy"],
    }
    assert "iam.serviceAccounts.create" in files["gcp-my-project.yaml"]["includedPermissions"]


def test_a_refresh_reads_and_a_preview_of_nothing_imported_needs_nothing() -> None:
    verbs = {
        permission.rpartition(".")[2]
        for role in roles(Command.REFRESH).values()
        for permission in role["includedPermissions"]
    }
    assert verbs == {"get", "getIamPolicy"}
    assert roles(Command.PREVIEW) == {}


def test_what_is_kept_is_never_deleted() -> None:
    kept = Registered(type=GOOGLE_CUSTOM_ROLE, name="one", inputs={}, provider={"project": "p"}, is_kept=True)
    (document,) = documents("dev", [kept], list(Command))
    assert "iam.roles.update" in document.text
    assert "iam.roles.delete" not in document.text


def test_a_deleted_custom_role_is_restored_when_it_is_created_again() -> None:
    custom = registered(GOOGLE_CUSTOM_ROLE)
    assert "iam.roles.undelete" in set(gcp.permissions(custom, frozenset({Call.CREATE})))


def test_the_condition_names_the_roles_that_the_stack_grants() -> None:
    roles_granted = "'projects/my-project/roles/myproject_ingress', 'roles/storage.admin'"
    assert condition(stack()) == (
        f"api.getAttribute('iam.googleapis.com/modifiedGrantsByRole', []).hasOnly([{roles_granted}])"
    )
    assert condition([registered(GOOGLE_CUSTOM_ROLE)]) is None


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (Command.UP, {"rights-to-grant", "rights-to-impersonate"}),
        (Command.DESTROY, {"rights-to-grant", "rights-to-impersonate"}),
        (Command.REFRESH, set[str]()),
    ],
)
def test_what_a_change_of_policies_makes_possible_is_reported(command: Command, expected: set[str]) -> None:
    told = {each.code: each for each in notices(stack(), [command])}
    assert {code for code in told if code.startswith("rights-to-")} == expected
    assert all("api.getAttribute" in str(told[code]) for code in expected & {"rights-to-grant"})
