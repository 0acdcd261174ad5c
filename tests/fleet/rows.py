"""Rows of inventories for tests."""

import csv
import io
from collections.abc import Iterable, Mapping
from pathlib import Path

from openshift_credentials.fleet.inventory import load_inventory
from openshift_credentials.fleet.rules.inventory import Fleet

SUBSCRIPTION = "11111111-2222-3333-4444-555555555555"
TENANT = "66666666-7777-8888-9999-000000000000"

Row = dict[str, str]


def aws_row(name: str = "mc-1", **more: str) -> Row:
    return {
        "name": name,
        "cloud": "aws",
        "issuer": f"https://oidc.example.com/{name}",
        "account": "123456789012",
        "region": "eu-central-1",
        "wave": "0",
        "roleArn": "arn:aws:iam::123456789012:role/deployer",
        "hostedClusters": f"clusters-{name}/a clusters-{name}/b",
        "image": "registry.example.com/openshift-credentials:1.0.0",
        **more,
    }


def azure_row(name: str = "aro-1", **more: str) -> Row:
    return {
        "name": name,
        "cloud": "azure",
        "issuer": f"https://oidc.example.com/{name}/",
        "subscription": SUBSCRIPTION,
        "tenant": TENANT,
        "region": "westeurope",
        "wave": "1",
        "clientId": "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee",
        "hostedClusters": f"clusters-{name}/a",
        "image": "registry.example.com/openshift-credentials:1.0.0",
        **more,
    }


def many(count: int) -> list[Row]:
    return [
        azure_row(f"aro-{n}", wave=str(n % 3))
        if n % 5 == 4
        else aws_row(f"mc-{n}", wave=str(n % 3))
        for n in range(count)
    ]


def csv_text(rows: Iterable[Mapping[str, str]]) -> str:
    listed = list(rows)
    columns = list(dict.fromkeys(column for row in listed for column in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(listed)
    return text.getvalue()


def write(path: Path, rows: Iterable[Mapping[str, str]]) -> Path:
    path.write_text(csv_text(rows), encoding="utf-8")
    return path


def fleet_of(path: Path, rows: Iterable[Mapping[str, str]]) -> Fleet:
    loaded = load_inventory(write(path, rows))
    assert loaded.problems == ()
    return loaded.fleet
