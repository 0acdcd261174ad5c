"""``preflight``: a healthy cluster passes, and each thing that is wrong is one failed check."""

from base64 import b64encode
from collections.abc import Callable
from typing import Any, Final

import pytest

from openshift_credentials.live.check import Check, State
from openshift_credentials.live.observed import Obstacle
from openshift_credentials.systems.etcd_backup.live import cluster_reads
from openshift_credentials.systems.etcd_backup.live.preflight import preflight
from openshift_credentials.systems.etcd_backup.plan import plan_of
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings
from tests.kit.tables import rows_beside
from tests.kit.trees import AWS, AZURE, changed, load
from tests.systems.etcd_backup.live.cluster_objects import healthy, observed

Cluster = dict[str, list[dict[str, Any]]]

SETTINGS: Final = load(AWS)
(BACKUP,) = plan_of(SETTINGS).backups


def codes(cluster: Cluster, *states: State, **obstacles: Obstacle) -> list[str]:
    checks = preflight(SETTINGS, observed(cluster, **obstacles))
    return [check.code for check in checks if check.state in (states or (State.FAILED,))]


def test_a_healthy_cluster_passes_every_check() -> None:
    for tree in (AWS, AZURE):
        settings = load(tree)
        checks = list(preflight(settings, observed(healthy(settings))))
        assert {each.state for each in checks} == {State.PASSED}, checks
        assert {"crd", "feature-gate", "issuer", "hosted-cluster"} <= {check.code for check in checks}


def _gate_off(cluster: Cluster) -> None:
    cluster[cluster_reads.OPERATOR][0]["spec"]["template"]["spec"]["containers"] = [{"args": ["run"]}]


def _other_issuer(cluster: Cluster) -> None:
    cluster[cluster_reads.ISSUER] = [{"issuer": "https://oidc.example.com/abc/"}]


def _no_plane(cluster: Cluster) -> None:
    cluster[cluster_reads.CONTROL_PLANES] = []


def _other_plane(cluster: Cluster) -> None:
    annotations = cluster[cluster_reads.CONTROL_PLANES][0]["metadata"]["annotations"]
    annotations["hypershift.openshift.io/cluster"] = "clusters/other"


def _etcd_down(cluster: Cluster) -> None:
    cluster[cluster_reads.ETCD][0]["status"] = {"readyReplicas": 2}


def _no_pull_secret(cluster: Cluster) -> None:
    cluster[cluster_reads.PULL_SECRETS] = []


def _job_runs(cluster: Cluster) -> None:
    labels = {"hypershift.openshift.io/hcp-namespace": BACKUP.namespace}
    cluster[cluster_reads.JOBS] = [{"metadata": {"name": "j", "labels": labels}, "status": {"active": 1}}]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (_gate_off, "feature-gate-off"),
        (_other_issuer, "issuer-differs"),
        (_no_plane, "no-hosted-control-plane"),
        (_other_plane, "other-hosted-cluster"),
        (_etcd_down, "etcd-unhealthy"),
        (_no_pull_secret, "no-pull-secret"),
        (_job_runs, "another-backup-runs"),
    ],
)
def test_what_is_wrong_is_one_failed_check(change: Callable[[Cluster], None], code: str) -> None:
    cluster = healthy(SETTINGS)
    change(cluster)
    assert codes(cluster) == [code]


def test_what_a_crd_lacks_is_named() -> None:
    cluster = healthy(SETTINGS)
    version = cluster[cluster_reads.CRD][0]["spec"]["versions"][0]

    def lacking() -> list[str]:
        found = preflight(SETTINGS, observed(cluster))
        return [check.detail for check in found if check.code == "crd-unknown-schema"]

    storage: dict[str, Any] = {"properties": {"s3": {}}}
    spec: dict[str, Any] = {"properties": {"storage": storage}}
    version["schema"] = {"openAPIV3Schema": {"properties": {"spec": spec}}}
    assert lacking() == ["the CRD lacks spec.storage.storageType, spec.storage.azureBlob"]
    version["served"] = False
    assert lacking() == ["the CRD lacks version v1beta1"]
    version["schema"], version["served"] = {}, True
    assert len(lacking()) == 1


def test_what_cannot_be_read_hides_nothing_else() -> None:
    cluster = healthy(SETTINGS)
    _etcd_down(cluster)
    assert codes(cluster, jobs=Obstacle.UNREACHABLE) == ["etcd-unhealthy"]
    assert codes(cluster, State.UNKNOWN, jobs=Obstacle.UNREACHABLE) == ["not-reached"]


def secret(settings: EtcdBackupSettings, manager: str, **data: str) -> dict[str, Any]:
    """A Secret with the content that the stack writes, and these values."""
    content = {**plan_of(settings).form, **data}
    owned: dict[str, dict[str, str]] = {f"f:{key}": {} for key in content}
    return {
        "metadata": {"managedFields": [{"manager": manager, "fieldsV1": {"f:data": owned}}]},
        "data": {key: b64encode(text.encode()).decode() for key, text in content.items()},
    }


