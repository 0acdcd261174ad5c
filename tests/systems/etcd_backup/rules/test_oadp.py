"""Locations and schedules of Velero beside the snapshots of backups."""

import re
from typing import Any, cast

import pytest
import yaml
from hypothesis import given, strategies as st

from openshift_credentials.systems.etcd_backup.rules.modes import CredentialMode, StorageType, detect
from openshift_credentials.systems.etcd_backup.rules.oadp import (
    KUBEVIRT_BOOT_VOLUME_LABEL,
    LOCATION_PREFIX,
    Platform,
    included_namespaces,
    included_resources,
    location_spec,
    names_credential,
    plugin_config,
    prefix_clash,
    schedule_labels,
    schedule_name,
    schedule_spec,
    snapshot_prefix,
    volume_policy,
)
from openshift_credentials.systems.etcd_backup.rules.payloads import copy_as_plugin
from tests.kit.tables import rows_beside

VELERO_DIRECTORIES = {"backups", "restores", "restic", "metadata", "plugins", "kopia"}
CRD_S3_KEY_PREFIX = re.compile(r"[a-zA-Z0-9!_.*'()/-]{1,1024}")

paths = st.lists(st.sampled_from(["a", "b", "ab", "backups"]), max_size=3).map("/".join)


def velero_sees(location_prefix: str, key: str) -> set[str]:
    """Top-level directories that Velero lists for a key, as object stores do with a delimiter."""
    root = f"{location_prefix}/" if location_prefix else ""
    if not key.startswith(root):
        return set()
    directory, slash, _ = key[len(root) :].partition("/")
    return {directory} if slash else set()


@given(paths, paths.filter(bool), st.sampled_from(["", "/"]))
def test_prefixes_that_do_not_clash_keep_velero_and_snapshots_apart(location: str, prefix: str, slash: str) -> None:
    if prefix_clash(location, prefix + slash):
        return
    assert not velero_sees(location, f"{prefix}/1700000000.db")
    assert not f"{location}/backups/".startswith(f"{prefix}/")


@given(paths, paths.filter(bool))
def test_a_clash_is_one_tree_within_the_other(location: str, prefix: str) -> None:
    if prefix_clash(location, prefix):
        trees = [location.split("/") if location else [], prefix.split("/")]
        short, long = sorted(trees, key=len)
        assert long[: len(short)] == short


@rows_beside("location, prefix, clashes")
def test_a_clash_of_prefixes(location: str, prefix: str, clashes: bool) -> None:
    assert bool(prefix_clash(location, prefix)) is clashes


@given(st.text("ab/.", max_size=12), st.from_regex(r"[a-z0-9]{1,53}", fullmatch=True))
def test_a_good_location_prefix_gives_the_plugin_a_good_key_prefix(prefix: str, backup: str) -> None:
    if LOCATION_PREFIX.problem(prefix):
        return
    key_prefix = f"{prefix}/backups/{backup}/etcd-backup".removeprefix("" if prefix else "/")
    assert CRD_S3_KEY_PREFIX.fullmatch(key_prefix)
    assert "//" not in key_prefix
    assert not key_prefix.startswith("/")
    assert key_prefix.startswith(f"{snapshot_prefix(prefix)}/")
    assert velero_sees(prefix, f"{key_prefix}/1.db") <= VELERO_DIRECTORIES


@pytest.mark.parametrize("prefix", ["velero/", "/velero", "a//b", "a/../b", ".", "a b", "x" * 513])
def test_a_location_prefix_that_is_not_good(prefix: str) -> None:
    assert LOCATION_PREFIX.problem(prefix)


def test_a_location_has_what_the_plugin_reads() -> None:
    config = {"region": "eu-west-1"}
    assert location_spec("aws", "b", "velero", config, "cloud-credentials", default=True) == {
        "provider": "aws",
        "objectStorage": {"bucket": "b", "prefix": "velero"},
        "config": config,
        "default": True,
        "credential": {"name": "cloud-credentials", "key": "cloud"},
    }
    assert location_spec("azure", "c", "", {}, None, default=False) == {
        "provider": "azure",
        "objectStorage": {"bucket": "c"},
        "config": {},
        "default": False,
    }


@pytest.mark.parametrize(
    ("mode", "names"),
    [
        (CredentialMode.AWS_STS, False),
        (CredentialMode.AWS_STATIC, True),
        (CredentialMode.AZURE_WORKLOAD_IDENTITY, True),
        (CredentialMode.AZURE_MANAGED_IDENTITY, False),
    ],
)
def test_a_location_names_the_secret_only_if_velero_can_read_it(mode: CredentialMode, names: bool) -> None:
    assert names_credential(mode) is names


def test_an_ini_file_for_velero_is_static_after_the_copy() -> None:
    ini = b"[default]\nrole_arn = arn:aws:iam::123456789012:role/x\nweb_identity_token_file = /t\n"
    detected = detect(StorageType.S3, copy_as_plugin({"cloud": ini}))
    assert detected.mode is CredentialMode.AWS_STATIC


def test_the_plugin_is_reported_the_method_and_the_operators_namespace_and_nothing_else() -> None:
    assert plugin_config("hypershift-2") == {"etcdBackupMethod": "etcdSnapshot", "hoNamespace": "hypershift-2"}


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
