"""Wrong settings of OADP and its backup storage location: change, setting, words."""

import contextlib
import copy
from typing import Any

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings
from tests.kit.tables import read_rows
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

ROWS_OF_LOCATION: list[tuple[str, Tree, Tree, str, str]] = read_rows(
    __file__, "wrong_oadp_locations.json", {"AWS": AWS, "AZURE": AZURE}
)
ROWS_OF_SCHEDULE: list[tuple[str, Tree, Tree, str, str]] = read_rows(
    __file__, "wrong_oadp_schedules.json", {"AWS": AWS}
)


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


BAD = [*ROWS_OF_LOCATION, *ROWS_OF_SCHEDULE]


@pytest.mark.parametrize(("tree", "changes", "path", "part"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_a_wrong_setting_is_named_with_its_rule_and_a_way_out(tree: Tree, changes: Tree, path: str, part: str) -> None:
    with pytest.raises(UnusableInputError) as raised:
        load(changed(tree, changes))
    prefix = f"openshift-credentials:{path}"
    own = [each for each in raised.value.problems if str(each).startswith(prefix)]
    assert own, raised.value.problems
    assert part in str(own[0])
    assert own[0].way_out


@pytest.mark.parametrize(
    ("tree", "path"), [(AWS, "etcdBackup.storage.s3.objectLock"), (AZURE, "etcdBackup.storage.azureBlob.immutability")]
)
def test_velero_cannot_write_to_storage_of_write_once_objects(tree: Tree, path: str) -> None:
    locked = changed(tree, {path: {"days": 30, **({"mode": "governance"} if path.endswith("Lock") else {})}})
    with pytest.raises(UnusableInputError) as raised:
        load(locked)
    assert [problem.setting for problem in raised.value.problems if "overwrites" in problem.why] == [path]
    load(changed(locked, {"oadp": {"enabled": False}}))


def test_all_problems_are_reported_at_once() -> None:
    wrong = {
        "etcdBackup.oadp.schedules.0.schedule": "x",
        "etcdBackup.oadp.schedules.0.ttl": "1d",
        f"{LOCATION}.prefix": "v/",
    }
    with pytest.raises(UnusableInputError) as raised:
        load(changed(AWS, wrong))
    assert len(raised.value.problems) == 3


@pytest.mark.parametrize(
    "changes",
    [
        {f"{LOCATION}.prefix": ""},
        {f"{LOCATION}": {"existing": True, "name": "dpa.sample-1", "prefix": ""}},
        {"backups": BACKUPS},
        {"etcdBackup.oadp.schedules": []},
        {"cluster.oadpNamespace": "hypershift"},
        {"etcdBackup.oadp.schedules.0.platform": "KubeVirt"},
        {"oadp": {"enabled": False}, "etcdBackup.storage.s3.keyPrefix": "velero"},
    ],
)
def test_settings_that_look_odd_and_are_good(changes: Tree) -> None:
    load(changed(AWS, changes))


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


@pytest.mark.parametrize(
    ("tree", "changes", "words"),
    [
        (AWS, {"oadp.secretName": None}, "is required here: the plugin falls back to Secret"),
        (AWS, {"oadp.secretName": "other"}, "cannot be changed in mode aws-sts"),
        (
            AZURE,
            {f"{LOCATION}.existing": True, f"{LOCATION}.name": "dpa", f"{LOCATION}.prefix": "v"},
            "'oc -n openshift-adp get secret cloud-credentials'",
        ),
    ],
)
def test_a_secret_that_oadp_may_own_is_never_made_unasked(tree: Tree, changes: Tree, words: str) -> None:
    wrong = changed(tree, changes)
    if wrong["oadp"].get("secretName", "") is None:
        del wrong["oadp"]["secretName"]
    with pytest.raises(UnusableInputError) as caught:
        load(wrong)
    (problem,) = map(str, caught.value.problems)
    assert "etcdBackup.oadp.secretName" in problem
    assert words in problem


def test_the_default_name_is_one_of_ours_where_the_location_can_name_it() -> None:
    from openshift_credentials.systems.etcd_backup.plan import plan_of  # noqa: PLC0415

    settings = load(AZURE)

    assert plan_of(settings).source_secret == "etcd-snapshot-credentials"
    location = plan_of(settings).location
    assert location
    assert location["credential"] == {"name": "etcd-snapshot-credentials", "key": "cloud"}
