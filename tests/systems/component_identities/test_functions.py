"""Functions of upstream, row by row: names, field checks, arithmetic of bindings."""

from collections.abc import Sequence

import pytest

from openshift_credentials.platforms.credentials_requests import AzureProviderSpec
from openshift_credentials.platforms.gcp.identifiers import service_account_email
from openshift_credentials.platforms.go.json import InvalidJSONError
from openshift_credentials.platforms.go.text import encode
from openshift_credentials.systems.component_identities.rules import gcp_identities as gcp, names
from openshift_credentials.systems.component_identities.rules.azure_identities import (
    validate_workload_identity,
)
from tests.cco_samples import Row, rows


def each(file: str, function: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("row", rows(file, function), ids=lambda row: row["id"])


@each("load-and-keys", "shorten")
def test_names_are_cut_by_bytes(row: Row) -> None:
    shortened = names.shorten_name(row["in"]["name"], row["in"]["max"])
    assert encode(shortened).hex() == row["out"]["hex"]


@each("mode-upgrade-names", "name_with_limits")
def test_names_of_two_parts(row: Row) -> None:
    name = names.generate_name_with_field_limits(*_limits(row["in"]))
    assert encode(name).hex() == row["out"]["name_hex"]


@each("mode-upgrade-names", "unique_name_with_limits")
def test_unique_names_end_in_five_random_characters(row: Row) -> None:
    name = names.generate_unique_name_with_field_limits(*_limits(row["in"]))
    assert len(encode(name)) == row["out"]["length_bytes"]
    assert encode(name)[:-6].hex() == row["out"]["prefix_hex"]
    assert name[-6] == "-"
    assert set(name[-5:]) <= set("bcdfghjklmnpqrstvwxz2456789")


def _limits(given: Row) -> tuple[str, int, str, int]:
    return given["infra"], given["infra_max"], given["cr"], given["cr_max"]


def test_a_request_without_a_name_has_no_name() -> None:
    with pytest.raises(ValueError, match="empty credential request name"):
        names.generate_name_with_field_limits("infra", 5, "", 5)


@each("gcp-actuator", "gcp_role_id_and_title")
def test_custom_roles_of_google_cloud(row: Row) -> None:
    project, request = row["in"]["project"], row["in"]["cr"]
    if error := row["out"]["id_error"]:
        with pytest.raises(ValueError, match=error):
            gcp.generate_role_id(project, request)
    else:
        assert gcp.generate_role_id(project, request) == row["out"]["id"]
    if error := row["out"]["title_error"]:
        with pytest.raises(ValueError, match=error):
            gcp.generate_role_name(project, request)
    else:
        assert encode(gcp.generate_role_name(project, request)).hex() == row["out"]["title_hex"]


def test_parts_of_names_of_google_cloud_are_cut_at_their_limits() -> None:
    long = ("n" * 60, "r" * 60)
    assert gcp.service_account_name(*long) == f"{'n' * 50}-{'r' * 49}"
    assert gcp.service_account_id_front(*long) == f"{'n' * 12}-{'r' * 11}"
    assert gcp.generate_role_name(*long) == f"{'n' * 50}-{'r' * 49}"
    assert gcp.generate_role_id(*long) == f"{'n' * 32}_{'r' * 31}"


@each("gcp-actuator", "gcp_sa_email")
def test_addresses_of_service_accounts(row: Row) -> None:
    assert service_account_email(row["in"]["id"], row["in"]["project"]) == row["out"]["email"]


@each("gcp-actuator", "gcp_universe")
def test_universes(row: Row) -> None:
    domain, member = gcp.universe_domain_args(row["in"]["universe"])
    assert (domain, member) == (row["out"]["domain"], row["out"]["json_fragment"])


@each("gcp-actuator", "gcp_audience")
def test_audiences(row: Row) -> None:
    given = row["in"]
    problems = gcp.validate_sts_provider_spec(given["audience"], given["serviceAccountEmail"])
    assert _message("GCPProviderSpec", problems) == row["out"]["error"]


@each("azure-actuator", "azure_wi_validate")
def test_fields_of_a_workload_identity(row: Row) -> None:
    given = row["in"]
    spec = AzureProviderSpec(
        azure_client_id=given["azureClientID"],
        azure_region=given["azureRegion"],
        azure_subscription_id=given["azureSubscriptionID"],
        azure_tenant_id=given["azureTenantID"],
    )
    problems = validate_workload_identity(spec)
    assert _message("AzureProviderSpec", problems) == row["out"]["error"]


def _message(kind: str, problems: Sequence[str]) -> str | None:
    return f"{kind} validation failed: [{' '.join(problems)}]" if problems else None


@each("gcp-actuator", "slice_diff")
def test_differences_of_lists(row: Row) -> None:
    added, removed = gcp.calculate_slice_diff(row["in"]["original"], row["in"]["new"])
    assert added == row["out"]["added_sorted"]
    assert removed == row["out"]["removed_sorted"]


@each("gcp-actuator", "gcp_auth_json")
def test_key_ids_in_credentials(row: Row) -> None:
    document = row["in"]["json"].encode()
    if row["out"]["is_error"]:
        with pytest.raises(InvalidJSONError):
            gcp.private_key_id(document)
    else:
        assert gcp.private_key_id(document) == row["out"]["private_key_id"]


def test_the_id_of_a_key_is_read_from_its_file() -> None:
    assert gcp.private_key_id(b'{"type": "service_account", "private_key_id": "k"}') == "k"


@each("gcp-actuator", "gcp_purge_bindings")
def test_purged_bindings(row: Row) -> None:
    given, out = row["in"], row["out"]
    bindings = [gcp.Binding(each["role"], tuple(each["members"])) for each in given["bindings"]]
    purged, changed = gcp.purge_extra_policy_bindings(
        bindings, given["roles"] or [], given["member"]
    )
    assert [{"role": one.role, "members": list(one.members)} for one in purged] == out["bindings"]
    assert changed == out["changed"]


@pytest.mark.parametrize(
    ("members", "left"),
    [
        ("mmn", "mn"),
        ("nmmo", "nmo"),
        ("mnm", "n"),
        ("nmnm", "nn"),
        ("mm", ""),
        ("mmmn", "mn"),
        ("mnmm", "n"),
        ("m", ""),
        ("n", "n"),
        ("", ""),
    ],
)
def test_of_two_neighbours_one_stays_unless_the_member_stands_at_the_end(
    members: str, left: str
) -> None:
    purged, _ = gcp.purge_extra_policy_bindings([gcp.Binding("r", tuple(members))], [], "m")
    assert purged == [gcp.Binding("r", tuple(left))]


def test_a_binding_is_added_once() -> None:
    bindings, changed = gcp.add_policy_binding([], "roles/a", "m")
    assert (bindings, changed) == ([gcp.Binding("roles/a", ("m",))], True)
    again, changed = gcp.add_policy_binding(bindings, "roles/a", "m")
    assert (again, changed) == (bindings, False)
    more, changed = gcp.add_policy_binding(bindings, "roles/a", "n")
    assert (more, changed) == ([gcp.Binding("roles/a", ("m", "n"))], True)


@pytest.mark.parametrize(
    ("name", "key_id"),
    [("projects/p/serviceAccounts/s/keys/k", "k"), ("k", "k"), ("a/", ""), ("a/b\nc/d", "b\nd")],
)
def test_the_id_of_a_key_follows_the_last_slash(name: str, key_id: str) -> None:
    assert gcp.extract_key_id_from_key_name(name) == key_id


@pytest.mark.parametrize(
    ("project", "email"),
    [
        ("p", "a@p.iam.gserviceaccount.com"),
        ("example.com:p", "a@p.example.com.iam.gserviceaccount.com"),
    ],
)
def test_the_project_of_a_domain_is_turned_around(project: str, email: str) -> None:
    assert service_account_email("a", project) == email
