"""What providers and clouds do with each resource type: the tables ``clouds/*.yaml``, read.

Each table explains its columns, and has the source beside each row and each rule. The stand-in
clouds of ``tests.engine``, :mod:`tests.kit.monitors` and :mod:`tests.kit.realistic` read them.
"""

import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import yaml

SUBSCRIPTION: Final = "/subscriptions/11111111-2222-3333-4444-555555555555"
CLOUDS: Final = Path(__file__).parent / "clouds"
ALREADY_THERE: Final = "cannot create already existing resource '{id}'"
"""Answer of pulumi-azure-native to a creation where a resource is; source: its table."""


class Known(StrEnum):
    """How a row is known, see the tables."""

    RUN = "run"
    READ = "read"
    DOCUMENTED = "documented"
    INFERRED = "inferred"


class OnDelete(StrEnum):
    """What a deletion does to a resource of Azure or Google Cloud."""

    DELETE = "delete"
    RESET = "reset"
    SOFT = "soft"


@dataclass(frozen=True, kw_only=True)
class Row:
    """One resource type; the tables explain the columns."""

    cloud: str
    source: str
    known: str
    id: str | None = None
    named: str | None = None
    deletes_first: bool = False
    one_of: Sequence[Sequence[str]] = ()
    at_most_one_of: Sequence[Sequence[str]] = ()
    needs: Mapping[str, str] = field(default_factory=dict[str, str])
    required: Sequence[str] = ()
    replaces: Sequence[str] = ()
    fixed: Sequence[str] = ()
    regional: bool = False
    kept: Sequence[str] = ()
    unread: Sequence[str] = ()
    taken: str | None = None
    takes_over: bool = False
    merges: bool = False
    on_delete: str = OnDelete.DELETE
    reserved: str | None = None
    slow_name: bool = False
    occupies: str | None = None
    in_policy: str | None = None
    not_imported: bool = False
    is_part_of: Mapping[str, str] = field(default_factory=dict[str, str])
    length: Mapping[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    range: Mapping[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    values: Mapping[str, Sequence[object]] = field(default_factory=dict[str, Sequence[object]])

    @cached_property
    def replacing(self) -> frozenset[str]:
        """Inputs whose change replaces: also the region, and what the ID is made of on Azure."""
        if self.cloud != "azure":
            return frozenset({*self.replaces, *(["region"] if self.regional else [])})
        of_the_id = {
            "resourceGroupName" if name.startswith("group") else name
            for _, name, _, _ in string.Formatter().parse(self.id or "")
            if name
        }
        return frozenset({*self.replaces, *(of_the_id - {"policyId"})})

    def identifier(self, properties: Mapping[str, Any]) -> str | None:
        """ID of a resource with these inputs and outputs; none if the cloud makes it up."""
        return filled(self.id, properties) if self.id else None


@dataclass(frozen=True, kw_only=True)
class Rule:
    """What a cloud refuses, whatever the provider: its answer and the page that says so."""

    name: str
    refusal: str
    source: str
    known: str
    at_most: int = 0


def filled(template: str, properties: Mapping[str, Any]) -> str:
    """A template of the tables with inputs in it."""
    group = f"{SUBSCRIPTION}/resourceGroups/{properties.get('resourceGroupName', '')}"
    return template.format(**{**properties, "group": f"{group}/providers", "group_itself": group})


def _table(name: str) -> Mapping[str, Any]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    with (CLOUDS / f"{name}.yaml").open() as file:
        return yaml.load(file, loader)  # noqa: S506 - a safe loader, in C where there is one


_TABLES: Final = {name: _table(name) for name in ("aws", "azure", "gcp")}
ROWS: Final[Mapping[str, Row]] = {
    type_: Row(cloud=cloud, **row) for cloud, table in _TABLES.items() for type_, row in table["types"].items()
}
RULES: Final[Mapping[str, Rule]] = {
    name: Rule(name=name, **rule) for table in _TABLES.values() for name, rule in table["rules"].items()
}
