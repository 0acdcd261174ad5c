"""What is told about a HostedCluster that the API server accepts."""

from collections import Counter

import pytest

from openshift_credentials.systems.control_plane_identities.rules.hosted_cluster import (
    judge_hosted_cluster,
)
from openshift_credentials.systems.control_plane_identities.rules.hosted_cluster_advice import (
    advice,
)
from tests.systems.control_plane_identities.samples import applied, sample

pytestmark = pytest.mark.notices

VAULT = (
    "spec.platform.azure.azureAuthenticationConfig.managedIdentities.controlPlane"
    ".managedIdentitiesKeyVault.name"
)


@pytest.mark.parametrize(
    ("name", "warned", "unmounted"),
    [
        ("hcp-identities", False, False),
        ("a--b", True, False),
        ("https://hcp.vault.azure.net", True, True),
        ("ab", True, True),
    ],
)
def test_a_name_that_no_vault_has_is_reported_with_what_follows(
    name: str, warned: bool, unmounted: bool
) -> None:
    base = sample("hosted_cluster_api")["bases"]["managed"]
    verdict = judge_hosted_cluster(applied(base, {VAULT: name}))
    said = [notice.why for notice in verdict.warnings if notice.code == "VAULT_NAME"]
    assert verdict.accepted
    assert bool(said) is warned
    assert any("no volume of its pods is mounted" in why for why in said) is unmounted


@pytest.mark.parametrize(
    ("encryption", "codes"),
    [
        ({"type": "kms"}, ["NO_KMS"]),
        ({"type": "aescbc"}, []),
        ({"type": "kms", "kms": {"provider": "Azure"}}, ["NO_KMS"]),
        ({"type": "kms", "kms": {"provider": "IBMCloud"}}, []),
        ({"type": "kms", "kms": {"provider": "Azure", "azure": {"kms": {}}}}, []),
        (
            {"type": "kms", "kms": {"provider": "Azure", "azure": {"workloadIdentity": {}}}},
            ["KMS_IDENTITY"],
        ),
        ({"type": "kms", "kms": {"provider": "Azure", "azure": {"backupKey": {}}}}, ["BACKUP_KEY"]),
    ],
)
def test_each_part_of_encryption_that_is_missing_or_wrong_is_reported(
    encryption: dict[str, object], codes: list[str]
) -> None:
    spec = sample("hosted_cluster_api")["bases"]["managed"]["spec"]
    without = Counter(notice.code for notice in advice({**spec, "secretEncryption": {}}))
    told = Counter(notice.code for notice in advice({**spec, "secretEncryption": encryption}))
    assert list((told - without).elements()) == codes
