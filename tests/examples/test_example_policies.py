"""Every policy document of every example on AWS, through the IAM linter."""

import json
import re
from collections.abc import Iterator

import pytest

from openshift_credentials.platforms.aws.policies import bucket_policy, key_policy
from openshift_credentials.preview.stack_files import read_stack
from openshift_credentials.systems.etcd_backup.plan import S3Plan, plan_of
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


def policies(plan: S3Plan) -> Iterator[str]:
    """What the stack puts on AWS; a key that it makes has an example ARN."""
    storage = plan.storage
    if plan.role:
        yield plan.role.trust_policy
        yield plan.role.permission_policy(plan.example_key_arn)
    if storage.makes_key:
        yield key_policy(plan.partition, storage.account_id, plan.key_statements)
    yield from map(str, plan.statements_elsewhere.exports.values())
    if not storage.existing:
        yield bucket_policy(plan.partition, storage.bucket, storage.policy_statements)


@pytest.mark.parametrize("name", STACKS)
def test_every_policy_of_an_example_is_without_findings(name: str) -> None:
    stack = read_stack(REPOSITORY, name, STACKS[name], [])
    plan = plan_of(backup_settings(stack.config, stack.secret_keys))
    assert isinstance(plan, S3Plan)

    documents = list(policies(plan))
    assert documents
    for document in documents:
        assert findings(document) == []
        assert json.dumps(json.loads(document), sort_keys=True, separators=(",", ":")) == document
        assert not re.search(r"Output\[|<pulumi|None", document), document
