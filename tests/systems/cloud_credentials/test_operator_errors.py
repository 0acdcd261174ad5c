"""What the operator says, word for word, where an object is missing or cannot be read."""

import json
from collections.abc import Callable

import pytest

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.platforms.credentials_requests import CredentialsRequest, SecretRef
from openshift_credentials.platforms.manifests.secrets import SecretManifest
from openshift_credentials.systems.cloud_credentials.rules.actuators.aws import (
    aws_sync,
    aws_user_name,
)
from openshift_credentials.systems.cloud_credentials.rules.actuators.azure import azure_sync
from openshift_credentials.systems.cloud_credentials.rules.actuators.gcp import gcp_sync
from openshift_credentials.systems.cloud_credentials.rules.actuators.run import ClusterState
from openshift_credentials.systems.cloud_credentials.rules.actuators.sync import (
    RootSecret,
    Synced,
    TargetSecret,
)
from openshift_credentials.systems.cloud_credentials.rules.modes.effective import OperatorError
from openshift_credentials.systems.cloud_credentials.rules.modes.installation import render
from openshift_credentials.systems.cloud_credentials.rules.modes.upgrades import upgradeable
from openshift_credentials.systems.cloud_credentials.rules.permissions.missing import missing
from openshift_credentials.systems.cloud_credentials.rules.permissions.needed import (
    Needed,
    OperatorCloud,
)
from openshift_credentials.systems.cloud_credentials.rules.secrets.annotator import (
    AnnotatedCloud,
    annotate_root_secret,
)
from openshift_credentials.systems.cloud_credentials.rules.secrets.detection import detect
from openshift_credentials.systems.cloud_credentials.rules.secrets.findings import secret_findings
from openshift_credentials.systems.cloud_credentials.rules.secrets.root_secrets import (
    SecretData,
    root_secret_aws,
    root_secret_gcp,
    root_secret_openstack,
)

ISSUER = "https://issuer.example.com"
UNKNOWN = "error determining whether a credentials update is needed"
AWS_DATA = {"aws_access_key_id": b"a", "aws_secret_access_key": b"b"}
INI = b"[default]\naws_access_key_id = a\naws_secret_access_key = b"


@pytest.mark.parametrize(
    ("read", "data", "error"),
    [
        (root_secret_aws, None, 'secrets "aws-creds" not found'),
        (
            root_secret_aws,
            {"aws_access_key_id": b"a"},
            "AWS credentials secret aws-creds did not contain key aws_secret_access_key",
        ),
        (root_secret_gcp, None, 'secrets "gcp-credentials" not found'),
        (
            root_secret_gcp,
            {},
            "GCP credentials secret gcp-credentials did not contain key service_account.json",
        ),
        (root_secret_openstack, None, 'secrets "openstack-credentials" not found'),
        (root_secret_openstack, {}, "secret did not have expected key: clouds.yaml"),
    ],
)
def test_a_root_secret_without_its_keys(
    read: Callable[[SecretData | None], object], data: SecretData | None, error: str
) -> None:
    with pytest.raises(OperatorError) as raised:
        read(data)
    assert str(raised.value) == error


def test_a_cluster_without_a_version_has_the_operators_reason() -> None:
    found = upgradeable(
        mode="Mint",
        history=None,
        annotation=None,
        root_secret=SecretRef("kube-system", "aws-creds"),
        root_secret_present=True,
    )
    assert found is not None
    assert found.message == (
        "Error getting ClusterVersion while determining upgradability: "
        'clusterversions.config.openshift.io "version" not found'
    )


def test_a_config_map_of_the_installer_without_its_key() -> None:
    place = {"name": "cluster-config-v1", "namespace": "kube-system"}
    content = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": place, "data": {"x": "y"}}
    assert render({"a.yaml": json.dumps(content).encode()}).error == (
        "failed to read install config: did not find key install-config in configmap "
        "kube-system/cluster-config-v1"
    )


def test_vsphere_has_no_mode_mint() -> None:
    annotated = annotate_root_secret(
        AnnotatedCloud.VSPHERE, mode="Mint", legacy_disabled=None, root_secret_data={}
    )
    assert annotated.error == 'operator config value of "Mint" is invalid'


def test_a_user_of_a_request_without_a_name_has_no_name() -> None:
    with pytest.raises(ValueError, match=r"^empty credential name$"):
        aws_user_name("infra", "")


