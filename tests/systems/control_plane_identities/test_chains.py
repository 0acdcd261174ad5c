"""The chains that a HostedCluster defines have the members of its identities."""

import copy
from typing import Any

import pytest

from openshift_credentials.systems.control_plane_identities.rules.chains import of_hosted_cluster, to_json
from tests.kit.tables import nonempty
from tests.systems.control_plane_identities.samples import sample


@pytest.mark.parametrize(
    ("base", "members"),
    [
        ("managed", {"clientId": "clientID", "secret": "credentialsSecretName",
                     "objectEncoding": "objectEncoding"}),
        ("workload", {"clientId": "clientID"}),
    ],
)  # fmt: skip
def test_a_chain_has_what_the_manifest_says_of_its_identity(base: str, members: dict[str, str]) -> None:
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


def managed(*, is_empty: bool) -> dict[str, Any]:
    """A HostedCluster with an identity for ``ingress`` alone, with or without its members."""
    manifest = copy.deepcopy(sample("hosted_cluster_api")["bases"]["managed"])
    authentication = manifest["spec"]["platform"]["azure"]["azureAuthenticationConfig"]
    plane = authentication["managedIdentities"]["controlPlane"]
    members = {"managedIdentitiesKeyVault": plane["managedIdentitiesKeyVault"]}
    authentication["managedIdentities"]["controlPlane"] = members
    del manifest["spec"]["secretEncryption"]
    if is_empty:
        del manifest["metadata"]
        members.clear()
    members["ingress"] = {"clientID": "c"} if is_empty else plane["ingress"]
    return manifest


@pytest.mark.parametrize(
    ("is_empty", "expected"),
    [
        (False, {"vault": "hcp-dev-kv", "namespace": "clusters-demo", "secret": "ingress-dev-json",
                 "objectEncoding": "utf-8"}),
        (True, {"vault": "?", "namespace": "?-?", "secret": "?", "objectEncoding": "?"}),
    ],
)  # fmt: skip
def test_what_a_manifest_does_not_say_is_a_question_mark(is_empty: bool, expected: dict[str, str]) -> None:
    (chain,) = to_json(of_hosted_cluster(managed(is_empty=is_empty)))
    assert {name: chain[name] for name in expected} == expected
    assert str(chain["path"]).endswith(f"/{expected['secret']}")
