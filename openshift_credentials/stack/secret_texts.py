"""Secret texts in settings: checked without being shown, and masked wherever they are printed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, cast, get_args

from pydantic import BaseModel, GetCoreSchemaHandler, SecretStr
from pydantic_core import CoreSchema, core_schema

from openshift_credentials.stack.base import broken_rule
from openshift_credentials.stack.sealed import SEALED
from openshift_credentials.text_rule import TextRule

MASK: Final = "[secret]"


@dataclass(frozen=True, slots=True)
class FollowsInSecret:
    """Annotation of a ``SecretStr`` that satisfies a rule of the contract, or is sealed."""

    rule: TextRule

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Check the rule after pydantic's own check of the type."""
        return core_schema.no_info_after_validator_function(self._check, handler(source))

    def _check(self, secret: SecretStr) -> SecretStr:
        if not is_sealed(secret) and (problem := self.rule.problem(secret.get_secret_value())):
            raise broken_rule(problem, "give it as it was issued")
        return secret


def is_sealed(secret: SecretStr | None) -> bool:
    """Whether the value is encrypted and cannot be read here, as in an offline preview."""
    return secret is not None and secret.get_secret_value() == SEALED


def is_secret_setting(location: tuple[int | str, ...], root: type[BaseModel]) -> bool:
    """Whether a setting (names as in the stack file) is secret by its type."""
    annotation: object = root
    for part in location:
        if isinstance(part, str):
            annotation = _fields(annotation).get(part)
    return SecretStr in _all_types(annotation)


def mask_secret_settings(value: object, annotation: object) -> object:
    """``value``, with :data:`MASK` for whatever is secret by its type in ``annotation``."""
    if SecretStr in _all_types(annotation):
        return MASK
    if isinstance(value, Mapping):
        fields = _fields(annotation)
        group = cast("Mapping[str, object]", value)
        return {key: mask_secret_settings(item, fields.get(key)) for key, item in group.items()}
    if isinstance(value, list):
        return [mask_secret_settings(item, annotation) for item in cast("list[object]", value)]
    return value


def _fields(annotation: object) -> dict[str, object]:
    """Annotations of the fields of the model in ``Model | None`` or ``tuple[Model, ...]``."""
    for one in _all_types(annotation):
        if isinstance(one, type) and issubclass(one, BaseModel):
            fields: Mapping[str, Any] = one.model_fields
            return {field.alias or name: field.annotation for name, field in fields.items()}
    return {}


def _all_types(annotation: object) -> list[object]:
    found = [annotation]
    for argument in get_args(annotation):
        found += _all_types(argument)
    return found
