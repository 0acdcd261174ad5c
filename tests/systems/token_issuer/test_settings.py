"""Wrong settings: each is named, with the rule and the way out, and no secret is shown."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.stack.load import load_settings
from openshift_credentials.systems.token_issuer.explain import remarks
from openshift_credentials.systems.token_issuer.settings import TokenIssuerSettings
from tests.cco_samples import public_key, sample
from tests.kit.golden import Golden
from tests.kit.settings_rows import compare_settings
from tests.kit.tables import nonempty
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


def test_what_is_said_of_settings(golden: Golden, folder: str) -> None:
    alone, private = {"tokenIssuer": AWS["tokenIssuer"]}, {"tokenIssuer": issuer(aws=PRIVATE_ISSUER)}
    trees = {"AWS": AWS, "AZURE": AZURE, "ALONE": alone, "PRIVATE_ISSUER": private, "GCP": GCP}
    names = {"PRIVATE": PRIVATE, "PUBLIC": PUBLIC, "SIGNER": SIGNER}

    def told(tree: dict[str, Any]) -> Iterator[str]:
        for each in problems(tree, folder):
            assert PRIVATE[40:80] not in each
            yield each.replace(folder, "REQUESTS")

    compare_settings(Path(__file__).with_name("wrong_settings.txt"), golden, trees, told, names)


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


PRIVATE_ISSUER = {"private": True, "region": "us-west-2", "accountId": "123456789012"}
