"""Wrong settings: what is said, where, and that no secret is in it.

Each row was read for sense: the setting by its path, the rule in words, and a way out.
"""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openshift_credentials.stack.secret_texts import SEALED
from tests.systems.cloud_credentials.stacks import (
    ALL,
    AWS_KEY,
    AZURE,
    GCP,
    MAKES_USER,
    MANUAL,
    MANUAL_GIVEN,
    MINT,
    OPENSTACK,
    REQUESTS,
    SHORT_TERM,
    VSPHERE,
    Branch,
    problems,
    with_,
)

MARK = "MarkerMarkerMarker"
GUID = "11111111-2222-3333-4444-555555555555"
KEY_PATH = "rootSecret.aws.secretAccessKey"

# branch, change, setting, part of the rule
ROWS: list[tuple[Branch, dict[str, object], str, str]] = [
    (MINT, {"name": None}, "name", "is required"),
    (MINT, {"name": "My Cluster"}, "name", "lower-case"),
    (MINT, {"platform": None}, "platform", "is required"),
    (MINT, {"platform": "aws"}, "platform", "must be one of"),
    (MINT, {"platform": "Azure"}, "mode", "not supported on Azure"),
    (MINT, {"mode": None}, "mode", "is required"),
    (MINT, {"mode": "mint"}, "mode", "must be one of"),
    (MINT, {"mode": "Manual"}, "rootSecret", "the mode is Manual"),
    (MINT, {"credentialsMode": "Mint"}, "credentialsMode", "is not a setting"),
    (MINT, {"clusterExists": "yes"}, "clusterExists", "true or false"),
    (MINT, {"clusterExists": False}, "rootSecret", "openshift-install writes the root secret"),
    (MINT, {"infrastructureName": "A"}, "infrastructureName", "infrastructure name"),
    (MINT, {"infrastructureName": "a" * 28}, "infrastructureName", "28 characters"),
    (MINT, {"rootSecret__aws__secretAccessKey": None}, KEY_PATH, "no user is created"),
    (
        MINT,
        {"rootSecret__aws__accessKeyId": None},
        "rootSecret.aws.accessKeyId",
        "no user is created",
    ),
    (MINT, {"rootSecret__aws__accessKeyId": "short"}, "rootSecret.aws.accessKeyId", "16 to 128"),
    (MINT, {"rootSecret__aws__secretAccessKey": f"{MARK} with spaces"}, KEY_PATH, "16 to 128"),
    (MINT, {"rootSecret__aws__secretAccessKey": 5}, KEY_PATH, "string"),
    (MINT, {"rootSecret__aws__secretKey": MARK}, "rootSecret.aws.secretKey", "is not a setting"),
    (MINT, {"rootSecret__aws": MARK}, "rootSecret.aws", "group of settings"),
    (MINT, {"rootSecret": MARK}, "rootSecret", "group of settings"),
    (MINT, {"rootSecret__aws__userName": "a"}, "rootSecret.aws.userName", "no user is created"),
    (MINT, {"rootSecret__azure": {}}, "rootSecret.azure.clientSecret", "is required"),
    (MINT, {"rootSecret__gcp": {"serviceAccountJson": "{}"}}, "rootSecret.gcp", "platform is AWS"),
    (MINT, {"rootSecret__gcp": {"serviceAccountJson": "{}"}}, "rootSecret", "more than one cloud"),
    (MINT, {"rootSecret__aws__accessKeyId": "ASIAIOSFODNN7EXAMPLE"}, "rootSecret", "temporary-key"),
    (MINT, {"removeAfterInstallation": "true"}, "removeAfterInstallation", "true or false"),
    (MINT, {"componentSecrets": {"a/b": {"c": MARK}}}, "componentSecrets", "operator writes"),
    (MINT, {"upgradeableTo": "4.18"}, "upgradeableTo", "the mode is not Manual"),
    (MINT, {"rotation": ""}, "rotation", "1 to 64"),
    (MINT, {"rotation": "a b"}, "rotation", "letters, digits"),
    (MINT, {"rotation": True}, "rotation", "string"),
    (MINT, {"tags": ["a"]}, "tags", "group of settings"),
    (MINT, {"requests": 5}, "requests", "path of a folder"),
    (MINT, {"requests": "nowhere"}, "requests", "the folder does not exist"),
    (MINT, {"techPreview": "yes"}, "techPreview", "true or false"),
    (MINT, {"disabledCapabilities": "Build"}, "disabledCapabilities", "a list"),
    (MAKES_USER, {"aws": None}, "aws", "rootSecret.aws.make is set"),
    (MAKES_USER, {"aws__region": "virginia"}, "aws.region", "an AWS region"),
    (MAKES_USER, {"aws__region": None}, "aws.region", "is required"),
    (MAKES_USER, {"aws__accountId": "1"}, "aws.accountId", "12 digits"),
    (MAKES_USER, {"aws__accountId": 123456789012}, "aws.accountId", "string"),
    (MAKES_USER, {"aws__path": "x"}, "aws.path", "starts and ends with a slash"),
    (MAKES_USER, {"aws__permissionsBoundary": "arn:x"}, "aws.permissionsBoundary", "managed IAM"),
    (
        MAKES_USER,
        {"aws__permissionsBoundary": "arn:aws:iam::999999999999:policy/b"},
        "aws.permissionsBoundary",
        "account 999999999999",
    ),
    (
        MAKES_USER,
        {"aws__permissionsBoundary": "arn:aws-cn:iam::123456789012:policy/b"},
        "aws.permissionsBoundary",
        "in aws-cn",
    ),
    (MAKES_USER, {"rootSecret__aws__make": "role"}, "rootSecret.aws.make", "must be one of"),
    (MAKES_USER, {"rootSecret__aws__userName": "a b"}, "rootSecret.aws.userName", "1 to 64"),
    (
        MAKES_USER,
        {"rootSecret__aws__accessKeyId": AWS_KEY["accessKeyId"]},
        "rootSecret.aws.accessKeyId",
        "make is set",
    ),
    (MAKES_USER, {"mode": ""}, "rootSecret.aws.make", "needs a mode"),
    (MAKES_USER, {"mode": "Passthrough"}, "requests", "union of all requests"),
    (
        MAKES_USER,
        {"mode": "Passthrough", "removeAfterInstallation": True, "requests": REQUESTS},
        "removeAfterInstallation",
        "not Mint",
    ),
    (AZURE, {"mode": "Mint"}, "mode", "not supported on Azure"),
    (AZURE, {"rootSecret__azure__clientId": "x"}, "rootSecret.azure.clientId", "a GUID"),
    (AZURE, {"rootSecret__azure__tenantId": None}, "rootSecret.azure.tenantId", "is required"),
    (AZURE, {"rootSecret__azure__clientSecret": ""}, "rootSecret.azure.clientSecret", ""),
    (AZURE, {"rootSecret__azure__region": "West Europe"}, "rootSecret.azure.region", "short form"),
    (AZURE, {"rootSecret__azure__resourceGroup": "a."}, "rootSecret.azure.resourceGroup", "period"),
    (AZURE, {"platform": "AzureStackHub"}, "mode", "not supported on AzureStackHub"),
    (GCP, {"rootSecret__gcp__serviceAccountJson": MARK}, "rootSecret", "not-json"),
    (
        GCP,
        {"rootSecret__gcp__serviceAccountJson": '{"type": "external_account"}'},
        "rootSecret",
        "short-term-root",
    ),
    (
        GCP,
        {"rootSecret__gcp__serviceAccountJson": '{"type": "user"}'},
        "rootSecret",
        "unknown-type",
    ),
    (GCP, {"rootSecret__gcp": {}}, "rootSecret.gcp.serviceAccountJson", "is required"),
    (
        OPENSTACK,
        {"rootSecret__openstack__cloudsYaml": "- a"},
        "rootSecret.openstack.cloudsYaml",
        "not a clouds.yaml",
    ),
    (
        OPENSTACK,
        {"rootSecret__openstack__cloudsYaml": "a: ["},
        "rootSecret.openstack.cloudsYaml",
        "not a clouds.yaml",
    ),
    (
        OPENSTACK,
        {"rootSecret__openstack__cloudsYaml": "clouds: {openstack: {cacert: /mine.pem}}"},
        "rootSecret.openstack.cloudsYaml",
        "set it to /etc/kubernetes/static-pod-resources/configmaps/cloud-config/ca-bundle.pem",
    ),
    (
        OPENSTACK,
        {"rootSecret__openstack__cloudsYaml": 'clouds: {openstack: {cacert: ""}}'},
        "rootSecret.openstack.cloudsYaml",
        "that the operator replaces",
    ),
    (OPENSTACK, {"mode": "Manual"}, "mode", "not supported on OpenStack"),
    (
        VSPHERE,
        {"rootSecret__vsphere__vcenters": {}},
        "rootSecret.vsphere.vcenters",
        "or more entries",
    ),
    (
        VSPHERE,
        {"rootSecret__vsphere__vcenters": {"https://x": {"username": "a", "password": MARK}}},
        "rootSecret.vsphere.vcenters.https://x",
        "without https",
    ),
    (
        VSPHERE,
        {"rootSecret__vsphere__vcenters": {"x": {"username": "a"}}},
        "rootSecret.vsphere.vcenters.x.password",
        "is required",
    ),
    (
        VSPHERE,
        {"rootSecret__vsphere__vcenters": {"x": MARK}},
        "rootSecret.vsphere.vcenters.x",
        "group of settings",
    ),
    (VSPHERE, {"mode": "Mint"}, "mode", "not supported on VSphere"),
    (
        MANUAL,
        {"requests": None, "upgradeableTo": None},
        "requests",
        "required in mode Manual on AWS",
    ),
    (MANUAL, {"aws": None}, "aws", "required in mode Manual on AWS"),
    (MANUAL, {"componentSecrets": {"a/b": {"c": MARK}}}, "componentSecrets", "platform is AWS"),
    (SHORT_TERM, {"componentSecrets": {"a/b": {"c": MARK}}}, "componentSecrets", "platform is AWS"),
    (SHORT_TERM, {"upgradeableTo": "4.18"}, "requests", "only if all requests have credentials"),
    (SHORT_TERM, {"rootSecret": {"aws": AWS_KEY}}, "rootSecret", "the mode is Manual"),
    (MANUAL, {"upgradeableTo": 4.18}, "upgradeableTo", "string"),
    (MANUAL, {"upgradeableTo": "v4.18"}, "upgradeableTo", "minor release"),
    (MANUAL, {"upgradeableTo": "4.18.1"}, "upgradeableTo", "minor release"),
    (MANUAL, {"clusterExists": False}, "upgradeableTo", "does not exist"),
    (
        MANUAL_GIVEN,
        {"componentSecrets": {"x": {"a": MARK}}},
        "componentSecrets.x",
        "namespace/name",
    ),
    (
        MANUAL_GIVEN,
        {"componentSecrets": {"a/b": {"a b": MARK}}},
        "componentSecrets.a/b.a b",
        "key of a Secret",
    ),
    (
        MANUAL_GIVEN,
        {"componentSecrets": {"a/b": MARK}},
        "componentSecrets.a/b",
        "group of settings",
    ),
    (MANUAL_GIVEN, {"componentSecrets": {"a/b": {"c": 5}}}, "componentSecrets.a/b.c", "string"),
    (
        MANUAL_GIVEN,
        {"platform": "Azure", "componentSecrets": {"a/b": {"azure_client_id": GUID}}},
        'componentSecrets["a/b"]',
        "missing-keys",
    ),
    (
        MANUAL_GIVEN,
        {"componentSecrets": {"a/b": {"credentials": MARK}}},
        'componentSecrets["a/b"]',
        "JSON list of logins",
    ),
    (MANUAL_GIVEN, {"upgradeableTo": "4.18"}, "requests", "only if all requests have credentials"),
    (MANUAL_GIVEN, {"requests": REQUESTS}, "componentSecrets", "no request requires"),
    (MANUAL_GIVEN, {"aws": {"region": "us-east-1", "accountId": "123456789012"}}, "aws", "Nutanix"),
]


