"""Rules for the caller's own statements in the role's permission policy."""

from collections.abc import Iterator

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.aws import text_rules as aws_rules
from openshift_credentials.platforms.aws.arns import partition_of
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.readable import readable_items
from openshift_credentials.systems.etcd_backup.checks.condition_values import condition_values
from openshift_credentials.systems.etcd_backup.checks.tree import CREDENTIALS, S3, BackupTree
from openshift_credentials.systems.etcd_backup.rules.upload_actions import ActionPurpose
from openshift_credentials.systems.etcd_backup.settings.extra_statement import (
    Effect,
    ExtraStatement,
)


def extra_statements(tree: BackupTree) -> Iterator[Notice]:
    """Each allows no more than it names, in the partition of the bucket, under its own name."""
    region = tree.text(f"{S3}.region", aws_rules.AWS_REGION)
    taken = {purpose.value for purpose in ActionPurpose}
    group = f"{CREDENTIALS}.extraStatements"
    for index, statement in readable_items(ExtraStatement, tree.items(group)):
        path = f"{group}[{index}]"
        if statement.effect is Effect.ALLOW:
            yield from _wide(path, statement)
        for position, arn in enumerate(statement.resource):
            if region and arn != "*":
                yield from _elsewhere(f"{path}.Resource[{position}]", arn, partition_of(region))
        yield from condition_values(f"{path}.Condition", statement.condition)
        for element, values in (("Action", statement.action), ("Resource", statement.resource)):
            if not values:
                yield invalid(f"{path}.{element}", "is empty", "set at least one")
        if statement.sid in taken:
            yield tree.problem(
                f"{path}.Sid", "is already the name of another statement", "use a different name"
            )
        taken |= {statement.sid} if statement.sid else set()


def _wide(path: str, statement: ExtraStatement) -> Iterator[Notice]:
    for position, action in enumerate(statement.action):
        if "*" in action:
            yield invalid(
                f"{path}.Action[{position}]",
                "contains a *, which allows actions that are not listed",
                "name every action",
                action,
            )
    for position, resource in enumerate(statement.resource):
        if resource == "*":
            yield invalid(
                f"{path}.Resource[{position}]",
                "allows the action on all resources of the account",
                "set the ARN of the resource",
                resource,
            )


def _elsewhere(path: str, arn: str, partition: str) -> Iterator[Notice]:
    given = arn.split(":")[1]
    if given != partition:
        yield invalid(
            path,
            f"is in partition {given}, but the role is in {partition}",
            "use a resource of that partition",
            arn,
        )
