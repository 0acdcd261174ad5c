"""What the operator says, word for word, where an object is missing or cannot be read."""

import pytest

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.platforms.credentials_requests import SecretRef
from openshift_credentials.platforms.manifests.secrets import SecretManifest
from openshift_credentials.systems.cloud_credentials.rules.permissions import Needed, OperatorCloud
from openshift_credentials.systems.cloud_credentials.rules.policies import missing
from openshift_credentials.systems.cloud_credentials.rules.secrets import detect, secret_findings
from openshift_credentials.systems.cloud_credentials.rules.upgrades import upgradeable


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
