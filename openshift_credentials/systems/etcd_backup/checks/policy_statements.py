"""Structure of the caller's own statements in the policies of the role and of the bucket.

Source: IAM User Guide, "Grammar of the IAM JSON policy language". Whether AWS knows an action or a
condition key is not checked.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Final

from openshift_credentials.base.json_values import is_array, is_object
from openshift_credentials.base.notices import Notice
from openshift_credentials.base.text_rule import TextRule
from openshift_credentials.platforms.aws import text_rules as aws_rules
from openshift_credentials.platforms.aws.arns import bucket_arn, partition_of
from openshift_credentials.platforms.aws.policies.judgement import opens_to_everybody
from openshift_credentials.stack.problems import invalid

from ..rules.policies import ActionPurpose
from ..settings import S3Storage
from .tree import CREDENTIALS, S3, BackupTree

Statement = Mapping[str, object]

_IDENTITY_PAIRS: Final = (("Action", "NotAction"), ("Resource", "NotResource"))
_RESOURCE_PAIRS: Final = (*_IDENTITY_PAIRS, ("Principal", "NotPrincipal"))
_OF_THE_BUCKET: Final = ("DenyWithoutTLS", "DenyOldTLS")


def extra_statements(s3: S3Storage, tree: BackupTree) -> Iterator[Notice]:
    """Statements of the role's permission policy, on resources of the role's partition."""
    own = partition_of(s3.region)

    def resource(path: str, arn: str) -> Iterator[Notice]:
        yield from _follows(path, arn, aws_rules.IAM_RESOURCE)
        if aws_rules.IAM_RESOURCE.problem(arn) is None and arn != "*" and (given := arn.split(":")[1]) != own:
            yield invalid(
                path, f"is in partition {given}, but the role is in {own}", "use a resource of that partition", arn
            )

    taken = {purpose.value for purpose in ActionPurpose}
    group = f"{CREDENTIALS}.extraStatements"
    yield from _problems(tree, group, _IDENTITY_PAIRS, taken, resource)


def policy_statements(s3: S3Storage, tree: BackupTree) -> Iterator[Notice]:
    """Statements of the bucket's policy, on the bucket, and none that opens it to everybody."""
    own = bucket_arn(partition_of(s3.region), s3.bucket)

    def resource(path: str, arn: str) -> Iterator[Notice]:
        if arn != own and not arn.startswith(f"{own}/"):
            yield invalid(
                path,
                "is not in this bucket, and S3 rejects a policy on anything else",
                f'use "{own}" or "{own}/*"',
                arn,
            )

    group = f"{S3}.policyStatements"
    yield from _problems(tree, group, _RESOURCE_PAIRS, _OF_THE_BUCKET, resource)
    for index, statement in enumerate(tree.items(group)):
        if not is_object(statement) or statement.get("Effect") != "Allow":
            continue
        if "NotPrincipal" in statement or opens_to_everybody({"Statement": [statement]}):
            yield invalid(
                f"{group}[{index}]",
                "allows access to everybody, and snapshots hold every secret of a hosted cluster",
                "name the principals, or add a Condition",
            )


def _problems(
    tree: BackupTree,
    group: str,
    pairs: Collection[tuple[str, str]],
    taken: Collection[str],
    resource: Callable[[str, str], Iterator[Notice]],
) -> Iterator[Notice]:
    """Problems of each statement; ``taken`` are names of statements that the policy has already."""
    names = set(taken)
    for index, statement in enumerate(tree.items(group)):
        if not is_object(statement):
            continue  # the model reports it
        path = f"{group}[{index}]"
        yield from _elements(path, statement, pairs)
        judges = {"Action": _action, "Resource": resource}
        for name in (name for name in statement if name.removeprefix("Not") in judges):
            judge = judges[name.removeprefix("Not")]
            yield from _texts(f"{path}.{name}", statement[name], judge)
        yield from _shape(path, statement)
        sid = statement.get("Sid")
        if isinstance(sid, str) and sid in names:
            rule = "is already the name of another statement"
            yield invalid(f"{path}.Sid", rule, "use a different name", sid)
        names |= {sid} if isinstance(sid, str) else set()


def _elements(path: str, statement: Statement, pairs: Collection[tuple[str, str]]) -> Iterator[Notice]:
    """Elements that are missing, or that no such statement has."""
    known = ["Sid", "Effect", *(name for pair in pairs for name in pair), "Condition"]
    for name in statement:
        if name not in known:
            way_out = f"the elements here are {', '.join(known)}"
            yield invalid(f"{path}.{name}", "is not an element of this statement", way_out)
    if (effect := statement.get("Effect")) not in ("Allow", "Deny"):
        yield invalid(f"{path}.Effect", "must be Allow or Deny", "set one of them", effect)
    for name, other in pairs:
        if name in statement and other in statement:
            yield invalid(f"{path}.{other}", f"cannot be combined with {name}", "remove one of them")
        elif name not in statement and other not in statement:
            yield invalid(f"{path}.{name}", f"or {other} is required", "set one of them")


def _shape(path: str, statement: Statement) -> Iterator[Notice]:
    """Other elements that are not of the type that IAM reads."""
    if not isinstance(statement.get("Sid", ""), str):
        yield invalid(f"{path}.Sid", "must be a string", "put it in quotation marks")
    for name in ("Principal", "NotPrincipal"):
        if not is_object(principal := statement.get(name, "*")) and principal != "*":
            yield invalid(f"{path}.{name}", "must be '*' or a map such as {AWS: ARN}", "correct it", principal)
    condition = statement.get("Condition", {})
    if not is_object(condition) or not all(map(is_object, condition.values())):
        yield invalid(
            f"{path}.Condition",
            "must be a map of operators to maps of condition keys",
            "for example {StringEquals: {aws:PrincipalOrgID: o-a1b2c3d4e5}}",
        )


def _texts(path: str, value: object, judge: Callable[[str, str], Iterator[Notice]]) -> Iterator[Notice]:
    """Problems of a string or of the strings of a list."""
    if isinstance(value, str):
        yield from judge(path, value)
    elif not is_array(value) or not value:
        yield invalid(path, "must be a string or a list of strings", "set at least one")
    else:
        for index, item in enumerate(value):
            if isinstance(item, str):
                yield from judge(f"{path}[{index}]", item)
            else:
                yield invalid(f"{path}[{index}]", "must be a string", "put it in quotation marks")


def _action(path: str, action: str) -> Iterator[Notice]:
    return _follows(path, action, aws_rules.IAM_ACTION)


def _follows(path: str, text: str, rule: TextRule) -> Iterator[Notice]:
    if problem := rule.problem(text):
        yield invalid(path, problem, f'for example "{rule.example}"', text)
