"""The file of Nutanix's credentials as ``getCredentialsFromFile`` reads it."""

from pathlib import Path

import pytest

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.platforms.credentials_requests import CredentialsRequest, SecretRef
from openshift_credentials.systems.component_identities.plan.nutanix import plan_secrets, shared_credentials

HEAD = "credentials:\n- type: basic_auth\n  data:\n"
ELEMENT = '{"username":"","password":"","name":"%s"}'
CENTRAL = "    prismCentral: {username: u, password: p}\n"


def read(folder: Path, data: str) -> str:
    """What the Secrets get of ``prismCentral`` and ``prismElements``."""
    (folder / "credentials").write_text(HEAD + data, encoding="utf-8")
    text = shared_credentials(str(folder))
    return text.removeprefix('[{"type":"basic_auth","data":').removesuffix("}]")


@pytest.mark.parametrize(
    ("data", "elements"),
    [
        (CENTRAL, "null"),
        ("    PRISMCENTRAL: {Username: u, pa\u017f\u017fword: p}\n", "null"),
        ("    prismCentral: {username: u}\n    prismcentral: {username: ~, password: p}\n", "null"),
        ("    prismCentral: {password: x, password: p, username: u}\n", "null"),
        (f"{CENTRAL}---\nnot: read\n", "null"),
        (f"{CENTRAL}    prismElements: []\n", "[]"),
        (
            f"{CENTRAL}    prismElements: [{{name: 1.0e+6}}, null]\n",
            "[" + ELEMENT % "1000000" + "," + ELEMENT % "" + "]",
        ),
        (f"{CENTRAL}    prismElements: [{{name: yes}}]\n", "[" + ELEMENT % "true" + "]"),
    ],
)
def test_names_are_folded_and_merged_and_the_name_of_a_cluster_can_be_a_number(
    data: str, elements: str, tmp_path: Path
) -> None:
    central = '{"username":"u","password":"p"}'
    expected = f'{{"prismCentral":{central},"prismElements":{elements}}}'
    assert read(tmp_path, data) == expected


@pytest.mark.parametrize(
    "data",
    [
        "    prismCentral: {username: 5, password: p}\n",
        "    prismCentral: {username: u, password: yes}\n",
        "    prismCentral: {username: u, password: [p]}\n",
        f"{CENTRAL}    PrismCentral: {{username: {{}}}}\n",
        f"{CENTRAL}    prismElements: 5\n",
        f"{CENTRAL}    prismElements: [{{username: 5}}]\n",
        "    prismCentral: {username: u, password: p, other: .inf}\n",
        '    prismCentral: {username: u, password: "\\x7f"}\n',
        "    prismElements: []\n",
    ],
)
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
