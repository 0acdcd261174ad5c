"""Wrong settings: each is named, with the rule and the way out, and no secret is shown."""

import json
from pathlib import Path
from typing import Any

import pytest

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.stack.load import load_settings
from openshift_credentials.stack.system import settings_in
from openshift_credentials.systems.component_identities.settings import ComponentIdentitiesSettings
from tests.cco_samples import public_key, sample
from tests.kit.tables import nonempty, read_rows
from tests.kit.trees import changed
from tests.systems.token_issuer.stacks import aws_request, write_requests

PRIVATE = sample("keys.json.gz")["test-signer"]["private"]
PUBLIC = public_key("rsa4096").decode()

AWS: dict[str, Any] = {
    "tokenIssuer": {
        "name": "mycluster",
        "aws": {"region": "us-west-2", "accountId": "123456789012"},
        "keys": [{"name": "a", "publicKey": PUBLIC}],
    },
    "componentIdentities": {"requests": "REQUESTS", "aws": {"region": "us-west-2"}},
}
AZURE: dict[str, Any] = {
    "tokenIssuer": {
        "name": "mycluster",
        "azure": {
            "location": "westeurope",
            "subscriptionId": "11111111-2222-3333-4444-555555555555",
            "tenantId": "66666666-7777-8888-9999-000000000000",
        },
    }
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("requests") / "all"
    return write_requests(path, aws_request("openshift-one", "creds", "sa"))


def problems(tree: dict[str, Any], folder: str, secret: tuple[str, ...] = ()) -> tuple[str, ...]:
    text = json.dumps(tree).replace("REQUESTS", folder)
    config = {f"openshift-credentials:{key}": json.dumps(v) for key, v in json.loads(text).items()}
    try:
        load_settings(config, [f"openshift-credentials:{key}" for key in secret], Path())
    except UnusableInputError as error:
        return tuple(map(str, error.problems))
    return ()


KEPT: dict[str, object] = {
    "tokenIssuer__existing": "keep",
    "tokenIssuer__aws__private": True,
    "tokenIssuer__aws__originAccessIdentity": "E2QWRUHAPOMQZL",
}
"""A private issuer of ccoctl."""

WRONG: list[tuple[dict[str, Any], dict[str, object], str]] = [
    *read_rows(__file__, "wrong_settings.json", {"AWS": AWS, "AZURE": AZURE, "KEPT": KEPT}),
    (AWS, {"tokenIssuer__keys__0__publicKey": PRIVATE}, "contains a private key"),
    (AWS, {"tokenIssuer__keys__0__privateKey": PRIVATE}, "public and a private"),
    (AWS, {"tokenIssuer__keys": [{"name": "a", "privateKey": PUBLIC}]}, "no readable private key"),
    (AWS, {"tokenIssuer__keys": [{"name": "a", "privateKey": PRIVATE}]}, "not encrypted"),
    (
        AWS,
        {"tokenIssuer__keys": [{"name": n, "publicKey": PUBLIC} for n in ("a", "b")]},
        "is the key of tokenIssuer.keys[0]",
    ),
    (AWS, {"tokenIssuer__name": PRIVATE}, "tokenIssuer.name"),
    (AWS, {"tokenIssuer__aws__region": PRIVATE}, "tokenIssuer.aws.region"),
    (AWS, {"tokenIssuer__signingKey": PRIVATE}, "tokenIssuer.signingKey"),
    (AWS, {"tokenIssuer__privateKey": PRIVATE}, "is not a setting"),
    (AWS, {"componentIdentities__requests": PRIVATE}, "componentIdentities.requests"),
]


@pytest.mark.parametrize(("tree", "changes", "expected"), WRONG, ids=range(len(WRONG)))
def test_a_wrong_setting_is_named(tree: dict[str, Any], changes: dict[str, object], expected: str, folder: str) -> None:
    found = problems(changed(tree, **changes), folder)
    assert any(expected in each for each in found), found
    assert all("; " in each for each in nonempty(found))
    assert not any(PRIVATE[40:80] in each for each in found)


@pytest.mark.parametrize(("region", "named"), [("us-gov-west-1", "us-gov-west-1"), ("us-iso-east-1", "us-iso-east-1")])
def test_cloudfront_is_not_everywhere(region: str, named: str, folder: str) -> None:
    tree = changed({"tokenIssuer": AWS["tokenIssuer"]}, tokenIssuer__aws__region=region, tokenIssuer__aws__private=True)
    (problem,) = problems(tree, folder)
    assert named in problem


def test_a_private_distribution_is_adopted_by_its_id(folder: str) -> None:
    tree = changed({"tokenIssuer": AWS["tokenIssuer"]}, tokenIssuer__aws__private=True, tokenIssuer__existing="keep")
    assert len(problems(tree, folder)) == 2


@pytest.mark.parametrize(
    ("requests", "expected"),
    [
        ([aws_request("ns", "../../evil", "sa")], "has characters"),
        ([aws_request("ns", "creds", 'sa" , "system:serviceaccount:x:y')], "has characters"),
        ([aws_request("ns", "creds")], "serviceAccountNames is empty"),
        ([aws_request("ns", "creds", "sa"), aws_request("ns", "creds", "x")], "would share"),
        ([aws_request("ns-a", "b-c", "sa"), aws_request("ns-a-b", "c", "sa")], "would share"),
        ([aws_request("ns", "Creds", "sa")], "not a valid Kubernetes name"),
        ([aws_request("ns", "creds", *(f"account-{n}" for n in range(60)))], "IAM accepts 2048"),
    ],
)
def test_a_request_that_cannot_be_served_stops_the_stack(
    requests: list[dict[str, object]], expected: str, tmp_path: Path
) -> None:
    found = problems(AWS, write_requests(tmp_path / "requests", *requests))
    assert any(expected in each for each in found), found
    assert all("componentIdentities.requests" in each for each in nonempty(found))


def test_what_one_system_says_another_need_not_repeat(folder: str) -> None:
    text = json.dumps({**AWS, "cluster": {"name": "c"}}).replace("REQUESTS", folder)
    config = {f"openshift-credentials:{key}": json.dumps(v) for key, v in json.loads(text).items()}
    settings = settings_in(load_settings(config), ComponentIdentitiesSettings)
    assert settings
    assert settings.aws
    assert settings.cluster
    assert settings.name == "mycluster"
    assert settings.issuer_url == "https://mycluster-oidc.s3.us-west-2.amazonaws.com"
    assert settings.aws.account_id == "123456789012"
    assert settings.cluster.oidc_issuer == settings.issuer_url
