"""What models of settings consist of: fields by their names in a stack file, and their types."""

from collections.abc import Iterator
from typing import get_args

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from openshift_credentials.base.attribute_docs import attribute_docs


def fields_of(model: type[BaseModel]) -> dict[str, FieldInfo]:
    """The fields of a model, by their names in a stack file."""
    return {field.alias or name: field for name, field in model.model_fields.items()}


def described_fields(model: type[BaseModel]) -> dict[str, FieldInfo]:
    """The same fields, each with its description: the docstring under it."""
    texts = attribute_docs(model)
    for name, field in model.model_fields.items():
        field.description = field.description or texts.get(name)
    return fields_of(model)


def types_in(annotation: object) -> Iterator[object]:
    """The annotation, and everything that stands in its brackets."""
    yield annotation
    for argument in get_args(annotation):
        yield from types_in(argument)


def model_in(annotation: object) -> type[BaseModel] | None:
    """The model in ``Model``, ``Model | None``, ``tuple[Model, ...]`` or ``dict[str, Model]``."""
    found = (one for one in types_in(annotation) if isinstance(one, type))
    return next((one for one in found if issubclass(one, BaseModel)), None)
