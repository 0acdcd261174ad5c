"""Which permissions an IAM policy document lacks.

Source: IAM User Guide, "Policy evaluation logic" and "IAM JSON policy elements". One identity
policy is evaluated alone: a boundary, a service control policy or a resource policy can still deny
what it allows.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from openshift_credentials.base.errors import UnusableInputError, input_problem, unusable_input
from openshift_credentials.base.json_values import is_object, one_or_many, read_json

from .conditions import Context, covers, intersects, is_met

_ELEMENTS: Final = frozenset(("Sid", "Effect", "Action", "NotAction", "Resource", "NotResource", "Condition"))


class MissingReason(StrEnum):
    """Why a permission is missing."""

    NOT_ALLOWED = "no statement allows it"
    DENIED = "a statement denies it"
    CONDITIONAL = "it is allowed only under a condition that does not always hold"


@dataclass(frozen=True, slots=True)
class Need:
    """One action on one resource; ``context`` is the known context of the request."""

    action: str
    resource: str = "*"
    context: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Lacking:
    """A need that a policy does not meet."""

    need: Need
    reason: MissingReason


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a policy; one element of each pair is empty."""

    is_allow: bool
    actions: tuple[str, ...]
    not_actions: tuple[str, ...]
    resources: tuple[str, ...]
    not_resources: tuple[str, ...]
    conditions: Mapping[str, Mapping[str, tuple[str, ...]]]

    def allows(self, need: Need) -> bool:
        """Whether it covers the complete need, ignoring conditions."""
        action = need.action.lower()
        acts = any(covers(item.lower(), action) for item in self.actions) or (
            bool(self.not_actions)
            and not any(intersects(not_action.lower(), action) for not_action in self.not_actions)
        )
        return acts and self._reaches(need.resource)

    def denies(self, need: Need) -> bool:
        """Whether it covers an action of the need, on its complete resource."""
        action = need.action.lower()
        acts = any(intersects(item.lower(), action) for item in self.actions) or (
            bool(self.not_actions) and not any(covers(not_action.lower(), action) for not_action in self.not_actions)
        )
        return acts and self._reaches(need.resource)

    def _reaches(self, resource: str) -> bool:
        """Whether it covers the complete resource."""
        if any(covers(item, resource) for item in self.resources):
            return True
        others = self.not_resources
        return bool(others) and not any(intersects(item, resource) for item in others)


def lacking(policy: str, needs: Sequence[Need], context: Context | None = None) -> list[Lacking]:
    """The needs that a policy document does not meet, in their order.

    ``context`` holds condition keys that every request has, such as ``aws:RequestedRegion``.
    Raises :class:`UnusableInputError` if the document is not a policy.
    """
    statements = parse_policy(policy)
    return [
        Lacking(need, reason)
        for need in needs
        if (reason := _judge(statements, need, {**(context or {}), **dict(need.context)}))
    ]


def _judge(statements: Sequence[Statement], need: Need, context: Context) -> MissingReason | None:
    denials = [statement for statement in statements if not statement.is_allow and statement.denies(need)]
    if any(is_met(denial.conditions, context) for denial in denials):
        return MissingReason.DENIED
    allowing = [statement for statement in statements if statement.is_allow and statement.allows(need)]
    if any(is_met(item.conditions, context) for item in allowing):
        return None
    return MissingReason.CONDITIONAL if allowing else MissingReason.NOT_ALLOWED


def parse_policy(text: str) -> tuple[Statement, ...]:
    """The statements of a policy document. Raises :class:`UnusableInputError`."""
    try:
        document = read_json(text)
    except ValueError:
        raise unusable_input("the policy is not JSON") from None
    if not is_object(document) or "Statement" not in document:
        raise unusable_input("the policy must be an object with a Statement")
    entries = one_or_many(document["Statement"])
    problems: list[str] = []
    statements = [_statement(entry, f"Statement[{index}]", problems) for index, entry in enumerate(entries)]
    if problems:
        raise UnusableInputError(map(input_problem, problems))
    return tuple(statements)


def _statement(entry: object, where: str, problems: list[str]) -> Statement:
    members: Mapping[str, object] = {}
    if is_object(entry):
        members = entry
        problems += _statement_problems(members, where)
    else:
        problems.append(f"{where} must be an object")
    texts = {
        name: tuple(_texts(members.get(name), f"{where}.{name}", problems))
        for name in ("Action", "NotAction", "Resource", "NotResource")
    }
    return Statement(
        members.get("Effect") == "Allow",
        texts["Action"],
        texts["NotAction"],
        texts["Resource"],
        texts["NotResource"],
        _conditions(members.get("Condition"), f"{where}.Condition", problems),
    )


def _statement_problems(members: Mapping[str, object], where: str) -> Iterator[str]:
    if members.get("Effect") not in ("Allow", "Deny"):
        yield f"{where}.Effect must be Allow or Deny"
    for name in ("Action", "Resource"):
        if (name in members) == (f"Not{name}" in members):
            yield f"{where} must have either {name} or Not{name}"
    for name in members.keys() - _ELEMENTS:
        yield f"{where} has an element that an identity policy does not have: {name!r}"


def _texts(value: object, where: str, problems: list[str]) -> Iterator[str]:
    for item in one_or_many(value) if value is not None else ():
        if isinstance(item, str):
            yield item
        else:
            problems.append(f"{where} must be a string or a list of strings")


def _conditions(value: object, where: str, problems: list[str]) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    conditions: dict[str, dict[str, tuple[str, ...]]] = {}
    if value is None:
        return conditions
    if not is_object(value):
        problems.append(f"{where} must be an object")
        return conditions
    for operator, keys in value.items():
        if not is_object(keys):
            problems.append(f"{where}.{operator} must be an object")
            continue
        conditions[operator] = {key: tuple(_scalars(item)) for key, item in keys.items()}
    return conditions


def _scalars(value: object) -> Iterator[str]:
    for item in one_or_many(value):
        yield str(item).lower() if isinstance(item, bool) else str(item)