def request(kind: str, **spec: str) -> CredentialsRequest:
    text = json.dumps({"kind": f"{kind}ProviderSpec", **spec})
    return CredentialsRequest(
        file="a.yaml", document=1, name="cr", namespace="ns", provider_spec=text
    )


# mode, whether the request was never synced, the annotation of the root secret, what comes of it
EXISTING: list[tuple[str, bool, str | None, str]] = [
    ("Passthrough", True, "passthrough", "written"),
    ("Passthrough", False, "passthrough", "left"),
    ("Mint", True, "mint", "asks"),
    ("Mint", False, "mint", "asks"),
    ("", True, "passthrough", "asks"),
    ("Mint", False, None, UNKNOWN),
]


def outcome(synced: Synced, before: TargetSecret) -> str:
    if synced.error:
        return synced.error
    if synced.asks_cloud:
        return "asks"
    return "left" if synced.target_secret == before else "written"


@pytest.mark.parametrize(("mode", "never_synced", "annotation", "expected"), EXISTING)
def test_an_existing_secret_of_aws(
    mode: str, never_synced: bool, annotation: str | None, expected: str
) -> None:
    before = TargetSecret(data={**AWS_DATA, "credentials": INI})
    state = ClusterState(
        mode=mode,
        never_synced=never_synced,
        root_secret=RootSecret({**AWS_DATA, "aws_access_key_id": b"new"}, annotation),
        target_secret=before,
    )
    assert outcome(aws_sync(request("AWS"), state), before) == expected


# mode, the issuer of tokens, whether the request was never synced, the key of the root, the outcome
ON_AZURE: list[tuple[str, str, bool, bytes, str]] = [
    ("Passthrough", "", True, b"a", "written"),
    ("Passthrough", "", False, b"a", "left"),
    ("Passthrough", "", False, b"b", "written"),
    ("", "", False, b"b", "written"),
    ("Manual", ISSUER, False, b"a", "written"),
    ("Mint", "", False, b"a", UNKNOWN),
]


@pytest.mark.parametrize(("mode", "issuer", "never_synced", "key", "expected"), ON_AZURE)
def test_an_existing_secret_of_azure(
    mode: str, issuer: str, never_synced: bool, key: bytes, expected: str
) -> None:
    before = TargetSecret(data={"azure_client_id": b"a"})
    state = ClusterState(
        mode=mode,
        service_account_issuer=issuer,
        never_synced=never_synced,
        root_secret=RootSecret({"azure_client_id": key}, "passthrough"),
        target_secret=before,
    )
    names = ("azureClientID", "azureTenantID", "azureRegion", "azureSubscriptionID")
    fields = dict.fromkeys(names, "x") if issuer else {}
    assert outcome(azure_sync(request("Azure", **fields), state), before) == expected


def test_a_token_of_google_cloud_needs_its_audience() -> None:
    state = ClusterState(mode="Manual", service_account_issuer=ISSUER)
    synced = gcp_sync(request("GCP", serviceAccountEmail="a@b"), state)
    assert synced.error == (
        "error validating credentials request GCP Workload Identity Federation fields: "
        "GCPProviderSpec validation failed: [Audience must not be empty]"
    )


LIST = "the policy must be a list of names, or an object with such a list in "


@pytest.mark.parametrize(
    ("policy", "error"),
    [
        ("{", "the policy is not JSON"),
        ("5", LIST),
        ('"a"', LIST),
        ("{}", LIST),
        ('{"%s": "a"}', LIST),
        ('{"%s": ["a", 1]}', LIST),
        ('["a", []]', LIST),
        ('["a"]', None),
        ('{"%s": ["a"]}', None),
    ],
)
def test_a_policy_is_a_list_of_names(policy: str, error: str | None) -> None:
    for cloud, member in (("gcp", "includedPermissions"), ("vsphere", "privileges")):
        text = policy.replace("%s", member)
        if error is None:
            assert missing(OperatorCloud(cloud), Needed(permissions=("a",)), text) == ()
            continue
        with pytest.raises(UnusableInputError) as raised:
            missing(OperatorCloud(cloud), Needed(), text)
        assert str(raised.value) == error + (member if error == LIST else "")


def test_the_secret_of_the_webhook_needs_a_tenant() -> None:
    data = {"azure_client_id": b"a"}
    secret = SecretManifest("azure-credentials", "openshift-cloud-credential-operator", data)
    (found,) = secret_findings(secret, detect(secret))
    assert found.why == "The Secret has no azure_tenant_id: the webhook is not deployed."
