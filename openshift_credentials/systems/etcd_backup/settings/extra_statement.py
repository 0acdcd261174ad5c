"""Statements of the caller for the role's permission policy."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from openshift_credentials.platforms.aws import text_rules as aws_rules
from openshift_credentials.platforms.aws.policies.document import Statement, one_or_many
from openshift_credentials.stack.base import Follows, OneAsList, Settings

_Values = Annotated[tuple[Annotated[str, Field(max_length=1024)], ...], OneAsList]


class Effect(StrEnum):
    """Effect of a statement."""

    ALLOW = "Allow"
    DENY = "Deny"


class ExtraStatement(Settings):
    """One statement, with IAM's names of its elements."""

    sid: Annotated[Annotated[str, Follows(aws_rules.IAM_SID)] | None, Field(alias="Sid")] = None
    """Name of the statement, letters and digits."""
    effect: Annotated[Effect, Field(alias="Effect")] = Field(strict=False)
    """`Allow` or `Deny`."""
    action: Annotated[
        tuple[Annotated[str, Follows(aws_rules.IAM_ACTION)], ...], OneAsList, Field(alias="Action")
    ] = Field(strict=False)
    """One or more actions. `*` is accepted for `Deny` only."""
    resource: Annotated[
        tuple[Annotated[str, Follows(aws_rules.IAM_RESOURCE)], ...],
        OneAsList,
        Field(alias="Resource"),
    ] = Field(strict=False)
    """One or more ARNs. `*` alone is accepted only for `Deny`."""
    condition: Annotated[
        dict[
            Annotated[str, Follows(aws_rules.CONDITION_OPERATOR)],
            dict[
                Annotated[str, Follows(aws_rules.CONDITION_KEY)],
                Annotated[_Values, Field(strict=False)],
            ],
        ],
        Field(alias="Condition"),
    ] = Field(default={})
    """Operators, condition keys and their values."""

    @property
    def statement(self) -> Statement:
        """The statement as the policy has it."""
        statement: dict[str, object] = {
            "Effect": self.effect.value,
            "Action": one_or_many(self.action),
            "Resource": one_or_many(self.resource),
        }
        if self.sid:
            statement["Sid"] = self.sid
        if self.condition:
            statement["Condition"] = {
                operator: {key: one_or_many(values) for key, values in keys.items()}
                for operator, keys in self.condition.items()
            }
        return statement
