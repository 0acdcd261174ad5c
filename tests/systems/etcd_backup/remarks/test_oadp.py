from typing import Any

import pytest

from openshift_credentials.stack.secret_texts import SEALED
from openshift_credentials.systems.etcd_backup.plan import plan_of
from openshift_credentials.systems.etcd_backup.remarks import oadp_advice
from tests.systems.etcd_backup.settings.test_oadp_settings import AWS, AZURE, Tree, changed, load

CLUSTERS = "etcdBackup.oadp.schedules.0.hostedClusters"


def advice(tree: dict[str, Any], changes: Tree) -> str:
    return "\n".join(map(str, oadp_advice(plan_of(load(changed(tree, changes))))))


@pytest.mark.parametrize(
    ("tree", "changes", "part"),
    [
        (AWS, {}, "contains only a role ARN"),
        (AWS, {"etcdBackup.credentials.restore": True}, "1024 characters"),
        (AWS, {"etcdBackup.credentials.restore": True, "oadp": {}}, "1024 characters"),
        (
            AZURE,
            {
                "etcdBackup.credentials.mode": "azure-managed-identity",
                "etcdBackup.credentials.managedIdentityDocument": SEALED,
                "etcdBackup.oadp.secretName": "cloud-credentials",
            },
            "JSON of a managed identity",
        ),
        (AWS, {CLUSTERS: ["clusters/a", "clusters/b"]}, "in namespace clusters;"),
        (AWS, {CLUSTERS: ["a/one.two"]}, "a period in the name"),
        (AWS, {}, "docs/oadp.md has the CredentialsRequest"),
        (AWS, {CLUSTERS: ["a/one.two", "b/c", "d/e.f"]}, "cluster a/one.two and 1 more have a"),
        (AWS, {CLUSTERS: [f"{name}/{x}" for name in "bac" for x in "de"]}, "namespace a, b, c;"),
        (AWS, {CLUSTERS: [f"{name}/{x}" for name in "bacd" for x in "ef"]}, "c and 1 more;"),
    ],
)
def test_what_a_careful_engineer_says(tree: Tree, changes: Tree, part: str) -> None:
    assert part in advice(tree, changes)
