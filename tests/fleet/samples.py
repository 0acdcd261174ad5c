"""Rows of an inventory, and Stacks of a cluster."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from openshift_credentials.fleet.inventory import Fleet, load_inventory

# Rows of inventories for tests.

SUBSCRIPTION = "11111111-2222-3333-4444-555555555555"
TENANT = "66666666-7777-8888-9999-000000000000"

Row = dict[str, object]


def aws_row(name: str = "mc-1", **more: object) -> Row:
    return {
        "name": name,
        "cloud": "aws",
        "issuer": f"https://oidc.example.com/{name}",
        "account": "123456789012",
        "region": "eu-central-1",
        "wave": "0",
        "roleArn": "arn:aws:iam::123456789012:role/deployer",
        "hostedClusters": [f"clusters-{name}/a", f"clusters-{name}/b"],
        "image": "registry.example.com/openshift-credentials:1.0.0",
        **more,
    }


def azure_row(name: str = "aro-1", **more: object) -> Row:
    return {
        "name": name,
        "cloud": "azure",
        "issuer": f"https://oidc.example.com/{name}/",
        "subscription": SUBSCRIPTION,
        "tenant": TENANT,
        "region": "westeurope",
        "wave": "1",
        "clientId": "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee",
        "hostedClusters": [f"clusters-{name}/a"],
        "image": "registry.example.com/openshift-credentials:1.0.0",
        **more,
    }


def many(count: int) -> list[Row]:
    return [
        azure_row(f"aro-{n}", wave=str(n % 3)) if n % 5 == 4 else aws_row(f"mc-{n}", wave=str(n % 3))
        for n in range(count)
    ]


def inventory(rows: Iterable[Mapping[str, object]], **groups: object) -> str:
    """An inventory with one line per row, the first on line 2 if there are no other groups."""
    found = [f"{name}: {json.dumps(group)}" for name, group in groups.items()]
    return "\n".join([*found, "clusters:", *(f"- {json.dumps(row)}" for row in rows), ""])


def write(path: Path, rows: Iterable[Mapping[str, object]], **groups: object) -> Path:
    path.write_text(inventory(rows, **groups), encoding="utf-8")
    return path


def fleet_of(path: Path, rows: Iterable[Mapping[str, object]]) -> Fleet:
    loaded = load_inventory(write(path, rows))
    assert loaded.problems == ()
    return loaded


# Stacks as the operator's controller leaves them, in every state that it has.

NOW = "2026-11-22T06:00:00Z"
TONIGHT = "2026-11-22"
URL = "s3://mc-1-etcd-snapshots/etcd-backups/clusters/a/{}.db"

Object = dict[str, Any]


def stack(name: str = "mc-1", trigger: str | None = TONIGHT, **status: Any) -> Object:  # noqa: ANN401 - any JSON
    backup: Object = {"backups": [{"hostedCluster": "clusters/a"}, {"hostedCluster": "clusters/b"}]}
    if trigger is not None:
        backup["backupDefaults"] = {"trigger": trigger}
    return {
        "apiVersion": "pulumi.com/v1",
        "kind": "Stack",
        "metadata": {
            "name": name,
            "namespace": "fleet",
            "generation": 3,
            "labels": {"openshift-credentials/wave": "0"},
        },
        "spec": {"stack": name, "config": {"openshift-credentials:etcdBackup": backup}},
        "status": {"observedGeneration": 3, **status},
    }


def conditions(ready: str, *others: tuple[str, str, str], since: str = NOW) -> list[Object]:
    """``Ready`` with a status, and further conditions that are true: type, reason, message."""
    found = [("Ready", ready, "ProcessingCompleted" if ready == "True" else "NotReady", "")]
    found += [(kind, "True", reason, message) for kind, reason, message in others]
    return [
        {"type": kind, "status": status, "reason": reason, "message": message, "lastTransitionTime": since}
        for kind, status, reason, message in found
    ]


def last(state: str = "succeeded", **more: Any) -> Object:  # noqa: ANN401 - any JSON
    return {
        "generation": 3,
        "name": "mc-1-19aa",
        "type": "up",
        "state": state,
        "lastResyncTime": "2026-11-22T01:10:00Z",
        **more,
    }


def backups(first: str = "BackupSucceeded", second: str = "BackupSucceeded") -> Object:
    """Outputs of two backups with these reasons."""
    documents = [
        {
            "hostedCluster": name,
            "reason": reason,
            "snapshotURL": URL.format(1795309800) if reason == "BackupSucceeded" else "",
        }
        for name, reason in (("clusters/a", first), ("clusters/b", second))
    ]
    return {"backups": documents, "secretName": "cloud-credentials"}


def succeeded(name: str = "mc-1", trigger: str = TONIGHT) -> Object:
    return stack(name, trigger, conditions=conditions("True"), lastUpdate=last(), outputs=backups())


def stalled(reason: str, because: str = "", **update: Any) -> Object:  # noqa: ANN401 - any JSON
    found: dict[str, Any] = {}
    if update:
        found["lastUpdate"] = last("failed", failures=3, **update)
    return stack(conditions=conditions("False", ("Stalled", reason, because)), **found)


def retrying(message: str, failures: int = 1) -> Object:
    return stack(
        conditions=conditions("False", ("Reconciling", "RetryingAfterFailure", f"{failures} update failure(s)")),
        lastUpdate=last("failed", failures=failures, message=message),
        outputs=backups(),
    )


def running(since: str = NOW) -> Object:
    return stack(
        conditions=conditions("False", ("Reconciling", "StackProcessing", "stack is being processed"), since=since),
        currentUpdate={"generation": 3, "name": "mc-1-19ab"},
    )


def waiting() -> Object:
    reason = ("Reconciling", "PrerequisiteNotSatisfied", 'prerequisite not satisfied for "mc-0"')
    return stack(conditions=conditions("False", reason))


def frozen() -> Object:
    found = succeeded()
    found["spec"]["preview"] = True
    found["status"]["lastUpdate"]["type"] = "preview"
    return found


def update(name: str, kind: str = "up", *, failed: bool = False, end: str = NOW) -> Object:
    return {
        "apiVersion": "auto.pulumi.com/v1alpha1",
        "kind": "Update",
        "metadata": {"name": name, "namespace": "fleet", "labels": {"pulumi.com/stack-name": "mc-1"}},
        "spec": {"type": kind, "workspaceName": "mc-1"},
        "status": {
            "endTime": end,
            "conditions": [{"type": "Complete", "status": "True"}, {"type": "Failed", "status": str(failed)}],
        },
    }