def told_of(found: dict[str, Any], settings: EtcdBackupSettings = SETTINGS) -> Check:
    cluster = {**healthy(settings), cluster_reads.SECRET: [found]}
    (check,) = (each for each in preflight(settings, observed(cluster)) if each.code.startswith("secret"))
    return check


def test_a_secret_with_content_of_somebody_else_is_a_failure() -> None:
    for manager in ("kubectl-create", "kustomize-controller"):
        check = told_of(secret(SETTINGS, manager))
        assert (check.code, check.state) == ("secret-exists", State.FAILED)
        assert f"with content of {manager}" in check.detail
        assert "kubectl delete secret -n hypershift cloud-credentials" in check.way_out
        assert "etcdBackup.credentials.secretName" in check.way_out
    assert "has not recorded" in told_of({"metadata": {}, "data": {}}).detail


def test_the_content_of_a_secret_of_pulumi_is_judged() -> None:
    pulumi = "pulumi-kubernetes-1234"
    assert told_of(secret(SETTINGS, pulumi)).state is State.PASSED
    static = told_of(secret(SETTINGS, pulumi, credentials="[default]"))
    assert (static.code, static.state) == ("secret-mode", State.FAILED)
    assert "credential mode aws-static, not aws-sts" in static.detail
    other = told_of(secret(SETTINGS, pulumi, credentials="arn:aws:iam::999999999999:role/x"))
    assert (other.code, other.state) == ("secret-differs", State.WARNING)
    bare = secret(SETTINGS, pulumi)
    del bare["data"]
    assert told_of(bare).state is State.UNKNOWN


def test_what_a_namespace_does_to_every_job_is_a_warning() -> None:
    cluster = healthy(SETTINGS)
    policies: dict[str, dict[str, Any]] = {
        "closed": {"policyTypes": ["Ingress", "Egress"]},
        "empty": {"policyTypes": ["Egress"], "egress": []},
        "open": {"policyTypes": ["Egress"], "egress": [{}]},
        "other": {"policyTypes": ["Ingress"]},
        "bare": {},
    }
    cluster[cluster_reads.NETWORK_POLICIES] = [
        {"metadata": {"name": name}, "spec": spec} for name, spec in policies.items()
    ]
    cluster[cluster_reads.QUOTAS] = [{"metadata": {"name": "quota"}}]
    cluster[cluster_reads.LIMIT_RANGES] = [{"metadata": {"name": "one"}}, {"metadata": {"name": "two"}}]
    found = [
        (check.code, check.subject, check.detail)
        for check in preflight(SETTINGS, observed(cluster))
        if check.state is State.WARNING
    ]
    rest = "applies to the backup Jobs, which have no resource requests or limits"
    assert found == [
        ("egress-denied", "hypershift", "NetworkPolicy closed, empty denies egress"),
        ("resourcequota", "hypershift", f"ResourceQuota quota {rest}"),
        ("limitrange", "hypershift", f"LimitRange one, two {rest}"),
    ]


def test_what_oadp_has_of_somebody_else_is_reported() -> None:
    settings = load(changed(AWS, oadp={"enabled": True, "secretName": "cloud-credentials"}))
    cluster = healthy(settings)
    cluster[cluster_reads.PLUGIN] = [{"data": {"hoNamespace": "other"}}]
    cluster[cluster_reads.OADP_SECRET] = [secret(settings, "velero")]
    found = {check.code: check for check in preflight(settings, observed(cluster))}
    assert found["plugin-config-differs"].state is State.WARNING
    assert found["oadp-secret-exists"].state is State.FAILED
    assert "etcdBackup.oadp.secretName" in found["oadp-secret-exists"].way_out


@rows_beside("name, passes")
def test_each_name_of_the_webhook_counts(name: str, passes: bool) -> None:
    settings = load(AZURE)
    cluster = healthy(settings)
    cluster[cluster_reads.WEBHOOKS] = [{"metadata": {"name": name}}]
    found = {check.code for check in preflight(settings, observed(cluster))}
    assert ("webhook" in found, "no-webhook" in found) == (passes, not passes)


@rows_beside("name, manager, told")
def test_a_backup_of_the_same_name_is_a_warning_unless_it_is_the_stacks(name: str, manager: str, told: bool) -> None:
    cluster = healthy(SETTINGS)
    metadata: dict[str, Any] = {"name": name, "namespace": BACKUP.namespace}
    metadata["managedFields"] = [{"manager": manager}]
    cluster[cluster_reads.BACKUPS] = [{"metadata": metadata}]
    assert codes(cluster, State.WARNING) == (["backup-exists"] if told else [])


def test_a_stale_client_id_is_reported() -> None:
    client_id = "11111111-2222-3333-4444-555555555555"
    settings = load(
        changed(
            AZURE,
            credentials={
                "existingIdentity": True,
                "identityName": "uploader",
                "clientId": client_id,
                "principalId": client_id.replace("1", "3"),
            },
        )
    )
    cluster = healthy(settings)
    annotations = {"azure.workload.identity/client-id": client_id.replace("1", "2")}
    cluster[cluster_reads.ACCOUNT] = [{"metadata": {"annotations": annotations}}]
    found = [each.code for each in preflight(settings, observed(cluster))]
    assert "stale-annotation" in found
