"""What the settings of whole stacks become, word for word: objects, rules, policies and roles."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Final

import pytest

from openshift_credentials.base.json_values import is_object
from openshift_credentials.systems.etcd_backup.plan import BlobPlan, S3Plan, plan_of
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings
from tests.kit.golden import Golden, data
from tests.kit.trees import AWS, AZURE, Tree, changed, load

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
