"""Functions of upstream, row by row: names, addresses, universes."""

import pytest

from openshift_credentials.platforms.gcp import service_account_email
from openshift_credentials.platforms.go.text import encode
from openshift_credentials.systems.component_identities.rules import gcp, requests as names
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


@pytest.mark.parametrize(
    ("project", "email"),
    [("p", "a@p.iam.gserviceaccount.com"), ("example.com:p", "a@p.example.com.iam.gserviceaccount.com")],
)
def test_the_project_of_a_domain_is_turned_around(project: str, email: str) -> None:
    assert service_account_email("a", project) == email