@pytest.mark.parametrize("name", ALL)
def test_the_settings_of_the_tests_are_right(name: str) -> None:
    assert problems(ALL[name]) == ()


@pytest.mark.parametrize(("branch", "change", "setting", "rule"), ROWS, ids=range(len(ROWS)))
def test_a_wrong_setting_is_named_with_its_rule(
    branch: Branch, change: dict[str, Any], setting: str, rule: str
) -> None:
    found = problems(with_(branch, **change))
    where = f"cloudCredentials.{setting}"
    hits = [each for each in found if each.split(": ")[0].split(" = ")[0] == where]
    assert any(rule in each for each in hits), found
    assert all("; " in each for each in found)
    assert MARK not in "".join(found)
    assert AWS_KEY["secretAccessKey"] not in "".join(found)


COMMAND = re.compile(
    r"encrypt it: pulumi config set --secret --path 'openshift-credentials:(\S+)'( < FILE)?$"
)
SEGMENT = re.compile(r'\["([^"]+)"\]|([^.\[]+)')


@pytest.mark.parametrize(
    "branch", [MINT, AZURE, GCP, OPENSTACK, VSPHERE, MANUAL_GIVEN], ids=range(6)
)
def test_each_plain_credential_has_a_command_that_encrypts_it(branch: Branch) -> None:
    found = [each for each in problems(branch, encrypted=False) if "not encrypted" in each]
    paths = [match[1] for match in map(COMMAND.search, found) if match]
    assert len(paths) == len(found) > 0
    encrypted: Any = with_(branch)
    for path in paths:
        _, *above, last = ("".join(match.groups("")) for match in SEGMENT.finditer(path))
        place = encrypted
        for part in above:
            place = place[part]
        assert isinstance(place[last], str)
        place[last] = SEALED
    assert not [each for each in problems(encrypted, encrypted=False) if "encrypted" in each]


