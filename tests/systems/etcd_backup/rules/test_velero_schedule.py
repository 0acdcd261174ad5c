import re
from typing import Any, cast

import pytest
import yaml
from hypothesis import given, strategies as st

from openshift_credentials.systems.etcd_backup.rules.oadp import (
    KUBEVIRT_BOOT_VOLUME_LABEL,
    Platform,
    included_namespaces,
    included_resources,
    schedule_labels,
    schedule_name,
    schedule_spec,
    volume_policy,
)

hosted_clusters = st.from_regex(
    r"[a-z0-9]([-a-z0-9]{0,20}[a-z0-9])?/[a-z0-9]([-.a-z0-9]{0,61}[a-z0-9])?", fullmatch=True
)
groups = st.from_regex(r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?", fullmatch=True)


@given(hosted_clusters, groups)
def test_the_name_is_a_label_and_its_backups_are_not_cut(cluster: str, group: str) -> None:
    name = schedule_name(cluster, group)
    assert re.fullmatch(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?", name)
    assert len(f"{name}-20261121020000") <= 53
    assert schedule_name(cluster, group) == name


@given(st.lists(st.tuples(hosted_clusters, groups), unique=True, max_size=30))
def test_no_two_schedules_have_the_same_name(keys: list[tuple[str, str]]) -> None:
    assert len({schedule_name(*key) for key in keys}) == len(keys)


def test_the_borders_between_the_parts_of_a_name_count() -> None:
    names = {
        schedule_name(cluster, group)
        for cluster, group in [("a/b-c", "d"), ("a/b", "c-d"), ("a-b/c", "d"), ("a/b.c", "d")]
    }
    assert len(names) == 4


@given(hosted_clusters)
def test_the_hosted_clusters_own_namespaces_come_first(cluster: str) -> None:
    namespace, name = cluster.split("/")
    own = (namespace, f"{namespace}-{name.replace('.', '-')}")
    assert included_namespaces(cluster) == own


def test_the_kinds_are_those_of_hypershifts_own_command_line() -> None:
    common = {
        *("serviceaccounts", "roles", "rolebindings", "pods", "configmaps", "priorityclasses"),
        *("poddisruptionbudgets", "secrets", "services", "namespaces", "routes.route.openshift.io"),
        "hostedclusters.hypershift.openshift.io",
        "nodepools.hypershift.openshift.io",
        "hostedcontrolplanes.hypershift.openshift.io",
        "clusters.cluster.x-k8s.io",
        "machines.cluster.x-k8s.io",
        "machinesets.cluster.x-k8s.io",
        "machinedeployments.cluster.x-k8s.io",
        "clusterdeployments.hive.openshift.io",
    }
    kinds = included_resources(Platform.AWS)
    assert len(kinds) == len(set(kinds))
    assert set(kinds) == common | {
        "awsclusters.infrastructure.cluster.x-k8s.io",
        "awsmachinetemplates.infrastructure.cluster.x-k8s.io",
        "awsmachines.infrastructure.cluster.x-k8s.io",
    }
    assert set(included_resources(Platform.KUBEVIRT)) - common == {
        "kubevirtclusters.infrastructure.cluster.x-k8s.io",
        "kubevirtmachinetemplates.infrastructure.cluster.x-k8s.io",
        "datavolumes.cdi.kubevirt.io",
    }
    assert len(set(included_resources(Platform.AGENT)) - common) == 7


@pytest.mark.parametrize("platform", Platform)
def test_no_volume_and_no_workload_is_backed_up(platform: Platform) -> None:
    spec = backup_of(platform)
    assert spec["snapshotVolumes"] is False
    assert spec["snapshotMoveData"] is False
    assert spec["defaultVolumesToFsBackup"] is False
    volumes = {"persistentvolumes", "persistentvolumeclaims", "deployments", "statefulsets"}
    assert not volumes & set(spec["includedResources"])


def test_a_schedule_has_the_shape_of_hypershifts_own_command_line() -> None:
    spec = schedule_spec(
        "name", "clusters/one.two", "5 2 * * *", storage_location="loc", ttl="48h", platform=Platform.AZURE
    )
    assert spec == {
        "schedule": "5 2 * * *",
        "paused": False,
        "skipImmediately": False,
        "useOwnerReferencesInBackup": False,
        "template": {
            "includedNamespaces": ["clusters", "clusters-one-two"],
            "includedResources": list(included_resources(Platform.AZURE)),
            "excludedResources": [],
            "storageLocation": "loc",
            "ttl": "48h0m0s",
            "itemOperationTimeout": "4h0m0s",
            "snapshotVolumes": False,
            "snapshotMoveData": False,
            "defaultVolumesToFsBackup": False,
        },
    }
    assert schedule_labels("clusters/one.two", "loc") == {
        "velero.io/storage-location": "loc",
        "hypershift.openshift.io/hosted-cluster": "one.two",
        "hypershift.openshift.io/hosted-cluster-namespace": "clusters",
    }


def test_boot_volumes_of_kubevirt_machines_stay_out() -> None:
    spec = backup_of(Platform.KUBEVIRT)
    assert spec["resourcePolicy"] == {"kind": "configmap", "name": "name-volumes"}
    assert spec["labelSelector"] == {
        "matchExpressions": [{"key": KUBEVIRT_BOOT_VOLUME_LABEL, "operator": "DoesNotExist"}]
    }
    assert {key: yaml.safe_load(text) for key, text in volume_policy().items()} == {
        "policies.yaml": {
            "version": "v1",
            "volumePolicies": [
                {"conditions": {"pvcLabels": {KUBEVIRT_BOOT_VOLUME_LABEL: "true"}}, "action": {"type": "skip"}}
            ],
        }
    }
    assert "labelSelector" not in backup_of(Platform.AWS)


def backup_of(platform: Platform) -> dict[str, Any]:
    spec = schedule_spec("name", "clusters/one", "5 2 * * *", storage_location="loc", ttl="2h", platform=platform)
    return cast("dict[str, Any]", spec["template"])
