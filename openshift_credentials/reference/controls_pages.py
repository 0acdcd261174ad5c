"""docs/controls-aws.md and docs/controls-azure.md: how settings meet controls of others."""

from collections.abc import Sequence
from typing import Final

from pydantic import BaseModel, ConfigDict, TypeAdapter

from openshift_credentials.base.package_data import package_text, package_yaml
from openshift_credentials.reference.tables import cell

CLOUDS: Final = {"aws": "AWS", "azure": "Azure"}

_HEAD: Final = ("What it asks for", "Settings", "Policy rules", "Notes")


class _Data(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Control(_Data):
    """One control, or inputs of a module that belong together.

    ``ids`` has its identifier in each version of the source, empty where a version has none.
    """

    ids: tuple[str, ...]
    control: str
    settings: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    because: str = ""


class Source(_Data):
    """A benchmark or a module, and how much of it the page covers."""

    source: str
    versions: tuple[str, ...]
    about: str
    controls: tuple[Control, ...]


def sources_of(name: str) -> Sequence[Source]:
    """The data of a cloud: a key of :data:`CLOUDS`."""
    document = package_yaml(__package__ or "", f"controls/{name}.yaml")
    return TypeAdapter(tuple[Source, ...]).validate_python(document)


def render_controls_page(name: str) -> str:
    """The page of a cloud in Markdown."""
    introduction = package_text(__package__ or "", "controls.md").format(
        cloud=CLOUDS[name], name=name
    )
    return introduction + "".join(map(_section, sources_of(name)))


def _section(source: Source) -> str:
    head = (*(f"Version {version}" for version in source.versions), *_HEAD)
    lines = [head, ["---"] * len(head), *map(_cells, source.controls)]
    table = "".join(f"| {' | '.join(line)} |\n" for line in lines)
    return f"\n## {source.source}\n\n{source.about}\n\n{table}"


def _cells(control: Control) -> Sequence[str]:
    names, rules = _code(control.settings), _code(control.rules)
    return [*map(_identifier, control.ids), control.control, names, rules, cell(control.because)]


def _identifier(identifier: str) -> str:
    """A number as it is, names of inputs as code."""
    if not identifier:
        return "none"
    return identifier if identifier[0].isdigit() else _code(identifier.split(", "))


def _code(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
