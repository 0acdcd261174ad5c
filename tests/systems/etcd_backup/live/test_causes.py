"""Causes in logs, and hosted clusters that have none."""

from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import pytest

from openshift_credentials.live.check import Purpose
from openshift_credentials.systems.etcd_backup.live import OPERATION, cluster_reads
from openshift_credentials.systems.etcd_backup.live.preflight import hosted_cluster
from openshift_credentials.systems.etcd_backup.plan import plan_of
from tests.kit.golden import Golden, data
from tests.kit.trees import AWS, AZURE, changed, load
from tests.systems.etcd_backup.live.cluster_objects import healthy, observed

# What ``preflight`` finds in the namespace of a hosted control plane.

SETTINGS: Final = load(AWS)
(BACKUP,) = plan_of(SETTINGS).backups
HERE: Final = {"namespace": BACKUP.namespace}


def etcd(**members: dict[str, int]) -> dict[str, Any]:
    return {cluster_reads.ETCD: [{"metadata": {**HERE, "name": "etcd"}, **members}]}


def plane(*annotations: dict[str, str]) -> dict[str, Any]:
    return {cluster_reads.CONTROL_PLANES: [{"metadata": {**HERE, "annotations": a}} for a in annotations]}


OWN: Final = {"hypershift.openshift.io/cluster": BACKUP.hosted_cluster}
READY: Final = "the hosted control plane is ready for a backup"
OTHER: Final = "the HostedControlPlane in clusters-one belongs to"


@pytest.mark.parametrize(
    ("objects", "code", "detail"),
    [
        ({}, "hosted-cluster", READY),
        (etcd(spec={"replicas": 1}, status={"readyReplicas": 1}), "hosted-cluster", READY),
        (etcd(status={"readyReplicas": 1}), "hosted-cluster", READY),
        (etcd(spec={"replicas": 0}), "hosted-cluster", READY),
        (etcd(), "etcd-unhealthy", "StatefulSet etcd in clusters-one: 0 of 1 replicas ready"),
        (
            etcd(spec={"replicas": 3}, status={"readyReplicas": 2}),
            "etcd-unhealthy",
            "StatefulSet etcd in clusters-one: 2 of 3 replicas ready",
        ),
        ({cluster_reads.ETCD: []}, "etcd-unhealthy", "StatefulSet etcd in clusters-one: not found"),
        (plane(OWN, {}), "hosted-cluster", READY),
        (plane({}), "other-hosted-cluster", f"{OTHER} nobody; the backup would be recorded there, or never finish"),
        (
            plane({"hypershift.openshift.io/cluster": "a/b"}, OWN),
            "other-hosted-cluster",
            f"{OTHER} a/b; the backup would be recorded there, or never finish",
        ),
    ],
)
def test_a_control_plane_is_judged_by_its_owner_and_its_etcd(objects: dict[str, Any], code: str, detail: str) -> None:
    (check,) = hosted_cluster(BACKUP, observed({**healthy(SETTINGS), **objects}))
    assert (check.code, check.subject, check.detail) == (code, "clusters/one", detail)


# What is asked of a cluster and a cloud, under the names that a refused request is told by.

OADP: Final = {"enabled": True, "secretName": "cloud-credentials"}
STACKS: Final = {
    "aws": changed(AWS, oadp=OADP),
    "aws-existing-role": changed(AWS, credentials={"existingRole": True, "roleName": "shared"}),
    "azure": changed(
        AZURE,
        storage__azureBlob__existingAccount=True,
        credentials={"restore": True, "identityResourceGroup": "identities"},
    ),
}


@pytest.mark.parametrize("name", STACKS)
def test_a_stack_asks_for_no_more_than_this(name: str, golden: Golden) -> None:
    settings = load(STACKS[name])
    asked = {
        **{purpose.value: [asdict(read) for read in OPERATION.reads(settings, purpose)] for purpose in Purpose},
        "cloud": [asdict(read) for read in OPERATION.cloud_reads(settings)],
    }
    golden(Path(__file__).parent / "golden" / f"{name}.yaml", data(asked))
