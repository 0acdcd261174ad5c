"""The chains that a HostedCluster defines have the members of its identities."""

import pytest

from openshift_credentials.systems.control_plane_identities.rules.chains import (
    of_hosted_cluster,
    to_json,
)
from tests.kit.nonempty import nonempty
from tests.systems.control_plane_identities.samples import sample


@pytest.mark.parametrize(
    ("base", "members"),
    [
        ("managed", {"clientId": "clientID", "secret": "credentialsSecretName",
                     "objectEncoding": "objectEncoding"}),
        ("workload", {"clientId": "clientID"}),
    ],
)  # fmt: skip
def test_a_chain_has_what_the_manifest_says_of_its_identity(
    base: str, members: dict[str, str]
) -> None:
    manifest = sample("hosted_cluster_api")["bases"][base]
    authentication = manifest["spec"]["platform"]["azure"]["azureAuthenticationConfig"]
    azure = manifest["spec"]["secretEncryption"]["kms"]["azure"]
    identities = (
        {**authentication["managedIdentities"]["controlPlane"], "kms": azure["kms"]}
        if base == "managed"
        else {**authentication["workloadIdentities"], "kms": azure["workloadIdentity"]}
    )
    for chain in nonempty(to_json(of_hosted_cluster(manifest))):
        identity = identities[str(chain["component"])]
        for name, member in members.items():
            assert chain[name] == identity[member], (chain["component"], name)
