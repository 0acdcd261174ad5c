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
from tests.kit.nonempty import nonempty
from tests.kit.trees import ABSENT, changed
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


def test_right_settings_have_no_problem(folder: str) -> None:
    assert problems(AWS, folder) == ()
    assert problems(AZURE, folder) == ()
    unnamed = changed(AWS, tokenIssuer__keys=ABSENT, tokenIssuer__signingKey="initial")
    assert problems(unnamed, folder) == ()


KEPT: dict[str, object] = {
    "tokenIssuer__existing": "keep",
    "tokenIssuer__aws__private": True,
    "tokenIssuer__aws__originAccessIdentity": "E2QWRUHAPOMQZL",
}
"""A private issuer of ccoctl."""

WRONG: list[tuple[dict[str, Any], dict[str, object], str]] = [
    (AWS, {"tokenIssuer__name": "My_Cluster"}, "tokenIssuer.name"),
    (AWS, {"tokenIssuer__name": "a" * 59}, "tokenIssuer.name"),
    (AWS, {"tokenIssuer__name": ABSENT}, "tokenIssuer.name"),
    (AWS, {"tokenIssuer__aws": ABSENT}, "tokenIssuer.aws"),
    (AWS, {"tokenIssuer__tags": {"aws:team": "a"}}, "tags.aws:team: the name must be 1 to 128"),
    (AWS, {"tokenIssuer__tags": {"team": "a<b"}}, 'tags.team = "a<b": must be at most 256'),
    (AZURE, {"tokenIssuer__tags": {"a?b": "c"}}, "tokenIssuer.tags.a?b: the name must be 1 to 128"),
    (AWS, {"tokenIssuer__aws__region": "nowhere"}, "tokenIssuer.aws.region"),
    (AWS, {"tokenIssuer__aws__accountId": "1"}, "tokenIssuer.aws.accountId"),
    (AWS, {"tokenIssuer__aws__privat": True}, "did you mean private"),
    (AWS, {"tokenIssuer__aws__distributionDomain": "d.cloudfront.net"}, "distributionDomain"),
    (AWS, {"tokenIssuer__aws__originAccessIdentity": "E1"}, "originAccessIdentity"),
    (AWS, {"tokenIssuer__keys": []}, "tokenIssuer.keys"),
    (AWS, {"tokenIssuer__keys__0__name": "A"}, "tokenIssuer.keys[0].name"),
    (AWS, {"tokenIssuer__keys__0__publicKey": "none"}, "no complete PEM block"),
    (AWS, {"tokenIssuer__keys__0__publicKey": PRIVATE}, "contains a private key"),
    (AWS, {"tokenIssuer__keys__0__privateKey": PRIVATE}, "public and a private"),
    (AWS, {"tokenIssuer__keys": [{"name": "a", "privateKey": PUBLIC}]}, "no readable private key"),
    (AWS, {"tokenIssuer__keys": [{"name": "a", "privateKey": PRIVATE}]}, "not encrypted"),
    (AWS, {"tokenIssuer__keys": [{"name": "a"}, {"name": "a"}]}, "name a twice"),
    (
        AWS,
        {"tokenIssuer__keys": [{"name": n, "publicKey": PUBLIC} for n in ("a", "b")]},
        "is the key of tokenIssuer.keys[0]",
    ),
    (AWS, {"tokenIssuer__signingKey": "b"}, "is not the name of a key"),
    (AWS, {"tokenIssuer__keys": ABSENT, "tokenIssuer__signingKey": "b"}, "use one of initial"),
    (
        AWS,
        {"etcdBackup": {"credentials": {"createOidcProvider": True}}},
        "createOidcProvider: would create the provider that tokenIssuer creates; remove it",
    ),
    (AWS, {"tokenIssuer__existing": "yes"}, "tokenIssuer.existing"),
    (
        AWS,
        {"tokenIssuer__existing": "keep", "tokenIssuer__keys": [{"name": "new"}]},
        "would generate key new",
    ),
    (
        AWS,
        {**KEPT, "tokenIssuer__existingIds": {"distribution": "d1.cloudfront.net"}},
        "existingIds.distribution: must be 13 or 14 capital letters and digits",
    ),
    (AWS, KEPT, "existingIds.distribution: is required"),
    (AWS, {"tokenIssuer__name": PRIVATE}, "tokenIssuer.name"),
    (AWS, {"tokenIssuer__aws__region": PRIVATE}, "tokenIssuer.aws.region"),
    (AWS, {"tokenIssuer__signingKey": PRIVATE}, "tokenIssuer.signingKey"),
    (AWS, {"tokenIssuer__privateKey": PRIVATE}, "is not a setting"),
    (AWS, {"componentIdentities__requests": PRIVATE}, "componentIdentities.requests"),
    (AWS, {"tokenIssuer__settleSeconds": -1}, "tokenIssuer.settleSeconds"),
    (AZURE, {"tokenIssuer__name": "my-cluster"}, "tokenIssuer.azure.storageAccount"),
    (AZURE, {"tokenIssuer__azure__tenantId": "x"}, "tokenIssuer.azure.tenantId"),
    (AZURE, {"tokenIssuer__azure__storageAccount": "My"}, "storageAccount"),
    (
        AZURE,
        {"tokenIssuer__azure__location": "usgovvirginia"},
        'azure.cloud = "AzurePublicCloud": cannot be used, because location usgovvirginia is in Az',
    ),
    (
        AZURE,
        {"tokenIssuer__azure__cloud": "AzureChinaCloud"},
        "location westeurope is not in AzureChinaCloud",
    ),
    (
        AZURE,
        {"tokenIssuer__azure__cloud": "AzureBleuCloud"},
        "the provider of Azure does not know AzureBleuCloud",
    ),
    (AWS, {"componentIdentities__requests": ABSENT}, "componentIdentities.requests"),
    (AWS, {"componentIdentities__requests": "no/such"}, "the folder does not exist"),
    (AWS, {"componentIdentities__requests": 1}, "must be the path of a folder"),
    (AWS, {"componentIdentities__name": "n" * 59}, "componentIdentities.name"),
    (AWS, {"componentIdentities__issuerUrl": "http://x"}, "componentIdentities.issuerUrl"),
    (AWS, {"componentIdentities__aws__providerArn": "arn"}, "providerArn"),
    (
        AWS,
        {
            "componentIdentities__aws__providerArn": (
                "arn:aws:iam::999999999999:oidc-provider/mycluster-oidc.s3.us-west-2.amazonaws.com"
            )
        },
        "belongs to account 999999999999",
    ),
    (
        AWS,
        {"componentIdentities__aws__permissionsBoundary": "arn:aws-cn:iam::123456789012:policy/b"},
        "in aws-cn",
    ),
    (AWS, {"componentIdentities__aws__audiences": []}, "audiences"),
    (AWS, {"componentIdentities__secretsIn": "cluster"}, "cluster: is required"),
    (AWS, {"componentIdentities__secretsIn": "vault"}, "secretsIn"),
    (AWS, {"componentIdentities__olmOperators": ["nobody"]}, "does not match a request"),
    (AWS, {"componentIdentities__azure": {}}, "but only one of them"),
    (AWS, {"tokenIssuer": ABSENT}, "componentIdentities.issuerUrl"),
]


@pytest.mark.parametrize(("tree", "changes", "expected"), WRONG, ids=range(len(WRONG)))
def test_a_wrong_setting_is_named(
    tree: dict[str, Any], changes: dict[str, object], expected: str, folder: str
) -> None:
    found = problems(changed(tree, **changes), folder)
    assert any(expected in each for each in found), found
    assert all("; " in each for each in nonempty(found))
    assert not any(PRIVATE[40:80] in each for each in found)


@pytest.mark.parametrize(
    ("region", "named"), [("us-gov-west-1", "us-gov-west-1"), ("us-iso-east-1", "us-iso-east-1")]
)
def test_cloudfront_is_not_everywhere(region: str, named: str, folder: str) -> None:
    tree = changed(
        {"tokenIssuer": AWS["tokenIssuer"]},
        tokenIssuer__aws__region=region,
        tokenIssuer__aws__private=True,
    )
    (problem,) = problems(tree, folder)
    assert named in problem


def test_a_private_distribution_is_adopted_by_its_id(folder: str) -> None:
    tree = changed(
        {"tokenIssuer": AWS["tokenIssuer"]},
        tokenIssuer__aws__private=True,
        tokenIssuer__existing="keep",
    )
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
