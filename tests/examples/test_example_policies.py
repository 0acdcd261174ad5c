"""Every policy document of every example on AWS, through the IAM linter."""

import json
import re
from collections.abc import Iterator

import pytest

from openshift_credentials.platforms.aws import text_rules as aws_rules
from openshift_credentials.platforms.aws.policies import bucket_policy, key_policy
from openshift_credentials.platforms.aws.policies.replication import (
    replication_policy,
    replication_trust_policy,
)
from openshift_credentials.preview.stack_files import read_stack
from openshift_credentials.stack.load import load_settings
from openshift_credentials.stack.system import settings_in
from openshift_credentials.systems.etcd_backup.plan.aws import uploading_role
from openshift_credentials.systems.etcd_backup.plan.bucket_policies import (
    bucket_statements_of,
    key_statements_of,
)
from openshift_credentials.systems.etcd_backup.plan.other_accounts import (
    copy_statements,
    own_roles,
    plan_copy,
    statements_elsewhere,
)
from openshift_credentials.systems.etcd_backup.plan.records import record_policies
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings, S3Upload
from openshift_credentials.systems.snapshot_store.plan import store_key_statements, store_statements
from openshift_credentials.systems.snapshot_store.settings import SnapshotStoreSettings
from tests.kit.places import REPOSITORY
from tests.kit.trees import backup_settings
from tests.platforms.aws.policies.linter import findings

STACKS = {
    "dev": None,
    **{
        path.name.removeprefix("Pulumi.").removesuffix(".yaml"): path
        for path in sorted((REPOSITORY / "examples").glob("*/Pulumi.*.yaml"))
        if "storageType: S3" in path.read_text(encoding="utf-8")
    },
}


def policies(settings: EtcdBackupSettings, upload: S3Upload) -> Iterator[str]:
    """What the stack puts on AWS; a key that it makes has an example ARN."""
    storage = upload.storage
    if role := uploading_role(settings, upload):
        yield role.trust_policy
        partition = f"arn:{role.partition}:"
        example = aws_rules.KMS_KEY_ARN.example.replace("arn:aws:", partition)
        yield role.permission_policy(example if storage.makes_key else storage.kms_key_arn)
        if storage.makes_key:
            statements = key_statements_of(storage, own_roles(settings, upload))
            yield key_policy(role.partition, storage.account_id, statements)
    yield from map(str, statements_elsewhere(settings, upload).exports.values())
    if planned := plan_copy(settings, storage):
        yield replication_trust_policy()
        yield replication_policy(planned.copy, storage.kms_key_arn)
        yield bucket_policy("aws", "copies", extra=copy_statements(settings, upload))
    if not storage.existing:
        extra = bucket_statements_of(storage, own_roles(settings, upload))
        yield bucket_policy("aws", storage.bucket, storage.minimum_tls_version, extra)


@pytest.mark.parametrize("name", STACKS)
def test_every_policy_of_an_example_is_without_findings(name: str) -> None:
    stack = read_stack(REPOSITORY, name, STACKS[name], [])
    settings = backup_settings(stack.config, stack.secret_keys)
    upload = settings.upload
    assert isinstance(upload, S3Upload)

    documents = list(policies(settings, upload))
    assert documents
    for document in documents:
        assert findings(document) == []
        assert json.dumps(json.loads(document), sort_keys=True, separators=(",", ":")) == document
        assert not re.search(r"Output\[|<pulumi|None", document), document


def test_every_policy_of_the_store_is_without_findings() -> None:
    path = REPOSITORY / "examples/aws-store/Pulumi.aws-store.yaml"
    deployments = load_settings(read_stack(REPOSITORY, "aws-store", path, []).config)
    store = settings_in(deployments, SnapshotStoreSettings)
    assert store

    for document in (
        bucket_policy("aws", store.bucket, extra=store_statements(store)),
        key_policy("aws", store.account_id, store_key_statements(store)),
        *map(str, record_policies(store).exports.values()),
    ):
        assert findings(document) == []
