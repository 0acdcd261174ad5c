"""What is told of direct backups before any has run."""

from typing import Any, Final

import pytest

from openshift_credentials.systems.etcd_backup.plan import plan_backups
from openshift_credentials.systems.etcd_backup.remarks.backups import backup_advice
from tests.kit.trees import AWS, changed, load

NO_WAIT: Final = {"wait": False, "keepPrevious": True, "concurrency": 2}
RENDERED: Final = {"renderTo": "out"}
SHARED: Final = {"keyPrefix": "etcd-backups"}
TOGETHER: Final = "share the prefix etcd-backups"


def entries(number: int, **more: object) -> list[dict[str, Any]]:
    return [{"hostedCluster": f"a/c{index}", "trigger": "1", **more} for index in range(number)]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, []),
        ({"backupPolicy": {"timeoutSeconds": 900}}, []),
        ({"backupPolicy": {"timeoutSeconds": 899}}, ["is 899, but a backup's Job can run for 900"]),
        ({"backupPolicy": {**NO_WAIT, "timeoutSeconds": 60}}, []),
        (
            {"backupPolicy": {"timeoutSeconds": 60}, "kubernetes": RENDERED},
            ["self-healing creates"],
        ),
        ({"backups": [], "kubernetes": RENDERED}, []),
        ({"backups": entries(2), "backupPolicy": NO_WAIT}, []),
        ({"backups": entries(3), "backupPolicy": NO_WAIT}, ["all 3 backups start at once"]),
        ({"backups": entries(3), "backupPolicy": {"concurrency": 2}}, []),
        (
            {"backups": entries(3), "backupPolicy": NO_WAIT, "kubernetes": RENDERED},
            ["self-healing creates"],
        ),
        ({"backups": entries(3, **SHARED)}, [f"a/c0, a/c1, a/c2 {TOGETHER}:"]),
        ({"backups": entries(4, **SHARED)}, [f"a/c0, a/c1, a/c2 and 1 more {TOGETHER}:"]),
        ({"backupDefaults": {"trigger": "2"}}, ["backupDefaults.trigger applies to no backup"]),
        (
            {"backups": entries(1, **SHARED), "backupDefaults": {"keyPrefix": "etcd-backups/x"}},
            ["backupDefaults.keyPrefix applies to no backup"],
        ),
        (
            {
                "backups": [*entries(1), {"hostedCluster": "a/b"}],
                "backupDefaults": {"trigger": "2"},
            },
            [],
        ),
        ({"backups": [], "backupDefaults": {"trigger": "2"}}, []),
    ],
)
def test_each_disadvantage_of_backups_is_told_once(
    changes: dict[str, Any], told: list[str]
) -> None:
    settings = load(changed(AWS, **changes))
    found = [notice.why for notice in backup_advice(settings, list(plan_backups(settings)))]
    assert len(found) == len(told), found
    assert all(part in why for part, why in zip(told, found, strict=True)), found
