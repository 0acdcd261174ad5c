"""What is told about a HostedCluster that the API server accepts."""

import pytest

from openshift_credentials.systems.control_plane_identities.rules.hosted_cluster import (
    judge_hosted_cluster,
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
def test_a_name_that_no_vault_has_is_told_with_what_follows(
    name: str, warned: bool, unmounted: bool
) -> None:
    base = sample("hosted_cluster_api")["bases"]["managed"]
    verdict = judge_hosted_cluster(applied(base, {VAULT: name}))
    said = [notice.why for notice in verdict.warnings if notice.code == "VAULT_NAME"]
    assert verdict.accepted
    assert bool(said) is warned
    assert any("no volume of its pods is mounted" in why for why in said) is unmounted
