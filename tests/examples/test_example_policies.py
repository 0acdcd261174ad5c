"""Every policy document of every example on AWS, through the IAM linter."""

import json
import re
from collections.abc import Iterator

import pytest

from openshift_credentials.platforms.aws.names import partition_of
from openshift_credentials.platforms.aws.policies import bucket_policy, key_policy
from openshift_credentials.preview.stack_files import read_stack
from openshift_credentials.systems.etcd_backup.plan.aws import uploading_role
from openshift_credentials.systems.etcd_backup.plan.other_accounts import (
    example_key_arn,
    key_statements,
    statements_elsewhere,
)
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings, S3Upload
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
    partition = partition_of(storage.region)
    if role := uploading_role(settings, upload):
        yield role.trust_policy
        yield role.permission_policy(example_key_arn(storage))
    if storage.makes_key:
        yield key_policy(partition, storage.account_id, key_statements(settings, upload))
    yield from map(str, statements_elsewhere(settings, upload).exports.values())
    if not storage.existing:
        yield bucket_policy(partition, storage.bucket, storage.policy_statements)


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
