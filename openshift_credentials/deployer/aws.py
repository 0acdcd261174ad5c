"""From resource types of the AWS provider to the IAM actions that it calls: ``aws.yaml``.

Source: hashicorp/terraform-provider-aws ``internal/service``, and the Service Authorization
Reference.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, TypeAdapter

from openshift_credentials.base.package_data import package_yaml

from .aws_targets import TARGETS, Target
from .registered import Call, Registered


@dataclass(frozen=True, slots=True, order=True)
class Allowed:
    """One action on one ARN, with an optional condition as key and value."""

    action: str
    resource: str
    condition: tuple[str, str] | tuple[()] = ()


class Right(BaseModel):
    """Actions on a target by call; with ``where`` only if the resource has that input.

    ``unless`` is the opposite. ``only_with`` is a condition key whose value must be that input.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    target: Annotated[Target, BeforeValidator(TARGETS.__getitem__)]
    read: tuple[str, ...] = ()
    create: tuple[str, ...] = ()
    update: tuple[str, ...] = ()
    delete: tuple[str, ...] = ()
    where: str = ""
    unless: str = ""
    only_with: str = ""

    def actions(self, call: Call) -> tuple[str, ...]:
        """The actions of a call."""
        by_call: Mapping[Call, tuple[str, ...]] = {
            Call.READ: self.read,
            Call.CREATE: self.create,
            Call.UPDATE: self.update,
            Call.DELETE: self.delete,
        }
        return by_call[call]


RIGHTS: Final = TypeAdapter(dict[str, tuple[Right, ...]]).validate_python(
    package_yaml(__package__ or "", "aws.yaml")
)
"""By type token."""


def permissions(resource: Registered, calls: frozenset[Call]) -> Iterator[Allowed]:
    """The permissions that the provider needs for these calls.

    Raises :class:`KeyError` for a type that the table does not have.
    """
    for right in RIGHTS[resource.type]:
        if right.where and not resource.inputs.get(right.where):
            continue
        if right.unless and resource.inputs.get(right.unless):
            continue
        value = resource.text(right.where) if right.only_with else None
        condition = (right.only_with, value) if value else ()
        for call in calls:
            for action in right.actions(call):
                for arn in right.target(resource):
                    yield Allowed(action, arn, condition)
