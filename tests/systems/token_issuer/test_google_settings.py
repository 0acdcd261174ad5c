"""Settings of an issuer on Google Cloud: what is wrong, what is remarked, and what is explained."""

from typing import Any, Final

import pytest

from openshift_credentials.systems.token_issuer.explain import remarks
from openshift_credentials.systems.token_issuer.settings import TokenIssuerSettings
from tests.kit.trees import ABSENT, changed
from tests.systems.token_issuer.stacks import SIGNER
from tests.systems.token_issuer.test_settings import problems

GCP: Final[dict[str, Any]] = {
    "tokenIssuer": {
        "name": "mycluster",
        "gcp": {"project": "my-project", "projectNumber": "123456789012"},
        "keys": [{"name": "a", "publicKey": SIGNER}],
    }
}
PLACE: Final = "tokenIssuer__gcp__"

WRONG: Final[list[tuple[dict[str, object], str]]] = [
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


@pytest.mark.parametrize(("wrong", "told"), WRONG)
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
