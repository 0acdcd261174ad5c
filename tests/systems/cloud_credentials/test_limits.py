"""How long and how large settings of cloudCredentials may be: the last value, and the next."""

import pytest

from openshift_credentials.stack.secret_texts import SEALED
from openshift_credentials.systems.cloud_credentials.plan import root_content
from openshift_credentials.systems.cloud_credentials.settings import CloudCredentialsSettings
from tests.systems.cloud_credentials.stacks import (
    AZURE,
    GCP,
    MAKES_ACCOUNT,
    MAKES_USER,
    MANUAL_GIVEN,
    MINT,
    OPENSTACK,
    VSPHERE,
    Branch,
    problems,
    with_,
)

KEY = "rootSecret__aws__accessKeyId"
SECRET = "rootSecret__aws__secretAccessKey"
LOGIN = {"username": "u", "password": "p"}


def logins(host: str, **changes: str) -> dict[str, dict[str, str]]:
    return {host: {**LOGIN, **changes}}


def content(namespace: str, name: str, key: str) -> dict[str, dict[str, str]]:
    """A Secret of IBM Cloud, with a key that nothing reads."""
    known = {"ibmcloud_api_key": "k", "ibm-credentials.env": "e"}
    return {f"{namespace}/{name}": {**known, key: "x"}}


ON_IBM = with_(MANUAL_GIVEN, platform="IBMCloud")

# settings, path, the last value that fits, the first that does not
LIMITS: list[tuple[Branch, str, object, object]] = [
    (MINT, "rotation", "a" * 64, "a" * 65),
    (MINT, KEY, "A" * 16, "A" * 15),
    (MINT, KEY, "A" * 128, "A" * 129),
    (MINT, SECRET, "a" * 16, "a" * 15),
    (MINT, SECRET, "a" * 128, "a" * 129),
    (MINT, "openshiftVersion", "4.14", "4.13"),
    (MAKES_USER, "rootSecret__aws__userName", "a" * 64, "a" * 65),
    (MAKES_USER, "rootSecret__aws__userName", "a", ""),
    (MAKES_ACCOUNT, "gcp__settleSeconds", 900, 901),
    (MAKES_ACCOUNT, "gcp__settleSeconds", 0, -1),
    (MAKES_ACCOUNT, "rootSecret__gcp__accountId", "a" * 30, "a" * 31),
    (MAKES_ACCOUNT, "rootSecret__gcp__accountId", "a" * 6, "a" * 5),
    (
        GCP,
        "rootSecret__gcp__serviceAccountJson",
        GCP["rootSecret"]["gcp"]["serviceAccountJson"].ljust(65_536),
        GCP["rootSecret"]["gcp"]["serviceAccountJson"].ljust(65_537),
    ),
    (AZURE, "rootSecret__azure__infrastructureName", "a" * 27, "a" * 28),
    (AZURE, "rootSecret__azure__resourceGroup", "a" * 90, "a" * 91),
    (
        OPENSTACK,
        "rootSecret__openstack__cloudsYaml",
        f"clouds: {{openstack: {{}}}} #{'x' * 65_511}",
        f"clouds: {{openstack: {{}}}} #{'x' * 65_512}",
    ),
    (OPENSTACK, "rootSecret__openstack__caCert", "a" * 1_048_576, "a" * 1_048_577),
    (VSPHERE, "rootSecret__vsphere__vcenters", logins("a" * 253), logins("a" * 254)),
    (
        VSPHERE,
        "rootSecret__vsphere__vcenters",
        logins("v", username="u" * 256, password="p" * 256),
        logins("v", username="u" * 257, password="p" * 257),
    ),
    (VSPHERE, "rootSecret__vsphere__vcenters", logins("v"), logins("v", username="", password="")),
    (ON_IBM, "componentSecrets", content("a" * 63, "b" * 253, "k"), content("a" * 64, "b", "k")),
    (ON_IBM, "componentSecrets", content("a", "b", "k"), content("a", "b" * 316, "k")),
    (ON_IBM, "componentSecrets", content("a", "b", "k" * 253), content("a", "b", "k" * 254)),
]


@pytest.mark.parametrize(("branch", "path", "fits", "exceeds"), LIMITS, ids=range(len(LIMITS)))
def test_a_setting_may_be_as_long_as_its_rule_says_and_no_longer(
    branch: Branch, path: str, fits: object, exceeds: object
) -> None:
    assert problems(with_(branch, **{path: fits})) == ()
    found = problems(with_(branch, **{path: exceeds}))
    assert found
    assert all(each.startswith("cloudCredentials.") for each in found)
    assert not any("entries" in each for each in found)


@pytest.mark.parametrize(
    ("branch", "path"),
    [
        (MINT, KEY),
        (MINT, SECRET),
        (AZURE, "rootSecret__azure__clientSecret"),
        (GCP, "rootSecret__gcp__serviceAccountJson"),
        (OPENSTACK, "rootSecret__openstack__cloudsYaml"),
        (VSPHERE, "rootSecret__vsphere__vcenters"),
    ],
)
def test_a_secret_that_cannot_be_decrypted_here_is_judged_nowhere(branch: Branch, path: str) -> None:
    sealed: object = logins("v", password=SEALED) if path.endswith("vcenters") else SEALED
    assert problems(with_(branch, **{path: sealed})) == ()
    settings = CloudCredentialsSettings.model_validate(with_(branch, **{path: sealed}))
    assert settings.root_secret
    assert root_content(settings.root_secret) is None
