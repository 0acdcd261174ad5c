"""Configuration trees for tests: two that are right, and changes of them."""

import copy
import json
import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Final

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.stack.load import load_settings, value_of
from openshift_credentials.stack.secret_texts import secret_locations
from openshift_credentials.stack.system import SHARED, SYSTEMS, settings_in
from openshift_credentials.stack.tree import dotted_path as dotted_location
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings

PROJECT: Final = "openshift-credentials"

Tree = dict[str, Any]

AWS: Final[Tree] = {
    "cluster": {"name": "mc-1", "oidcIssuer": "https://oidc.example.com/abc"},
    "storage": {"storageType": "S3", "s3": {"bucket": "snapshots", "region": "us-east-1", "accountId": "123456789012"}},
    "credentials": {},
    "backups": [{"hostedCluster": "clusters/one", "trigger": "1"}],
}
AZURE: Final[Tree] = {
    **AWS,
    "storage": {
        "storageType": "AzureBlob",
        "azureBlob": {
            "storageAccount": "snapshots",
            "container": "etcd-snapshots",
            "resourceGroup": "backup",
            "location": "westeurope",
            "subscriptionId": "11111111-2222-3333-4444-555555555555",
            "tenantId": "66666666-7777-8888-9999-000000000000",
        },
    },
}

ABSENT: Final = object()
"""As a value: the setting is not there."""


def changed(tree: Mapping[str, Any], **changes: object) -> Tree:
    """A tree with other values: ``storage__s3__bucket="x"``, ``backups__0__trigger=ABSENT``."""
    result = copy.deepcopy(dict(tree))
    for path, value in changes.items():
        *above, last = (int(part) if part.isdecimal() else part for part in path.split("__"))
        place: Any = result
        for part in above:
            place = place[part]
        if value is ABSENT:
            del place[last]
        else:
            place[last] = value
    return result


def dotted(path: str) -> str:
    """The full path in the stack file of what ``changed`` calls ``storage__s3__bucket``."""
    name = re.sub(r"__(\d+)", r"[\1]", path).replace("__", ".")
    return name if name.partition(".")[0] in (*SHARED, *SYSTEMS) else f"etcdBackup.{name}"


def whole(tree: Mapping[str, Any]) -> Tree:
    """The tree of a stack; settings outside any branch are those of the etcd backups."""
    branches = (*SHARED, *SYSTEMS)
    flat = {key: value for key, value in tree.items() if key not in branches}
    branched = {key: value for key, value in tree.items() if key in branches}
    return {**branched, "etcdBackup": flat} if flat else branched


def config(tree: Mapping[str, Any]) -> dict[str, str]:
    """A tree as the engine hands it to a program."""
    return {
        f"{PROJECT}:{key}": value if isinstance(value, str) else json.dumps(value) for key, value in whole(tree).items()
    }


def secret_paths(config: Mapping[str, str]) -> list[str]:
    """The full paths of all secret settings, which an engine passes as encrypted."""
    return [
        dotted_location((key, *location))
        for key, text in config.items()
        if (name := key.removeprefix(f"{PROJECT}:")) in SYSTEMS
        for location in secret_locations(value_of(text), SYSTEMS[name].settings.MODEL)
    ]


def backup_settings(
    config: Mapping[str, str], secret_keys: Collection[str] = (), directory: Path = Path()
) -> EtcdBackupSettings:
    """The settings of the etcd backups in a configuration as the engine hands it over."""
    keys = secret_keys or secret_paths(config)
    settings = settings_in(load_settings(config, keys, directory), EtcdBackupSettings)
    assert settings
    return settings


def load(tree: Mapping[str, Any], secret: tuple[str, ...] = ()) -> EtcdBackupSettings:
    """The settings of a tree; ``secret`` names the top-level keys that are encrypted."""
    keys = {key if key in SHARED else "etcdBackup" for key in secret}
    return backup_settings(config(tree), [f"{PROJECT}:{key}" for key in sorted(keys)])


def problems(tree: Mapping[str, Any], secret: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Problems of a tree, without the project in front of each; none if it is right."""
    try:
        load(tree, secret)
    except UnusableInputError as error:
        return tuple(str(each).removeprefix(f"{PROJECT}:") for each in error.problems)
    return ()


def paths(tree: Mapping[str, Any]) -> list[str]:
    """Which settings have a problem, in their order."""
    return [each.split(" = ")[0].split(": ")[0] for each in problems(tree)]
