"""Wrong settings: each is named, with the rule and the way out, and no secret is shown."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.stack.load import load_settings
from openshift_credentials.systems.token_issuer.explain import remarks
from openshift_credentials.systems.token_issuer.settings import TokenIssuerSettings
from tests.cco_samples import public_key, sample
from tests.kit.tables import nonempty, read_rows
from tests.kit.trees import ABSENT, changed
from tests.systems.token_issuer.stacks import SIGNER, aws_request, issuer, write_requests

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


# Settings of an issuer on Google Cloud: what is wrong, what is remarked, and what is explained.

GCP: Final[dict[str, Any]] = {
    "tokenIssuer": {
        "name": "mycluster",
        "gcp": {"project": "my-project", "projectNumber": "123456789012"},
        "keys": [{"name": "a", "publicKey": SIGNER}],
    }
}
PLACE: Final = "tokenIssuer__gcp__"

WRONG_ON_GOOGLE: Final[list[tuple[dict[str, object], str]]] = [
    ({f"{PLACE}project": ABSENT}, "tokenIssuer.gcp.project: is required"),
    ({f"{PLACE}project": "My-Project"}, 'gcp.project = "My-Project": must be the ID of a project'),
    ({f"{PLACE}project": "123456789012"}, 'gcp.project = "123456789012": must be the ID'),
    ({f"{PLACE}project": "example.com:"}, "tokenIssuer.gcp.project"),
    ({f"{PLACE}projectNumber": ABSENT}, "tokenIssuer.gcp.projectNumber: is required"),
    ({f"{PLACE}projectNumber": "my-project"}, 'projectNumber = "my-project": must be the number'),
    ({f"{PLACE}projectNumber": "0123"}, "tokenIssuer.gcp.projectNumber"),
    ({f"{PLACE}projectNumber": -1}, "tokenIssuer.gcp.projectNumber"),
    ({f"{PLACE}keyStorage": "bucket"}, "tokenIssuer.gcp.keyStorage"),
    ({f"{PLACE}keyStorage": True}, "tokenIssuer.gcp.keyStorage"),
    ({f"{PLACE}location": "eu west"}, "tokenIssuer.gcp.location"),
    ({f"{PLACE}location": ""}, "tokenIssuer.gcp.location"),
    ({f"{PLACE}pool": "abc"}, 'tokenIssuer.gcp.pool = "abc": must be 4 to 32'),
    ({f"{PLACE}pool": "gcp-mine"}, "must not start with gcp-, which Google reserves"),
    ({f"{PLACE}pool": "a" * 33}, "tokenIssuer.gcp.pool"),
    ({f"{PLACE}provider": "of/mine"}, "tokenIssuer.gcp.provider"),
    ({f"{PLACE}attributeCondition": ""}, "tokenIssuer.gcp.attributeCondition"),
    ({f"{PLACE}attributeCondition": "a" * 4097}, "up to 4096 characters"),
    ({f"{PLACE}attributeCondition": "a\x00b"}, "tokenIssuer.gcp.attributeCondition"),
    ({f"{PLACE}attributeCondition": ["a"]}, "tokenIssuer.gcp.attributeCondition"),
    ({f"{PLACE}universe": "https://googleapis.com"}, "tokenIssuer.gcp.universe"),
    ({f"{PLACE}universe": "localhost"}, "tokenIssuer.gcp.universe"),
    ({f"{PLACE}zone": "a"}, "tokenIssuer.gcp.zone: is not a setting"),
    ({"tokenIssuer__gcp": []}, "tokenIssuer.gcp"),
    ({"tokenIssuer__name": "abc"}, "tokenIssuer.gcp.pool"),
    ({"tokenIssuer__name": "a" * 33}, "tokenIssuer.gcp.provider"),
    ({"tokenIssuer__name": "google-mine"}, "is not valid for the bucket google-mine-oidc"),
    ({"tokenIssuer__tags": {"Team": "a"}}, "tokenIssuer.tags.Team: the name must be a label key"),
    ({"tokenIssuer__tags": {"team": "A B"}}, 'tokenIssuer.tags.team = "A B": must be a label val'),
]


@pytest.mark.parametrize(("wrong", "told"), WRONG_ON_GOOGLE)
def test_a_wrong_setting_is_reported_with_its_rule(wrong: dict[str, object], told: str) -> None:
    found = problems(changed(GCP, **wrong), "")
    assert any(told in each for each in found), found


def settings(**gcp: object) -> TokenIssuerSettings:
    branch = GCP["tokenIssuer"]
    keys = [*branch["keys"], {"name": "b"}]
    return TokenIssuerSettings.model_validate(
        {**branch, "gcp": {**branch["gcp"], **gcp}, "keys": keys, "protect": False}
    )


def test_a_rotation_waits_for_caches_or_for_google() -> None:
    def first_step(**gcp: object) -> str:
        return next(str(each) for each in remarks(settings(**gcp)) if "step 1" in str(each))

    assert "caches of the key set have expired (one hour)" in first_step()
    told = first_step(keyStorage="pool-jwk-file")
    assert "all of Google Cloud knows the provider's key set (ten minutes)" in told


# How long and how large settings of an issuer may be: the last value that fits, and the next.

PRIVATE_ISSUER = {"private": True, "region": "us-west-2", "accountId": "123456789012"}
AZURE_ISSUER = {
    "location": "westeurope",
    "subscriptionId": "11111111-2222-3333-4444-555555555555",
    "tenantId": "66666666-7777-8888-9999-000000000000",
}
ON_AWS: dict[str, Any] = {"tokenIssuer": issuer(aws=PRIVATE_ISSUER)}
ON_AZURE: dict[str, Any] = {"tokenIssuer": {"name": "mycluster", "azure": AZURE_ISSUER}}
ON_GOOGLE: dict[str, Any] = {
    "tokenIssuer": {"name": "mycluster", "gcp": {"project": "my-project", "projectNumber": "123456789012"}}
}
KEYS = [{"name": f"a{number}"} for number in range(6)]
LABELS = ".".join(["a" * 60] * 5)


def problems_with(tree: dict[str, Any]) -> list[str]:
    config = {f"openshift-credentials:{key}": json.dumps(value) for key, value in tree.items()}
    try:
        load_settings(config, ())
    except UnusableInputError as error:
        return [str(problem) for problem in error.problems]
    return []


# settings, path, the last value that fits, the first that does not
LIMITS: list[tuple[dict[str, Any], str, object, object]] = [
    (ON_AWS, "name", "a" * 58, "a" * 59),
    (ON_AWS, "name", "a", ""),
    (ON_AWS, "keys__0__name", "a" * 40, "a" * 41),
    (ON_AWS, "keys__0__publicKey", SIGNER.ljust(65_536), SIGNER.ljust(65_537)),
    (ON_AWS, "keys", KEYS[:5], KEYS),
    (ON_AWS, "keys", KEYS[:1], []),
    (ON_AWS, "settleSeconds", 900, 901),
    (ON_AWS, "settleSeconds", 0, -1),
    (ON_AWS, "aws__distributionDomain", f"{LABELS[:249]}.net", f"{LABELS[:250]}.net"),
    (ON_AWS, "aws__originAccessIdentity", "E1", "e1"),
    (ON_AZURE, "azure__storageAccount", "a" * 24, "a" * 25),
    (ON_AZURE, "azure__storageAccount", "abc", "ab"),
    (ON_AZURE, "azure__container", "a" * 63, "a" * 64),
    (ON_AZURE, "azure__container", "abc", "ab"),
    (ON_AZURE, "azure__resourceGroup", "a" * 90, "a" * 91),
    (ON_GOOGLE, "gcp__pool", "a" * 32, "a" * 33),
    (ON_GOOGLE, "gcp__pool", "abcd", "abc"),
    (ON_GOOGLE, "gcp__provider", "a" * 32, "a" * 33),
    (ON_GOOGLE, "name", "a" * 32, "a" * 33),
]


@pytest.mark.parametrize(("tree", "path", "fits", "exceeds"), LIMITS, ids=range(len(LIMITS)))
def test_a_setting_may_be_as_long_as_its_rule_says_and_no_longer(
    tree: dict[str, Any], path: str, fits: object, exceeds: object
) -> None:
    assert problems_with(changed(tree, **{f"tokenIssuer__{path}": fits})) == []
    found = problems_with(changed(tree, **{f"tokenIssuer__{path}": exceeds}))
    assert found
    assert all("tokenIssuer." in each for each in found)
