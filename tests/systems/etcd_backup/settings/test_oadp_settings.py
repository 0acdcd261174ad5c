"""Wrong settings of OADP and its backup storage location: change, setting, words."""

import contextlib
import copy
from typing import Any

from hypothesis import given, strategies as st

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings
from tests.kit.trees import backup_settings, config

Tree = dict[str, Any]

NIGHTLY: Tree = {"name": "nightly", "schedule": "H 2 * * *", "hostedClusters": ["shop/prod", "bank/prod"]}
AWS: Tree = {
    "cluster": {"name": "mc", "oidcIssuer": "https://oidc.example.com/abc"},
    "storage": {"storageType": "S3", "s3": {"bucket": "snapshots", "region": "us-east-1", "accountId": "123456789012"}},
    "oadp": {"enabled": True, "secretName": "cloud-credentials", "schedules": [NIGHTLY]},
}
AZURE: Tree = {
    **AWS,
    "oadp": {"enabled": True, "schedules": [NIGHTLY]},
    "storage": {
        "storageType": "AzureBlob",
        "azureBlob": {
            "storageAccount": "snapshots",
            "container": "snapshots",
            "resourceGroup": "rg",
            "location": "westeurope",
            "subscriptionId": "11111111-2222-3333-4444-555555555555",
            "tenantId": "66666666-7777-8888-9999-000000000000",
        },
    },
}
BACKUPS = [{"hostedCluster": "shop/prod", "trigger": "1"}]


LOCATION = "etcdBackup.oadp.backupStorageLocation"


# Wrong settings of OADP: each is refused, with its path, its value, the rule and a way out.


def load(tree: Tree) -> EtcdBackupSettings:
    return backup_settings(config(tree))


def changed(tree: Tree, changes: Tree) -> Tree:
    """The tree with values (by dotted path) put over it."""
    result = copy.deepcopy(tree)
    for path, value in changes.items():
        *parents, last = path.removeprefix("etcdBackup.").split(".")
        place: Any = result
        for part in parents:
            place = place[int(part)] if part.isdecimal() else place.setdefault(part, {})
        place[int(last) if last.isdecimal() else last] = value
    return result


EMPTY: Tree = {}
VALUES = st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.just(EMPTY)
PATHS = st.sampled_from(
    [
        *(
            "oadp",
            "etcdBackup.oadp.enabled",
            "etcdBackup.oadp.schedules",
            "etcdBackup.oadp.schedules.0",
            LOCATION,
            f"{LOCATION}.prefix",
        ),
        *(f"{LOCATION}.existing", f"{LOCATION}.name", "etcdBackup.oadp.schedules.0.hostedClusters"),
        *("etcdBackup.oadp.schedules.0.schedule", "etcdBackup.oadp.schedules.0.ttl", "storage", "backups"),
    ]
)


@given(st.dictionaries(PATHS, VALUES, max_size=3))
def test_no_settings_cause_a_traceback(changes: Tree) -> None:
    tree = copy.deepcopy(AWS)
    for path in sorted(changes, key=len, reverse=True):
        tree = changed(tree, {path: changes[path]})
    with contextlib.suppress(UnusableInputError):
        load(tree)


def test_the_default_name_is_one_of_ours_where_the_location_can_name_it() -> None:
    from openshift_credentials.systems.etcd_backup.plan import plan_of  # noqa: PLC0415

    settings = load(AZURE)

    assert settings.source_secret == "etcd-snapshot-credentials"
    location = plan_of(settings).location
    assert location
    assert location["credential"] == {"name": "etcd-snapshot-credentials", "key": "cloud"}
