"""What is wrong with the options and the requests of a plan of identities."""

from typing import Any

import pytest
import yaml

from openshift_credentials.platforms.credentials_requests import CredentialsRequest, load_requests
from openshift_credentials.systems.component_identities.rules.aws_plan import (
    RoleOptions,
    plan_roles,
)
from openshift_credentials.systems.component_identities.rules.azure_plan import (
    IdentityOptions,
    plan_identities,
)
from tests.systems.token_issuer.stacks import aws_request

ISSUER = "https://oidc.example.com/one"
PROVIDER = "arn:aws:iam::123456789012:oidc-provider/oidc.example.com/one"


def loaded(*requests: dict[str, Any]) -> tuple[CredentialsRequest, ...]:
    api = {"apiVersion": "cloudcredential.openshift.io/v1", "kind": "CredentialsRequest"}
    files = [
        (f"{number}.yaml", yaml.safe_dump({**api, **request}).encode())
        for number, request in enumerate(requests)
    ]
    return tuple(load_requests(files).requests)


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


def test_a_provider_of_another_issuer_is_a_warning() -> None:
    options = RoleOptions(name="n", provider_arn=f"{PROVIDER}/x", issuer_url=ISSUER)
    (warning,) = plan_roles(loaded(), options).warnings
    assert str(warning) == (
        "provider oidc.example.com/one/x does not match issuer oidc.example.com/one: no token "
        "could satisfy the trust policies"
    )


def test_a_role_whose_name_iam_refuses_is_a_warning() -> None:
    options = RoleOptions(
        name="a name", provider_arn=PROVIDER, issuer_url=ISSUER, compatible_names=True
    )
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
