"""What the settings of whole stacks become, word for word: objects, rules, policies and roles."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Final

import pytest

from openshift_credentials.base.json_values import is_object
from openshift_credentials.systems.etcd_backup.explain import explain
from openshift_credentials.systems.etcd_backup.plan import plan_backups, velero
from openshift_credentials.systems.etcd_backup.plan.alerts import (
    expected_snapshots,
    failed_copies_name,
    plan_rules,
)
from openshift_credentials.systems.etcd_backup.plan.azure import (
    managed_identity,
    plan_federations,
    plan_grants,
)
from openshift_credentials.systems.etcd_backup.plan.oadp import plan_location, plan_schedules
from openshift_credentials.systems.etcd_backup.plan.other_accounts import (
    copy_key_statements,
    copy_statements,
    own_roles,
    plan_copy,
    statements_elsewhere,
)
from openshift_credentials.systems.etcd_backup.plan.prefixes import prefixes_to_keep
from openshift_credentials.systems.etcd_backup.rules.cloud_alarms import (
    event_pattern,
    log_group_policy,
    new_blobs_query,
)
from openshift_credentials.systems.etcd_backup.settings import (
    AzureBlobUpload,
    EtcdBackupSettings,
    S3Upload,
)
from tests.kit.golden import Golden
from tests.kit.trees import AWS, AZURE, Tree, changed, load

KEY: Final = "arn:aws:kms:us-east-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab"
COPY_KEY: Final = "arn:aws:kms:eu-west-1:{}:key/1234abcd-12ab-34cd-56ef-1234567890ab"
OTHER: Final = "999999999999"
ROLE: Final = "arn:aws:iam::{}:role/{}"
S3: Final[Tree] = AWS["storage"]["s3"]
BACKUPS: Final = [
    {"hostedCluster": "clusters/one", "trigger": "1"},
    {"hostedCluster": "clusters/my.two", "trigger": "2", "keyPrefix": "etcd-backups/two/"},
]
OADP: Final[Tree] = {
    "enabled": True,
    "secretName": "cloud-credentials",
    "velero": {"createIdentity": True},
    "backupStorageLocation": {"prefix": "dr/velero", "default": True},
    "schedules": [
        {
            "name": "nightly",
            "schedule": "H 2 * * *",
            "hostedClusters": ["shop/prod", "shop/test.1"],
            "includedNamespaces": ["shared"],
        },
        {
            "name": "virtual",
            "schedule": "@every 90m",
            "hostedClusters": ["vm/one"],
            "platform": "KubeVirt",
            "ttl": "24h",
            "paused": False,
            "skipImmediately": True,
        },
    ],
}
ALERTS: Final = {"prometheusRule": True, "expectedEvery": "30m", "grace": "15m"}
PERIMETER: Final = {
    "readers": [ROLE.format("123456789012", "reader")],
    "administrators": [ROLE.format("123456789012", "admin")],
    "sourceVpce": ["vpce-0123456789abcdef0"],
    "principalOrgID": "o-a1b2c3d4e5",
}
RECORDS: Final = {
    "dataEvents": {"bucket": "trails", "prefix": "etcd/"},
    "inventory": {"bucket": "lists", "prefix": "etcd/"},
}


def on_aws(bucket: Tree, **more: object) -> Tree:
    return changed(AWS, storage__s3={**S3, **bucket}, backups=BACKUPS, **more)


def copies(account: str | None = None, **more: object) -> Tree:
    owner = {"accountId": account, "existing": True} if account else {}
    given = {"bucket": "copies", "region": "eu-west-1", "restore": True, **owner, **more}
    return {"replication": given}


STACKS: Final[dict[str, Tree]] = {
    "aws": on_aws(
        {
            "kmsKeyARN": KEY,
            "keyPrefix": "etcd-backups/",
            "perimeter": PERIMETER,
            "uploadRoles": [
                {"roleARN": ROLE.format(OTHER, "other"), "keyPrefix": "x", "restore": True}
            ],
            **copies(createKey=True),
            **RECORDS,
        },
        credentials={"restore": True},
        oadp=OADP,
        alerts=ALERTS,
    ),
    "aws-bucket-of-others": on_aws(
        {
            "existing": True,
            "bucketAccountId": OTHER,
            "kmsKeyARN": KEY.replace("123456789012", OTHER),
        },
        credentials={"restore": True},
    ),
    "aws-copies-of-others": on_aws(
        {
            "kmsKeyARN": KEY,
            "perimeter": PERIMETER,
            "objectLock": {"mode": "governance", "days": 3},
            **copies(OTHER, kmsKeyARN=COPY_KEY.format(OTHER), deleteMarkers=True),
        },
        credentials={"restore": True},
    ),
    "aws-existing-role": on_aws(
        {"kms": {"create": True}, **copies(createKey=True)},
        credentials={"existingRole": True, "roleName": "shared", "restore": True},
    ),
    "aws-static-keys": on_aws(
        {"perimeter": {"readers": PERIMETER["readers"]}, **copies(restore=False)},
        credentials={
            "mode": "aws-static",
            "accessKeyId": "AKIAIOSFODNN7EXAMPLE",
            "secretAccessKey": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        },
    ),
    "aws-us-gov": on_aws({"region": "us-gov-west-1"}),
    "aws-cn": on_aws(
        {
            "region": "cn-north-1",
            "kmsKeyARN": KEY.replace("arn:aws:kms:us-east-1", "arn:aws-cn:kms:cn-north-1"),
        },
        oadp={**OADP, "backupStorageLocation": {"prefix": "v"}, "schedules": []},
        alerts={**ALERTS, "expectedEvery": "45m"},
    ),
    "azure": changed(
        AZURE,
        storage__azureBlob={
            **AZURE["storage"]["azureBlob"],
            "keyPrefix": "etcd-backups/",
            "replication": {
                "storageAccount": "copies",
                "location": "northeurope",
                "container": "kept",
                "restore": True,
            },
        },
        credentials={"restore": True, "serviceAccounts": ["team/a", "openshift-adp/velero"]},
        backups=BACKUPS,
        oadp={**OADP, "secretName": "etcd-credentials"},
        alerts={**ALERTS, "severity": "warning", "namespace": "monitoring"},
    ),
    "azure-shared-container": changed(
        AZURE,
        storage__azureBlob={**AZURE["storage"]["azureBlob"], "sharedContainer": True},
        credentials={"customRole": True, "restore": True},
        backups=BACKUPS,
    ),
}


def parsed(value: object) -> object:
    """JSON in texts as what it says, so that differences can be read."""
    if is_object(value):
        return {name: parsed(member) for name, member in value.items()}
    if isinstance(value, str) and value.startswith("{"):
        return json.loads(value)
    return value


def of_the_stack(settings: EtcdBackupSettings) -> Iterator[tuple[str, object]]:
    expected = list(expected_snapshots(settings))
    yield "backups", [asdict(each) for each in plan_backups(settings)]
    yield "kept", prefixes_to_keep(settings)
    yield "access", [" | ".join(asdict(row).values()) for row in explain(settings).access]
    yield "location", plan_location(settings) if settings.oadp.enabled else None
    yield "schedules", [asdict(each) for each in plan_schedules(settings)]
    yield "expected", [asdict(each) for each in expected]
    yield "rules", [asdict(each) for each in plan_rules(settings)]
    match upload := settings.upload:
        case S3Upload(storage):
            yield "elsewhere", parsed(asdict(statements_elsewhere(settings, upload)))
            yield "roles", asdict(own_roles(settings, upload))
            copy = plan_copy(settings, storage)
            yield "copy", asdict(copy) if copy else None
            yield "statements of the copies", list(copy_statements(settings, upload))
            yield "statements of their key", list(copy_key_statements(settings, upload))
            role = velero.plan_role(settings, storage)
            yield "Velero's role", role.name
            yield "its trust", json.loads(role.trust_policy)
            yield "its permissions", json.loads(role.permission_policy(storage.kms_key_arn))
            yield "alarm on copies", failed_copies_name(settings)
            yield "log", parsed(log_group_policy("aws-cn", storage.region, OTHER, "/etcd"))
            events = [event_pattern(storage.bucket, each.key_prefix) for each in expected]
            yield "events", list(map(parsed, events))
        case AzureBlobUpload(storage):
            yield "grants", [asdict(each) for each in plan_grants(settings, upload)]
            identity = managed_identity(upload)
            assert identity
            federations = plan_federations(settings, identity)
            yield "federations", [asdict(each) for each in federations]
            names = storage.storage_account, storage.container
            queries = [new_blobs_query(*names, each.key_prefix, each.seconds) for each in expected]
            yield "queries", queries


@pytest.mark.parametrize("name", STACKS)
def test_a_stack_becomes_these_documents(name: str, golden: Golden) -> None:
    documents = dict(of_the_stack(load(STACKS[name])))
    text = json.dumps(documents, indent=1, default=str)
    golden(Path(__file__).parent / "golden" / f"{name}.json", f"{text}\n")
