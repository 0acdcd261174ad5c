"""Settings that must not be seen: which they are, and whether they can be read."""

from collections.abc import Iterable
from typing import get_args

from pydantic import BaseModel, SecretStr

from hcpbackup.settings.sealed import SEALED


def is_sealed(value: SecretStr | None) -> bool:
    """Whether the value is encrypted and cannot be read in an offline preview."""
    return value is not None and value.get_secret_value() == SEALED


def is_secret_setting(location: Iterable[int | str], root: type[BaseModel]) -> bool:
    """Whether the setting at ``location`` holds a secret, whatever value it was given.

    All that is below a secret setting is secret too.
    """
    annotation: object = root
    for part in location:
        annotation = _below(annotation, part)
        if _holds(annotation, SecretStr):
            return True
    return False


def _below(annotation: object, part: int | str) -> object:
    if isinstance(part, int):
        arguments = get_args(annotation)
        return arguments[0] if arguments else None
    for one in _candidates(annotation):
        if isinstance(one, type) and issubclass(one, BaseModel):
            for name, field in one.model_fields.items():
                if part in (name, field.alias):
                    return field.annotation
    return None


def _candidates(annotation: object) -> Iterable[object]:
    yield annotation
    for argument in get_args(annotation):
        yield from _candidates(argument)


def _holds(annotation: object, wanted: type) -> bool:
    return any(one is wanted for one in _candidates(annotation))
