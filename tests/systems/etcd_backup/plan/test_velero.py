"""The identity of Velero: its names, and what OADP is configured with."""

import json
from typing import Any

import pytest

from openshift_credentials.systems.etcd_backup.plan.velero import (
    identity_name,
    role_name,
    velero_manifests,
)
from tests.kit.trees import AWS, AZURE, Tree, changed, load


def with_velero(tree: Tree, cluster: str = "mc-1", **velero: object) -> Tree:
    oadp = {
        "enabled": True,
        "secretName": "cloud-credentials",
        "velero": {"createIdentity": True, **velero},
    }
    return changed(tree, cluster__name=cluster, oadp=oadp)


def test_names_are_those_of_the_settings_or_follow_the_cluster() -> None:
    """IAM takes 64 characters of a role, and Azure 128 of an identity, and neither a period."""
    assert role_name(load(with_velero(AWS, roleName="own"))) == "own"
    assert identity_name(load(with_velero(AZURE, identityName="own"))) == "own"
    assert role_name(load(with_velero(AWS, "mc.one"))) == "mc-one-velero"
    assert identity_name(load(with_velero(AZURE, "mc.one"))) == "mc-one-velero"
    assert role_name(load(with_velero(AWS, roleName="r" * 64))) == "r" * 64
    assert len(role_name(load(with_velero(AWS, roleName="r" * 65)))) == 64


@pytest.mark.parametrize(
    ("tree", "plugin", "annotations", "pod"),
    [
        (AWS, "aws", {"eks.amazonaws.com/role-arn": "ID"}, {}),
        (
            AZURE,
            "azure",
            {
                "azure.workload.identity/client-id": "ID",
                "azure.workload.identity/tenant-id": "66666666-7777-8888-9999-000000000000",
            },
            {"podConfig": {"labels": {"azure.workload.identity/use": "true"}}},
        ),
    ],
)
def test_velero_uses_its_identity_and_no_secret(
    tree: Tree, plugin: str, annotations: dict[str, str], pod: dict[str, Any]
) -> None:
    manifests = velero_manifests(load(with_velero(tree)), "ID")
    velero = {
        "defaultPlugins": ["openshift", plugin, "hypershift"],
        "noDefaultBackupLocation": True,
        **pod,
    }
    assert {name: json.loads(text) for name, text in manifests.items()} == {
        "veleroServiceAccount": {
            "apiVersion": "v1",
            "kind": "ServiceAccount",
            "metadata": {
                "name": "velero",
                "namespace": "openshift-adp",
                "annotations": annotations,
            },
        },
        "dataProtectionApplication": {
            "apiVersion": "oadp.openshift.io/v1alpha1",
            "kind": "DataProtectionApplication",
            "metadata": {"name": "velero", "namespace": "openshift-adp"},
            "spec": {"backupImages": False, "configuration": {"velero": velero}},
        },
    }
