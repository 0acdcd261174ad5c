"""docs/controls-aws.md and docs/controls-azure.md: what answers the controls of others."""

from collections.abc import Sequence
from typing import Final

from pydantic import BaseModel, ConfigDict, TypeAdapter

from openshift_credentials.base.package_data import package_text, package_yaml
from openshift_credentials.reference.tables import cell

CLOUDS: Final = {"aws": "AWS", "azure": "Azure"}

_HEAD: Final = """
| {kind} | What it asks for | Settings | Policy rules | Notes |
| --- | --- | --- | --- | --- |
"""


class _Data(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Control(_Data):
    """One control, or inputs of a module that belong together."""

    id: str
    control: str
    settings: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    because: str = ""


class Source(_Data):
    """A benchmark or a module, and how much of it the page covers."""

    source: str
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
    kind = "Control" if source.controls[0].id[0].isdigit() else "Input"
    rows = "".join(map(_row, source.controls))
    return f"\n## {source.source}\n\n{source.about}\n{_HEAD.format(kind=kind)}{rows}"


def _row(control: Control) -> str:
    identifier = control.id if control.id[0].isdigit() else _code(control.id.split(", "))
    cells = (identifier, control.control, _code(control.settings), _code(control.rules))
    return f"| {' | '.join(cells)} | {cell(control.because)} |\n"


def _code(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
