"""What is told and explained of service accounts on Google Cloud before anything exists."""

from pathlib import Path

import pytest

from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.systems.component_identities.explain import explain, remarks
from tests.systems.component_identities.google_cloud import branches, google_request, settings_of

DEFAULT = "/var/run/secrets/openshift/serviceaccount/token"
BOTH = google_request("roles/storage.admin", permissions=("compute.disks.get",))


def told(folder: Path, request: dict[str, object], **gcp: object) -> dict[str, Notice]:
    return {each.code: each for each in remarks(settings_of(branches(folder, request, gcp=gcp)))}


def test_a_token_path_that_is_not_in_the_secret_is_a_warning(tmp_path: Path) -> None:
    warning = told(tmp_path, google_request("roles/a", path="/x/y"))["token-path-ignored"]
    assert warning.severity is Severity.WARNING
    assert "0000.yaml" in str(warning)
    assert "'/x/y'" in str(warning)
    assert str(warning).endswith(f"mount the token of one at {DEFAULT}")


@pytest.mark.parametrize("path", ["", DEFAULT])
def test_the_default_token_path_is_no_warning(tmp_path: Path, path: str) -> None:
    assert told(tmp_path, google_request("roles/a", path=path)) == {}


def test_custom_roles_that_the_stack_deletes_are_named(tmp_path: Path) -> None:
    warning = told(tmp_path / "a", BOTH, deleteCustomRoles=True)["custom-roles-deleted"]
    assert "myproject_one" in str(warning)
    assert told(tmp_path / "b", BOTH) == {}
    assert told(tmp_path / "c", google_request("roles/a"), deleteCustomRoles=True) == {}


def test_tags_that_nothing_can_have_are_reported(tmp_path: Path) -> None:
    given = branches(tmp_path, google_request("roles/a"), tags={"team": "platform"})
    (warning,) = remarks(settings_of(given))
    assert (warning.code, warning.setting) == ("tags-without-effect", "componentIdentities.tags")


def test_what_an_existing_custom_role_has_is_not_claimed(tmp_path: Path) -> None:
    settings = settings_of(branches(tmp_path, BOTH, gcp={"customRoles": "existing"}))
    conditions = [each.conditions for each in explain(settings).permissions]
    assert conditions == [(), ("if the existing custom role has them",)]


def test_an_account_that_exists_is_explained_by_its_address(tmp_path: Path) -> None:
    email = "mycluster-one-x7k2p@my-project.iam.gserviceaccount.com"
    ids = {"component-identities-openshift-one-creds": email}
    (way,) = explain(settings_of(branches(tmp_path, BOTH, existingIds=ids))).ways
    assert way.why == f"becomes {email}"
