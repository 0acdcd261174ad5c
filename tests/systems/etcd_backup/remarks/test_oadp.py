from typing import Any

import pytest

from openshift_credentials.stack.secret_texts import SEALED
from openshift_credentials.systems.etcd_backup.remarks.oadp import AT_ONCE, PER_HOUR, oadp_advice
from tests.systems.etcd_backup.settings.test_oadp_settings import (
    AWS,
    AZURE,
    LOCATION,
    Tree,
    changed,
    load,
)

CLUSTERS = "etcdBackup.oadp.schedules.0.hostedClusters"
SCHEDULE = "etcdBackup.oadp.schedules.0.schedule"
THIRTY = [f"ns-{number}/prod" for number in range(30)]
MANY = [f"ns-{number}/prod" for number in range(AT_ONCE + 1)]


def advice(tree: dict[str, Any], changes: Tree) -> str:
    return "\n".join(map(str, oadp_advice(load(changed(tree, changes)))))


@pytest.mark.parametrize(
    ("tree", "changes", "part"),
    [
        (AWS, {}, "eks.amazonaws.com/role-arn"),
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
        (AWS, {LOCATION: {"existing": True, "name": "dpa", "prefix": "v"}}, "dpa is not read"),
        (AWS, {CLUSTERS: ["clusters/a", "clusters/b"]}, "in namespace clusters;"),
        (AWS, {CLUSTERS: ["a/one.two"]}, "a period in the name"),
        (AWS, {CLUSTERS: MANY, "etcdBackup.oadp.schedules.0.schedule": "0 2 * * *"}, "all at once"),
        (AWS, {}, "etcdBackup.oadp.velero.createIdentity creates that role"),
        (
            AWS,
            {CLUSTERS: THIRTY, SCHEDULE: "H 2 * * *"},
            "at 5 minutes each, the last one starts about 2 hours late",
        ),
        (
            AWS,
            {CLUSTERS: THIRTY[: PER_HOUR + 1], SCHEDULE: "H 2 * * *"},
            "starts about 1 hour late",
        ),
        (AWS, {CLUSTERS: ["a/one.two", "b/c", "d/e.f"]}, "cluster a/one.two and 1 more have a"),
        (AWS, {CLUSTERS: [f"{name}/{x}" for name in "bac" for x in "de"]}, "namespace a, b, c;"),
        (AWS, {CLUSTERS: [f"{name}/{x}" for name in "bacd" for x in "ef"]}, "c and 1 more;"),
        (AWS, {CLUSTERS: THIRTY, SCHEDULE: "CRON_TZ=Europe/Berlin H 2 * * *"}, "within one hour"),
    ],
)
def test_what_a_careful_engineer_says(tree: Tree, changes: Tree, part: str) -> None:
    assert part in advice(tree, changes)


@pytest.mark.parametrize(
    ("tree", "changes", "part"),
    [
        (AWS, {}, "1024"),
        (AZURE, {"etcdBackup.credentials.restore": True}, "1024"),
        (AZURE, {}, "role-arn"),
        (AWS, {CLUSTERS: MANY}, "all at once"),
        (
            AWS,
            {CLUSTERS: MANY[:-1], "etcdBackup.oadp.schedules.0.schedule": "0 2 * * *"},
            "all at once",
        ),
        (AWS, {CLUSTERS: THIRTY, SCHEDULE: "H H(1-5) * * *"}, "within one hour"),
        (AWS, {CLUSTERS: THIRTY[:PER_HOUR], SCHEDULE: "H 2 * * *"}, "within one hour"),
        (AWS, {"oadp": {}}, "oadp"),
        (AWS, {}, "namespace shop"),
    ],
)
def test_nothing_is_said_without_need(tree: Tree, changes: Tree, part: str) -> None:
    assert part not in advice(tree, changes)


def test_a_thousand_shared_namespaces_are_one_warning() -> None:
    clusters = [f"ns-{number}/{name}" for number in range(500) for name in "ab"]
    text = advice(AWS, {CLUSTERS: clusters})
    assert "and 497 more" in text
    assert text.count("etcdBackup.oadp.schedules: several hosted clusters") == 1
    assert len(text) < 2000
