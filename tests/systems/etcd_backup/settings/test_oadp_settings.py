"""Wrong settings of OADP: each is refused, with its path, its value, the rule and a way out."""

import contextlib
import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.systems.etcd_backup.checks import branch_problems
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings
from tests.kit.trees import backup_settings, config, whole

Tree = dict[str, Any]

NIGHTLY: Tree = {
    "name": "nightly",
    "schedule": "H 2 * * *",
    "hostedClusters": ["shop/prod", "bank/prod"],
}
AWS: Tree = {
    "cluster": {"name": "mc", "oidcIssuer": "https://oidc.example.com/abc"},
    "storage": {
        "storageType": "S3",
        "s3": {"bucket": "snapshots", "region": "us-east-1", "accountId": "123456789012"},
    },
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


SCHEDULE = "etcdBackup.oadp.schedules.0"
LOCATION = "etcdBackup.oadp.backupStorageLocation"

BAD: list[tuple[str, Tree, Tree, str, str]] = [
    ("not a group", AWS, {"oadp": "yes"}, "etcdBackup.oadp", "group of settings"),
    (
        "text for a switch",
        AWS,
        {"etcdBackup.oadp.enabled": "true"},
        "etcdBackup.oadp.enabled",
        "true or false",
    ),
    (
        "misspelt key",
        AWS,
        {"etcdBackup.oadp.schedule": []},
        "etcdBackup.oadp.schedule",
        "did you mean schedules?",
    ),
    (
        "schedules while off",
        AWS,
        {"etcdBackup.oadp.enabled": False},
        "etcdBackup.oadp.schedules",
        "etcdBackup.oadp.enabled is true",
    ),
    (
        "schedules no list",
        AWS,
        {"etcdBackup.oadp.schedules": {"a": 1}},
        "etcdBackup.oadp.schedules",
        "a list",
    ),
    ("location name", AWS, {f"{LOCATION}.name": "My_Loc"}, f"{LOCATION}.name", "lower-case"),
    ("long location", AWS, {f"{LOCATION}.name": "a" * 64}, f"{LOCATION}.name", "64 characters"),
    ("slash at end", AWS, {f"{LOCATION}.prefix": "velero/"}, f"{LOCATION}.prefix", "end with '/'"),
    ("slash at start", AWS, {f"{LOCATION}.prefix": "/v"}, f"{LOCATION}.prefix", "start with '/'"),
    ("empty part", AWS, {f"{LOCATION}.prefix": "a//b"}, f"{LOCATION}.prefix", "'//'"),
    ("dots in prefix", AWS, {f"{LOCATION}.prefix": "a/../b"}, f"{LOCATION}.prefix", "'..'"),
    ("space in prefix", AWS, {f"{LOCATION}.prefix": "a b"}, f"{LOCATION}.prefix", "characters"),
    ("Azure prefix", AZURE, {f"{LOCATION}.prefix": "a(b"}, f"{LOCATION}.prefix", "a-z A-Z 0-9 /"),
    ("default no switch", AWS, {f"{LOCATION}.default": 1}, f"{LOCATION}.default", "true or false"),
    ("unnamed", AWS, {f"{LOCATION}": {"existing": True, "prefix": "v"}}, f"{LOCATION}.name", "req"),
    (
        "no prefix",
        AWS,
        {f"{LOCATION}": {"existing": True, "name": "l"}},
        f"{LOCATION}.prefix",
        "req",
    ),
    (
        "default of an existing one",
        AWS,
        {LOCATION: {"existing": True, "name": "l", "prefix": "v", "default": True}},
        f"{LOCATION}.default",
        "does not change",
    ),
    (
        "whole bucket is Velero's",
        AWS,
        {f"{LOCATION}.prefix": "", "backups": BACKUPS},
        "etcdBackup.storage.s3.keyPrefix",
        "the whole bucket",
    ),
    (
        "same prefix",
        AWS,
        {f"{LOCATION}.prefix": "etcd-backups", "backups": BACKUPS},
        "etcdBackup.storage.s3.keyPrefix",
        "Velero's own tree",
    ),
    (
        "prefix below Velero's",
        AWS,
        {"etcdBackup.storage.s3.keyPrefix": "velero/etcd", "backups": BACKUPS},
        "etcdBackup.storage.s3.keyPrefix",
        "Velero's own tree",
    ),
    (
        "Velero below the snapshots",
        AZURE,
        {f"{LOCATION}.prefix": "etcd-backups/velero", "backups": BACKUPS},
        "etcdBackup.storage.azureBlob.keyPrefix",
        "contains Velero's own tree",
    ),
    (
        "prefix of one backup",
        AWS,
        {"backups": [{**BACKUPS[0], "keyPrefix": "velero/backups/x"}]},
        "etcdBackup.backups[0].keyPrefix",
        "Velero's own tree",
    ),
    (
        "one Secret for two",
        AWS,
        {"cluster.oadpNamespace": "hypershift", "backups": BACKUPS},
        "etcdBackup.credentials.secretName",
        "OADP's source Secret",
    ),
    (
        "mode out of reach",
        AZURE,
        {"etcdBackup.credentials.mode": "azure-client-secret"},
        "etcdBackup.credentials.mode",
        "cannot be reached through OADP",
    ),
    (
        "no name",
        AWS,
        {f"{SCHEDULE}": {"schedule": "@daily"}},
        "etcdBackup.oadp.schedules[0].name",
        "required",
    ),
    (
        "bad name",
        AWS,
        {f"{SCHEDULE}.name": "Nightly"},
        "etcdBackup.oadp.schedules[0].name",
        "lower-case",
    ),
    (
        "name twice",
        AWS,
        {"etcdBackup.oadp.schedules": [NIGHTLY, NIGHTLY]},
        "etcdBackup.oadp.schedules[1].name",
        "name of another schedule",
    ),
    (
        "no cron",
        AWS,
        {f"{SCHEDULE}.schedule": "daily"},
        "etcdBackup.oadp.schedules[0].schedule",
        "five fields",
    ),
    (
        "minute",
        AWS,
        {f"{SCHEDULE}.schedule": "60 * * * *"},
        "etcdBackup.oadp.schedules[0].schedule",
        "to 59",
    ),
    (
        "number",
        AWS,
        {f"{SCHEDULE}.schedule": 5},
        "etcdBackup.oadp.schedules[0].schedule",
        "must be a string",
    ),
    (
        "both days",
        AWS,
        {f"{SCHEDULE}.schedule": "0 0 1 * 1"},
        "etcdBackup.oadp.schedules[0].schedule",
        "once",
    ),
    (
        "no such day",
        AWS,
        {f"{SCHEDULE}.schedule": "0 0 30 2 *"},
        "etcdBackup.oadp.schedules[0].schedule",
        "day",
    ),
    (
        "nothing to spread",
        AWS,
        {f"{SCHEDULE}.schedule": "0,30 * * * *", f"{SCHEDULE}.spread": True},
        "etcdBackup.oadp.schedules[0].spread",
        "single minute",
    ),
    (
        "every cannot be spread",
        AWS,
        {f"{SCHEDULE}.schedule": "@every 6h", f"{SCHEDULE}.spread": True},
        "etcdBackup.oadp.schedules[0].spread",
        "counts from the last backup",
    ),
    ("days", AWS, {f"{SCHEDULE}.ttl": "30d"}, "etcdBackup.oadp.schedules[0].ttl", "720h"),
    (
        "no time",
        AWS,
        {f"{SCHEDULE}.ttl": "0h"},
        "etcdBackup.oadp.schedules[0].ttl",
        "greater than zero",
    ),
    (
        "platform",
        AWS,
        {f"{SCHEDULE}.platform": "aws"},
        "etcdBackup.oadp.schedules[0].platform",
        "AWS, Azure",
    ),
    (
        "no clusters",
        AWS,
        {f"{SCHEDULE}.hostedClusters": []},
        "etcdBackup.oadp.schedules[0].hostedClusters",
        "at least one",
    ),
    (
        "no namespace",
        AWS,
        {f"{SCHEDULE}.hostedClusters": ["prod"]},
        "etcdBackup.oadp.schedules[0].hostedClusters[0]",
        "'namespace/name'",
    ),
    (
        "same control plane",
        AWS,
        {f"{SCHEDULE}.hostedClusters": ["a/b.c", "a/b-c"]},
        "etcdBackup.oadp.schedules[0].hostedClusters[1]",
        "already listed",
    ),
    (
        "long control plane namespace",
        AWS,
        {f"{SCHEDULE}.hostedClusters": [f"{'n' * 40}/{'c' * 40}"]},
        "etcdBackup.oadp.schedules[0].hostedClusters[0]",
        "control plane namespace",
    ),
    (
        "in another's control plane namespace",
        AWS,
        {f"{SCHEDULE}.hostedClusters": ["a/b", "a-b/c"]},
        "etcdBackup.oadp.schedules[0].hostedClusters[1]",
        "control plane namespace of a/b",
    ),
    (
        "another's namespace included",
        AWS,
        {f"{SCHEDULE}.includedNamespaces": ["shop-prod"]},
        "etcdBackup.oadp.schedules[0].includedNamespaces[0]",
        "control plane namespace of shop/prod",
    ),
    (
        "bad namespace",
        AWS,
        {f"{SCHEDULE}.includedNamespaces": ["*"]},
        "etcdBackup.oadp.schedules[0].includedNamespaces[0]",
        "lower-case",
    ),
    (
        "no HostedClusters",
        AWS,
        {f"{SCHEDULE}.includedResources": ["secrets", "hostedcontrolplanes"]},
        "etcdBackup.oadp.schedules[0].includedResources",
        "add hostedclusters.hypershift.openshift.io",
    ),
    (
        "bad resource",
        AWS,
        {f"{SCHEDULE}.includedResources": ["HostedCluster"]},
        "etcdBackup.oadp.schedules[0].includedResources[0]",
        "kind of resource",
    ),
]


def test_the_settings_that_the_table_starts_from_are_good() -> None:
    assert load(AWS).oadp.enabled
    assert load(AZURE).oadp.schedules[0].hosted_clusters == ("shop/prod", "bank/prod")


@pytest.mark.parametrize(
    ("tree", "changes", "path", "part"), [row[1:] for row in BAD], ids=[row[0] for row in BAD]
)
def test_a_wrong_setting_is_named_with_its_rule_and_a_way_out(
    tree: Tree, changes: Tree, path: str, part: str
) -> None:
    with pytest.raises(UnusableInputError) as raised:
        load(changed(tree, changes))
    prefix = f"openshift-credentials:{path}"
    own = [each for each in raised.value.problems if str(each).startswith(prefix)]
    assert own, raised.value.problems
    assert part in str(own[0])
    assert own[0].way_out


@pytest.mark.parametrize(
    ("tree", "path"),
    [
        (AWS, "etcdBackup.storage.s3.objectLock"),
        (AZURE, "etcdBackup.storage.azureBlob.immutability"),
    ],
)
def test_velero_cannot_write_to_storage_of_write_once_objects(tree: Tree, path: str) -> None:
    locked = changed(tree, {path: {"days": 30}})
    assert [
        problem.setting for problem in branch_problems(whole(locked)) if "overwrites" in problem.why
    ] == [path]
    assert not list(branch_problems(whole(changed(locked, {"oadp": {"enabled": False}}))))


def test_all_problems_are_told_at_once() -> None:
    wrong = {f"{SCHEDULE}.schedule": "x", f"{SCHEDULE}.ttl": "1d", f"{LOCATION}.prefix": "v/"}
    with pytest.raises(UnusableInputError) as raised:
        load(changed(AWS, {**wrong, "etcdBackup.credentials.mode": "azure-client-secret"}))
    assert len(raised.value.problems) == 4


@pytest.mark.parametrize(
    "changes",
    [
        {f"{LOCATION}.prefix": ""},
        {f"{LOCATION}": {"existing": True, "name": "dpa.sample-1", "prefix": ""}},
        {"backups": BACKUPS},
        {"etcdBackup.oadp.schedules": []},
        {"cluster.oadpNamespace": "hypershift"},
        {f"{SCHEDULE}.schedule": "*/15 * * * *", f"{SCHEDULE}.spread": True},
        {f"{SCHEDULE}.platform": "KubeVirt"},
        {f"{SCHEDULE}.includedNamespaces": ["shared"]},
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
            SCHEDULE,
            LOCATION,
            f"{LOCATION}.prefix",
        ),
        *(f"{LOCATION}.existing", f"{LOCATION}.name", f"{SCHEDULE}.hostedClusters"),
        *(f"{SCHEDULE}.schedule", f"{SCHEDULE}.spread", f"{SCHEDULE}.ttl", "storage", "backups"),
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
def test_a_secret_that_oadp_may_own_is_never_made_unasked(
    tree: Tree, changes: Tree, words: str
) -> None:
    wrong = changed(tree, changes)
    if wrong["oadp"].get("secretName", "") is None:
        del wrong["oadp"]["secretName"]
    with pytest.raises(UnusableInputError) as caught:
        load(wrong)
    (problem,) = map(str, caught.value.problems)
    assert "etcdBackup.oadp.secretName" in problem
    assert words in problem


def test_the_default_name_is_one_of_ours_where_the_location_can_name_it() -> None:
    from openshift_credentials.systems.etcd_backup.plan.oadp import (  # noqa: PLC0415
        planned_location,
        source_secret,
    )

    settings = load(AZURE)

    assert source_secret(settings) == "etcd-snapshot-credentials"
    location = planned_location(settings)
    assert location
    assert location["credential"] == {"name": "etcd-snapshot-credentials", "key": "cloud"}
