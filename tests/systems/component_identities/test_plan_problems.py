"""What is wrong with the options and the requests of a plan of identities."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.platforms.credentials_requests import CredentialsRequest, SecretRef, load_requests
from openshift_credentials.systems.component_identities.plan.nutanix import plan_secrets, shared_credentials
from openshift_credentials.systems.component_identities.rules.aws_roles import RoleOptions, plan_roles
from openshift_credentials.systems.component_identities.rules.azure import IdentityOptions, plan_identities
from openshift_credentials.systems.component_identities.rules.gcp import PoolOptions, plan_service_accounts, role_slug
from tests.kit.tables import rows_beside
from tests.systems.token_issuer.stacks import aws_request

ISSUER = "https://oidc.example.com/one"
PROVIDER = "arn:aws:iam::123456789012:oidc-provider/oidc.example.com/one"


ONE_ACCOUNT = (
    "would share the service account 'n-one', and each would get the permissions of all; change "
    "the start of the requests' names"
)
UNNAMED = "the name of the custom role cannot be derived"
SHARED = "would share the file 'openshift-one-creds-credentials.yaml'; change the start of the requests' names"


def loaded(*requests: dict[str, Any]) -> tuple[CredentialsRequest, ...]:
    api = {"apiVersion": "cloudcredential.openshift.io/v1", "kind": "CredentialsRequest"}
    files = [(f"{number}.yaml", yaml.safe_dump({**api, **request}).encode()) for number, request in enumerate(requests)]
    return tuple(load_requests(files).requests)


def on_google_cloud(name: str, *accounts: str) -> dict[str, Any]:
    request: dict[str, Any] = aws_request("openshift-one", "creds", *accounts)
    request["metadata"]["name"] = name
    request["spec"]["providerSpec"] = {"kind": "GCPProviderSpec"}
    return request


def elsewhere(request: dict[str, Any]) -> dict[str, Any]:
    """The request with a Secret in another namespace."""
    request["spec"]["secretRef"]["namespace"] = "openshift-two"
    return request


def on_azure(*accounts: str) -> dict[str, Any]:
    request: dict[str, Any] = aws_request("openshift-one", "creds", *accounts)
    request["spec"]["providerSpec"] = {"kind": "AzureProviderSpec"}
    return request


@pytest.mark.parametrize(
    ("provider", "problem"),
    [
        (PROVIDER, ""),
        ("arn:aws:iam::123456789012:role/x", "is not the ARN of an IAM OIDC provider"),
        (f'{PROVIDER}"', "is not the ARN of an IAM OIDC provider"),
    ],
)
def test_a_provider_that_no_role_can_trust_is_a_problem(provider: str, problem: str) -> None:
    options = RoleOptions(name="n", provider_arn=provider, issuer_url=ISSUER)
    told = [notice.why for notice in plan_roles(loaded(), options).problems]
    assert told == ([f"provider ARN {provider!a} {problem}"] if problem else [])


def test_a_role_whose_name_iam_refuses_is_a_warning() -> None:
    options = RoleOptions(name="a name", provider_arn=PROVIDER, issuer_url=ISSUER, compatible_names=True)
    planned = plan_roles(loaded(aws_request("openshift-one", "creds", "sa")), options)
    rule = "must be 1 to 64 letters, digits and the characters + = , . @ _ -"
    told = [str(warning) for warning in planned.warnings]
    assert told == [f"0.yaml, document 1: role name 'a name-openshift-one-creds' {rule}"]


def options_of(**changes: str) -> IdentityOptions:
    usual = {"name": "n", "region": "r", "subscription_id": "s", "issuer_url": ISSUER}
    return IdentityOptions(**{**usual, **changes})  # pyright: ignore[reportArgumentType]


def test_identities_and_installation_have_groups_of_their_own() -> None:
    assert not plan_identities(loaded(), options_of()).problems
    one = options_of(oidc_resource_group="g", installation_resource_group="g")
    (problem,) = plan_identities(loaded(), one).problems
    assert str(problem) == (
        "resource group 'g' is used for the identities and for the installation; openshift-install "
        "requires an empty group: set another one"
    )


@pytest.mark.parametrize(("count", "warns"), [(0, False), (20, False), (21, True)])
def test_an_identity_has_at_most_twenty_federations(count: int, warns: bool) -> None:
    accounts = [f"sa{number}" for number in range(count)]
    planned = plan_identities(loaded(on_azure(*accounts)), options_of())
    told = [str(warning) for warning in planned.warnings]
    limit = "more than 20 service accounts, the maximum number of federations per identity"
    assert told == ([f"0.yaml, document 1: {limit}"] if warns else [])
    notes = [str(note) for note in planned.notes]
    unused = "0.yaml, document 1: no service account, so nobody could use the identity"
    assert notes == ([] if count else [unused])


@pytest.mark.parametrize(
    ("requests", "problems"),
    [
        ([on_google_cloud("", "sa")], ["0.yaml, document 1: metadata.name is empty; set it"]),
        ([on_google_cloud("---", "sa")], [f"0.yaml, document 1: {UNNAMED}: empty credential request name"]),
        (
            [on_google_cloud("one", "sa"), on_google_cloud("two", "sa")],
            [f"0.yaml, document 1, 1.yaml, document 1: {SHARED}"],
        ),
        (
            [on_google_cloud("one", "sa"), elsewhere(on_google_cloud("one", "sa"))],
            [f"0.yaml, document 1, 1.yaml, document 1: {ONE_ACCOUNT}"],
        ),
        ([on_google_cloud("one", "sa")], []),
    ],
)
def test_a_request_of_google_cloud_needs_a_name_and_a_secret_of_its_own(
    requests: list[dict[str, Any]], problems: list[str]
) -> None:
    options = PoolOptions(name="n", project="my-project")
    found = plan_service_accounts(loaded(*requests), options).problems
    assert [str(problem) for problem in found] == problems


def test_what_iam_of_google_cloud_refuses_names_the_request() -> None:
    request = on_google_cloud("one", "sa")
    request["spec"]["providerSpec"]["predefinedRoles"] = ["own"]
    options = PoolOptions(name="n", project="my-project")
    (warning,) = plan_service_accounts(loaded(request), options).warnings
    assert str(warning).startswith(
        "0.yaml, document 1: spec.providerSpec.predefinedRoles[0] 'own' is not the name of a role; "
    )


@rows_beside("role, slug")
def test_a_role_of_an_account_has_a_name_in_the_stack(role: str, slug: str) -> None:
    request = on_google_cloud("one", "sa")
    request["spec"]["providerSpec"]["permissions"] = ["a.b.get"]
    options = PoolOptions(name="n", project="my-project")
    (account,) = plan_service_accounts(loaded(request), options).identities
    assert role_slug(account, role) == slug


def test_a_file_of_nutanix_that_does_not_exist_is_named() -> None:
    with pytest.raises(UnusableInputError) as raised:
        shared_credentials("no/such/file")
    assert str(raised.value) == "no/such/file: does not exist"


@pytest.mark.parametrize(
    ("compatible", "way_out"),
    [
        (False, "move one of them to a separate folder, with another name for its identities"),
        (True, "use a shorter name, or names with a hash instead of ccoctl's names"),
    ],
)
def test_two_requests_that_would_share_a_role_are_named(compatible: bool, way_out: str) -> None:
    requests = loaded(aws_request("a-b", "c", "sa"), aws_request("a", "b-c", "sa"))
    options = RoleOptions(name="n", provider_arn=PROVIDER, issuer_url=ISSUER, compatible_names=compatible)
    (problem,) = plan_roles(requests, options).problems
    assert str(problem) == (
        "0.yaml, document 1, 1.yaml, document 1: would share the role 'n-a-b-c', and each would "
        f"get the permissions of all; {way_out}"
    )


def test_two_requests_that_would_share_an_identity_are_named() -> None:
    requests = [on_azure("sa"), on_azure("sb")]
    (problem,) = plan_identities(loaded(*requests), options_of()).problems
    assert str(problem) == (
        "0.yaml, document 1, 1.yaml, document 1: would share the identity 'n-openshift-one-creds', and each would get "
        "the permissions of all; use a shorter name, or move one of them to a separate folder"
    )


# The file of Nutanix's credentials as ``getCredentialsFromFile`` reads it.

HEAD = "credentials:\n- type: basic_auth\n  data:\n"


def read(folder: Path, data: str) -> str:
    """What the Secrets get of ``prismCentral`` and ``prismElements``."""
    (folder / "credentials").write_text(HEAD + data, encoding="utf-8")
    text = shared_credentials(str(folder))
    return text.removeprefix('[{"type":"basic_auth","data":').removesuffix("}]")


@rows_beside("data, elements")
def test_names_are_folded_and_merged_and_the_name_of_a_cluster_can_be_a_number(
    data: str, elements: str, tmp_path: Path
) -> None:
    central = '{"username":"u","password":"p"}'
    expected = f'{{"prismCentral":{central},"prismElements":{elements}}}'
    assert read(tmp_path, data) == expected


@rows_beside("data")
def test_what_ccoctl_refuses_is_refused(data: str, tmp_path: Path) -> None:
    with pytest.raises(UnusableInputError):
        read(tmp_path, data)


def test_a_password_that_is_a_number_is_named_and_every_entry_is_reported(tmp_path: Path) -> None:
    data = "    prismCentral: {username: u, password: 1234567}\n- type: other\n"
    with pytest.raises(UnusableInputError) as raised:
        read(tmp_path, data)
    text = str(raised.value)
    assert "credentials[0].data.prismCentral.password must be text" in text
    assert "credentials[1].type must be basic_auth" in text
    assert "1234567" not in text


def test_two_requests_for_one_secret_are_named() -> None:
    requests = [
        CredentialsRequest(
            file=f"{name}.yaml",
            document=1,
            name=name,
            secret=SecretRef("ns", "s"),
            service_accounts=("sa",),
            provider_spec='{"kind": "NutanixProviderSpec"}',
        )
        for name in ("a", "b")
    ]
    assert plan_secrets(requests[:1]).identities == (SecretRef("ns", "s"),)
    (problem,) = plan_secrets(requests).problems
    assert str(problem) == (
        "a.yaml, document 1, b.yaml, document 1: would share the Secret 'ns/s', and each would get "
        "the permissions of all; remove one of them"
    )
