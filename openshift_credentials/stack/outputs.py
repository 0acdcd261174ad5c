"""What a facade offers to people, to other stacks and to programs: a frozen class per facade."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import get_args


@dataclass(frozen=True, slots=True)
class About:
    """Annotation of an output: a description, and whether its value is secret.

    ``in_package`` is its name in the package for other languages, where a setting of the system
    has the name that the stack exports: a package cannot have both.
    """

    description: str
    is_secret: bool = False
    in_package: str = ""


@dataclass(frozen=True, kw_only=True)
class Outputs:
    """Outputs of a facade, or of one of its parts: a field that has outputs itself is a group.

    Every other field has an :class:`About`. A field is ``None`` if the stack does not have it.
    """

    @property
    def exports(self) -> dict[str, object]:
        return {export_name(name): value for name, _, value in _values(self)}

    @property
    def package_outputs(self) -> dict[str, object]:
        return {about.in_package or export_name(name): value for name, about, value in _values(self)}


def _values(outputs: Outputs) -> Iterator[tuple[str, About, object]]:
    """Name, description and value of each output that the stack has."""
    for field in fields(outputs):
        value: object = vars(outputs)[field.name]
        if isinstance(value, Outputs):
            yield from _values(value)
        elif value is not None:
            yield field.name, about_of(field.type), value


def about_of(annotation: object) -> About:
    (about,) = (given for given in get_args(annotation) if isinstance(given, About))
    return about


def export_name(field: str) -> str:
    """``role_arn`` as ``roleArn``."""
    first, *others = field.split("_")
    return first + "".join(word.capitalize() for word in others)
