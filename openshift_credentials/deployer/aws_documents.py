"""Permissions on AWS as IAM policies: few statements, in documents within IAM's limits."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from openshift_credentials.platforms.aws.policies.document import one_or_many
from openshift_credentials.platforms.kubernetes.names import canonical_json

from .aws import Allowed

MANAGED_POLICY_LIMIT: Final = 6144
"""Characters of a managed policy, white space aside ("IAM and STS quotas", IAM User Guide)."""

_RESOURCES_AT_ONCE: Final = 25

Document = Mapping[str, object]


def policies(rights: Iterable[Allowed]) -> list[Document]:
    """Customer managed policies that together grant exactly these permissions."""
    documents: list[Document] = []
    statements: list[Mapping[str, object]] = []
    for statement in _statements(rights):
        if statements and _length([*statements, statement]) > MANAGED_POLICY_LIMIT:
            documents.append(_document(statements))
            statements = []
        statements.append(statement)
    return [*documents, *([_document(statements)] if statements else [])]


def _document(statements: Sequence[Mapping[str, object]]) -> Document:
    return {"Version": "2012-10-17", "Statement": list(statements)}


def _operator(value: str) -> str:
    return "ArnEquals" if value.startswith("arn:") else "StringEquals"


def _length(statements: Sequence[Mapping[str, object]]) -> int:
    return len(canonical_json(_document(statements)))


def _statements(rights: Iterable[Allowed]) -> Iterator[Mapping[str, object]]:
    """Resources with the same actions share a statement, so that no permission is added."""
    actions: dict[tuple[str, tuple[str, ...]], set[str]] = defaultdict(set)
    for right in rights:
        actions[right.resource, tuple(right.condition)].add(right.action)
    alike: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = defaultdict(list)
    for (resource, condition), found in sorted(actions.items()):
        alike[tuple(sorted(found)), condition].append(resource)
    for (allowed, condition), resources in alike.items():
        for start in range(0, len(resources), _RESOURCES_AT_ONCE):
            yield {
                "Effect": "Allow",
                "Action": one_or_many(allowed),
                "Resource": one_or_many(resources[start : start + _RESOURCES_AT_ONCE]),
                **(
                    {"Condition": {_operator(condition[1]): {condition[0]: condition[1]}}}
                    if condition
                    else {}
                ),
            }
