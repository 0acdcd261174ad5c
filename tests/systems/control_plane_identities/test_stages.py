"""Each stage of a broken flow is found, and named after its object."""

import copy

import pytest

from openshift_credentials.live.observed import Observed
from openshift_credentials.systems.control_plane_identities import live
from openshift_credentials.systems.control_plane_identities.live import SYMPTOMS, Stage, code_of, failures, symptom_of
from openshift_credentials.systems.control_plane_identities.rules.chains import Chain, hosted_cluster_chains, to_json
from openshift_credentials.systems.control_plane_identities.rules.vault_secrets import specification
from tests.kit.tables import nonempty
from tests.systems.control_plane_identities.samples import Row, sample

HOSTED_CLUSTER: Row = copy.deepcopy(sample("hosted_cluster_api")["bases"]["managed"])
HOSTED_CLUSTER["spec"]["platform"]["azure"]["tenantID"] = "00000050-1111-4111-8111-000000000050"
CHAINS = hosted_cluster_chains(HOSTED_CLUSTER)
ACCESS = ("hcp-dev-kv", "00000050-1111-4111-8111-000000000050", "reader")


def workload(chains: list[Chain]) -> Row:
    volumes = [
        {
            "name": chain.volume,
            "csi": {
                "driver": "secrets-store.csi.k8s.io",
                "volumeAttributes": {"secretProviderClass": chain.secret_provider_class},
            },
        }
        for chain in chains
    ]
    mounts = [{"name": chain.volume, "mountPath": chain.path.rpartition("/")[0]} for chain in chains]
    pod = {"volumes": volumes, "containers": [{"name": "c", "volumeMounts": mounts}]}
    return {"spec": {"template": {"spec": pod}}}


def named(objects: dict[str, Row]) -> list[Row]:
    return [{"metadata": {"name": name}, **members} for name, members in objects.items()]


def event(consumer: str, message: str) -> Row:
    return {"type": "Warning", "message": message, "involvedObject": {"name": f"{consumer}-5c9-abcde"}}


def healthy() -> dict[str, list[Row]]:
    classes = {
        each.secret_provider_class: {"spec": specification(*ACCESS, each.secret, each.object_encoding)}
        for each in CHAINS
    }
    workloads = {each.consumer: workload([one for one in CHAINS if one.consumer == each.consumer]) for each in CHAINS}
    return {
        live.HOSTED_CLUSTER: [HOSTED_CLUSTER],
        live.CLASSES: named(classes),
        live.WORKLOADS: named(workloads),
        live.EVENTS: [event(each.consumer, "all is well") for each in CHAINS],
    }


def found(cluster: dict[str, list[Row]], **broken: Row) -> set[tuple[Stage, str]]:
    """What is wrong if the objects of these names have other members."""
    changed = {
        name: [{**each, **broken.get(each.get("metadata", {}).get("name", "").replace("-", "_"), {})} for each in items]
        for name, items in cluster.items()
    }
    stages = {code_of(stage): stage for stage in Stage}
    return {(stages[each.code], each.subject) for each in failures(CHAINS, ACCESS, Observed(changed))}


def test_what_nobody_looked_at_is_no_failure() -> None:
    assert found({}) == set()


def test_a_class_is_there_and_as_the_operator_writes_it() -> None:
    subject = (Stage.SECRET_PROVIDER_CLASS, "SecretProviderClass clusters-demo/managed-azure-network")
    differing = {"spec": {"parameters": {"keyvaultName": "hcp-dev-kv"}}}
    assert found(healthy(), managed_azure_network=differing) == {subject}
    missing = [each for each in healthy()[live.CLASSES] if each["metadata"]["name"] != "managed-azure-network"]
    assert found({**healthy(), live.CLASSES: missing}) == {subject}


def test_a_pod_has_volume_and_mount() -> None:
    chain = next(each for each in CHAINS if each.consumer == "ingress-operator")
    subject = "Deployment clusters-demo/ingress-operator"
    without_mount = workload([chain])
    without_mount["spec"]["template"]["spec"]["containers"] = []
    for broken, stage in ((workload([]), Stage.MOUNT), (without_mount, Stage.POD)):
        assert found(healthy(), ingress_operator=broken) == {(stage, subject)}
    missing = [each for each in healthy()[live.WORKLOADS] if each["metadata"]["name"] != "ingress-operator"]
    assert found({**healthy(), live.WORKLOADS: missing}) == {(Stage.POD, subject)}


def test_an_error_of_a_pod_names_its_stage() -> None:
    for message, stage in {
        'secretproviderclasses "managed-azure-cpo" not found': Stage.SECRET_PROVIDER_CLASS,
        "Code: ForbiddenByRbac": Stage.VAULT_SECRET,
        "SecretNotFound: A secret with (name/id) x was not found": Stage.VAULT_SECRET,
        "invalid objectEncoding. Should be utf-8, base64, or hex": Stage.MOUNT,
        "failed to read credential file /mnt/certs/x": Stage.POD,
        "failed to unmarshal credential file x": Stage.SDK,
        "failed to get client certificate credential: key must be an RSA key": Stage.SDK,
        "AADSTS700027: client assertion": Stage.LOGIN,
        "AuthorizationFailed: the client does not have authorization": Stage.ARM,
    }.items():
        symptom = symptom_of(message)
        assert symptom, (message, stage)
        assert symptom.stage is stage, message
        events = [event("ingress-operator", message)] * 2
        assert found({**healthy(), live.EVENTS: events}) == {(stage, "pods of clusters-demo/ingress-operator")}
    assert symptom_of("all is well") is None
    assert {each.stage for each in SYMPTOMS} == set(Stage) - {Stage.HOSTED_CLUSTER}


def test_every_error_of_the_library_is_a_symptom() -> None:
    rows = [row for row in sample("credentials")["rows"] if row["error"]]
    assert rows
    for row in rows:
        symptom = symptom_of(row["error"])
        # Parsing a URL fails with words of Go's own.
        assert (symptom and symptom.stage is Stage.SDK) or "parse" in row["error"], row["id"]


# The chains that a HostedCluster defines have the members of its identities.


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
    for chain in nonempty(to_json(hosted_cluster_chains(manifest))):
        identity = identities[str(chain["component"])]
        for name, member in members.items():
            assert chain[name] == identity[member], (chain["component"], name)
