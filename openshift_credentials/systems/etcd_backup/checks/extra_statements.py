"""Rules for the caller's own statements in the role's permission policy."""

from collections.abc import Iterator, Sequence
from typing import Final, cast

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.aws import text_rules as aws_rules
from openshift_credentials.platforms.aws.arns import partition_of
from openshift_credentials.stack.problems import invalid, show_value
from openshift_credentials.stack.tree import as_group
from openshift_credentials.systems.etcd_backup.checks.condition_values import condition_values
from openshift_credentials.systems.etcd_backup.checks.tree import BackupTree
from openshift_credentials.systems.etcd_backup.rules.upload_actions import Purpose

_PATH: Final = "etcdBackup.credentials.extraStatements"


def extra_statements(tree: BackupTree) -> Iterator[Notice]:
    """Each allows no more than it names, in the partition of the bucket, under its own name."""
    region = tree.text("etcdBackup.storage.s3.region", aws_rules.AWS_REGION)
    taken = {purpose.value for purpose in Purpose}
    for index, item in enumerate(tree.items(_PATH)):
        statement, path = as_group(item), f"{_PATH}[{index}]"
        if statement.get("Effect") == "Allow":
            yield from _wide(path, statement.get("Action"), statement.get("Resource"))
        for position, arn in enumerate(_texts(statement.get("Resource"))):
            if region and not aws_rules.IAM_RESOURCE.problem(arn) and arn != "*":
                yield from _elsewhere(f"{path}.Resource[{position}]", arn, partition_of(region))
        yield from condition_values(f"{path}.Condition", statement.get("Condition"))
        for element in ("Action", "Resource"):
            if statement.get(element) == []:
                yield invalid(f"{path}.{element}", "is empty", "set at least one")
        sid = statement.get("Sid")
        if isinstance(sid, str) and sid in taken:
            yield invalid(
                f"{path}.Sid",
                "is already the name of another statement",
                "use a different name",
                value=show_value(sid, secret=False),
            )
        taken |= {sid} if isinstance(sid, str) else set()


def _wide(path: str, action: object, resource: object) -> Iterator[Notice]:
    for position, one in enumerate(_texts(action)):
        if "*" in one:
            yield invalid(
                f"{path}.Action[{position}]",
                "contains a *, which allows actions that are not listed",
                "name every action",
                value=show_value(one, secret=False),
            )
    for position, one in enumerate(_texts(resource)):
        if one == "*":
            yield invalid(
                f"{path}.Resource[{position}]",
                "allows the action on all resources of the account",
                "set the ARN of the resource",
                value=show_value(one, secret=False),
            )


def _elsewhere(path: str, arn: str, partition: str) -> Iterator[Notice]:
    given = arn.split(":")[1]
    if given != partition:
        yield invalid(
            path,
            f"is in partition {given}, but the role is in {partition}",
            "use a resource of that partition",
            value=show_value(arn, secret=False),
        )


def _texts(value: object) -> Sequence[str]:
    values = cast("Sequence[object]", value) if isinstance(value, list) else [value]
    return [one for one in values if isinstance(one, str)]
