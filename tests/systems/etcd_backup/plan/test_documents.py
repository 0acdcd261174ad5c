"""What the settings of whole stacks become, word for word: objects, rules, policies and roles."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Final

import pytest

from openshift_credentials.base.errors import ContractError
from openshift_credentials.base.json_values import is_object
from openshift_credentials.systems.etcd_backup.plan import BlobPlan, S3Plan, plan_of
from openshift_credentials.systems.etcd_backup.plan.earlier import BackupResult, assert_success
from openshift_credentials.systems.etcd_backup.rules.backup_status import SUCCESS_MESSAGE, BackupStatus
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings
from tests.kit.golden import Golden, data
from tests.kit.trees import AWS, AZURE, Tree, changed, load
from tests.systems.etcd_backup.settings.test_oadp_settings import (
    AWS as STACK,
    BACKUPS as LISTED,
    LOCATION,
    changed as with_changes,
    load as load_tree,
)

KEY: Final = "arn:aws:kms:us-east-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab"
OTHER: Final = "999999999999"
S3: Final[Tree] = AWS["storage"]["s3"]
BACKUPS: Final = [
    {"hostedCluster": "clusters/one", "trigger": "1"},
    {"hostedCluster": "clusters/my.two", "trigger": "2", "keyPrefix": "etcd-backups/two/"},
]
OADP: Final[Tree] = {
    "enabled": True,
    "secretName": "cloud-credentials",
    "backupStorageLocation": {"prefix": "dr/velero", "default": True},
    "schedules": [
        {"name": "nightly", "schedule": "H 2 * * *", "hostedClusters": ["shop/prod", "shop/test.1"]},
        {
            "name": "virtual",
            "schedule": "@every 90m",
            "hostedClusters": ["vm/one"],
            "platform": "KubeVirt",
            "ttl": "24h",
        },
    ],
}


def on_aws(bucket: Tree, **more: object) -> Tree:
    return changed(AWS, storage__s3={**S3, **bucket}, backups=BACKUPS, **more)


STACKS: Final[dict[str, Tree]] = {
    "aws": on_aws({"kmsKeyARN": KEY, "keyPrefix": "etcd-backups/"}, credentials={"restore": True}, oadp=OADP),
    "aws-bucket-of-others": on_aws(
        {"existing": True, "bucketAccountId": OTHER, "kmsKeyARN": KEY.replace("123456789012", OTHER)},
        credentials={"restore": True},
    ),
    "aws-existing-role": on_aws(
        {"kms": {"create": True}}, credentials={"existingRole": True, "roleName": "shared", "restore": True}
    ),
    "aws-static-keys": on_aws(
        {},
        credentials={
            "mode": "aws-static",
            "accessKeyId": "AKIAIOSFODNN7EXAMPLE",
            "secretAccessKey": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        },
    ),
    "aws-us-gov": on_aws({"region": "us-gov-west-1"}),
    "aws-cn": on_aws(
        {"region": "cn-north-1", "kmsKeyARN": KEY.replace("arn:aws:kms:us-east-1", "arn:aws-cn:kms:cn-north-1")},
        oadp={**OADP, "backupStorageLocation": {"prefix": "v"}, "schedules": []},
    ),
    "azure": changed(
        AZURE,
        storage__azureBlob={**AZURE["storage"]["azureBlob"], "keyPrefix": "etcd-backups/"},
        credentials={"restore": True, "serviceAccounts": ["team/a", "openshift-adp/velero"]},
        backups=BACKUPS,
        oadp={**OADP, "secretName": "etcd-credentials"},
    ),
    "azure-custom-role": changed(AZURE, credentials={"customRole": True, "restore": True}, backups=BACKUPS),
}


def parsed(value: object) -> object:
    """JSON in texts as what it says, so that differences can be read."""
    if is_object(value):
        return {name: parsed(member) for name, member in value.items()}
    if isinstance(value, str) and value.startswith("{"):
        return json.loads(value)
    return value


def of_the_stack(settings: EtcdBackupSettings) -> Iterator[tuple[str, object]]:
    yield "backups", [asdict(each) for each in plan_of(settings).backups]
    yield "kept", plan_of(settings).prefixes_to_keep
    yield "location", plan_of(settings).location if settings.oadp.enabled else None
    yield "schedules", [asdict(each) for each in plan_of(settings).schedules]
    match plan_of(settings):
        case S3Plan() as plan:
            yield "elsewhere", parsed(asdict(plan.statements_elsewhere))
            yield "statements of the key", list(plan.key_statements)
        case BlobPlan() as plan:
            yield "grants", [asdict(each) for each in plan.grants]
            yield "federations", [asdict(each) for each in plan.federations]


@pytest.mark.parametrize("name", STACKS)
def test_a_stack_becomes_these_documents(name: str, golden: Golden) -> None:
    documents = dict(of_the_stack(load(STACKS[name])))
    golden(Path(__file__).parent / "golden" / f"{name}.yaml", data(documents))


EXISTING = {LOCATION: {"existing": True, "name": "dpa-1", "prefix": "hcp"}}


def test_an_existing_location_is_named_and_not_made() -> None:
    settings = load_tree(with_changes(STACK, EXISTING))
    assert plan_of(settings).location is None
    template = plan_of(settings).schedules[0].spec["template"]
    assert template["storageLocation"] == "dpa-1"


def test_the_job_may_write_where_the_plugin_sends_it() -> None:
    assert plan_of(load_tree(STACK)).upload_prefixes == ("velero/backups",)
    assert plan_of(load_tree(with_changes(STACK, {"backups": LISTED}))).upload_prefixes == (
        "etcd-backups",
        "velero/backups",
    )
    assert plan_of(load_tree(with_changes(STACK, {f"{LOCATION}.prefix": ""}))).upload_prefixes == ("backups",)
    assert plan_of(load_tree(with_changes(STACK, EXISTING))).upload_prefixes == ("hcp/backups",)
    off = with_changes(STACK, {"oadp": {}, "etcdBackup.storage.s3.keyPrefix": "etcd/"})
    assert plan_of(load_tree(off)).upload_prefixes == ("etcd",)
    below = [{**LISTED[0], "keyPrefix": "etcd-backups/a"}]
    assert plan_of(load_tree(with_changes(STACK, {"oadp": {}, "backups": below}))).upload_prefixes == ("etcd-backups",)


# What is told of a backup that has no snapshot, or none yet.

BACKUP = plan_of(load(AWS)).backups[0]
FAILED = {
    "conditions": [
        {"type": "BackupCompleted", "status": "False", "reason": "BackupFailed", "message": "the Job failed"}
    ]
}


def test_a_backup_that_is_deleted_while_it_runs_is_said_to_be_deleted() -> None:
    running = BackupStatus("BackupInProgress", "the Job runs")
    told = str(BackupResult(BACKUP, running, removed=True).end_notice(12))
    assert "deleted before it finished (12 s)" in told
    assert "BackupInProgress" not in told


def test_a_refused_object_is_an_outcome_of_its_own() -> None:
    result = BackupResult(BACKUP, BackupStatus(), refused="forbidden")
    assert (result.document["reason"], result.document["message"]) == ("NotCreated", "forbidden")
    assert "not created, forbidden" in str(result.note)
    with pytest.raises(ContractError, match="1 backup has not succeeded"):
        assert_success([result])


STATUSES = {
    "none": BackupStatus(),
    "running": BackupStatus("BackupInProgress", "the Job runs"),
    "succeeded": BackupStatus("BackupSucceeded", SUCCESS_MESSAGE, "s3://snapshots/1.db"),
    "without a URL": BackupStatus("BackupSucceeded", SUCCESS_MESSAGE),
    "failed": BackupStatus.of(FAILED),
    "rejected": BackupStatus("BackupRejected", "another backup runs"),
    "unhealthy": BackupStatus("EtcdUnhealthy", "2 of 3 members"),
    "waiting": BackupStatus("BackupWaitingForCredentials", "no Secret"),
    "counted as completed": BackupStatus("EtcdUnhealthy", "m", unusual_status="True"),
    "without a control plane": BackupStatus("BackupFailed", "HostedControlPlane not found in a"),
    "without a Secret": BackupStatus("BackupFailed", 'credential Secret "s" not found'),
    "without a pull secret": BackupStatus("BackupFailed", 'pull secret "p": x'),
    "after a failed Job": BackupStatus("BackupFailed", "Backup Job failed: DeadlineExceeded"),
}


@pytest.mark.parametrize("unread", ["", "no route"])
@pytest.mark.parametrize("removed", [False, True])
@pytest.mark.parametrize("status", STATUSES)
def test_every_outcome_is_told_word_for_word(status: str, removed: bool, unread: str) -> None:
    """The golden file has the words; here is which of them are told at all."""
    result = BackupResult(BACKUP, STATUSES[status], removed=removed, unread=unread)
    has_succeeded = result.status.succeeded
    assert result.end_notice(1.4).severity == ("info" if has_succeeded else "warning")
    assert (result.note is not None) is (removed and has_succeeded)
    assert (result.warning is not None) is (status == "without a URL")
    assert (result.forecast is not None) is (result.problem is not None)
    is_known = result.problem is not None and (removed or status != "none")
    assert (result.status_notice is not None) is is_known
