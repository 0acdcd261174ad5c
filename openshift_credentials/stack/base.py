"""What all models of settings share: names as in the stack file, frozen, nothing unknown."""

from dataclasses import dataclass
from enum import StrEnum

from pydantic import BaseModel, BeforeValidator, ConfigDict, GetCoreSchemaHandler
from pydantic.alias_generators import to_camel
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from openshift_credentials.text_rule import TextRule


class Settings(BaseModel):
    """A branch of the configuration tree; unknown keys are refused."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        defer_build=True,
        extra="forbid",
        frozen=True,
        hide_input_in_errors=True,
        strict=True,
    )


@dataclass(frozen=True, slots=True)
class Follows:
    """Annotation of a ``str`` that satisfies a rule of the contract."""

    rule: TextRule

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Check the rule after pydantic's own check of the type."""
        return core_schema.no_info_after_validator_function(self._check, handler(source))

    def _check(self, value: str) -> str:
        if problem := self.rule.problem(value):
            raise broken_rule(problem, f'give for example "{self.rule.example}"')
        return value


def broken_rule(rule: str, way_out: str) -> PydanticCustomError:
    """The error of a validator: the rule that is broken and what to do about it."""
    return PydanticCustomError("rule", "{rule}; {way_out}", {"rule": rule, "way_out": way_out})


def _one_as_list(value: object) -> object:
    return [value] if isinstance(value, str) else value


OneAsList = BeforeValidator(_one_as_list)
"""Takes a single text for a list of one, as policy documents have it."""


def _text_of_number(value: object) -> object:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


NumberAsText = BeforeValidator(_text_of_number)
"""Takes a whole number for its digits, as YAML reads ``trigger: 20261121`` as a number."""


class Keeping(StrEnum):
    """What a destroy does with a resource.

    The engine refuses to delete what is protected even where it would be left behind, so a
    resource is the one or the other.
    """

    PROTECTED = "protected"
    LEFT_BEHIND = "left-behind"
    DELETED = "deleted"


def keeping(*, protect: bool, retain_on_destroy: bool) -> Keeping:
    """The effect of the two settings; ``retainOnDestroy`` makes ``protect`` meaningless."""
    if retain_on_destroy:
        return Keeping.LEFT_BEHIND
    return Keeping.PROTECTED if protect else Keeping.DELETED
