"""Rows of inventories for tests."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from openshift_credentials.fleet.inventory import Fleet, load_inventory

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
    return loaded.fleet