def test_a_wrong_credential_is_not_shown() -> None:
    wrong = with_(MINT, rootSecret__aws__secretAccessKey=f"{MARK} x", rootSecret__aws__make=MARK)
    assert MARK not in "".join(problems(with_(wrong, rootSecret__aws__make=None), encrypted=False))


def test_no_component_secrets_are_no_plain_ones() -> None:
    found = problems(with_(MANUAL_GIVEN, componentSecrets={}), encrypted=False)
    assert not [each for each in found if "encrypted" in each]


def test_all_problems_are_told_at_once() -> None:
    found = problems(
        with_(MINT, name="A B", mode="x", rotation="", rootSecret__aws__accessKeyId="x")
    )
    assert len(found) == 4, found


def test_manifests_cannot_be_rendered() -> None:
    (found,) = problems(MINT, kubernetes={"renderTo": "out"})
    assert found.startswith("kubernetes.renderTo: cannot be combined with cloudCredentials")


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.text(max_size=8) | st.sampled_from(sorted(MINT)), inner, max_size=4
            )
        ),
        max_leaves=12,
    )
)
def test_nothing_makes_the_checks_fail(branch: object) -> None:
    problems(branch)
    problems({**MANUAL, "aws": branch, "rootSecret": branch, "componentSecrets": branch})
    for name in MINT:
        problems({**MINT, name: branch})
