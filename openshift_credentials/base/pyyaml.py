"""PyYAML as this program uses it: its C code where that is installed, and types for its nodes.

A dialect builds its loader on :data:`SafeLoader`, ``guarded_yaml`` reads with it, and ``yaml_text``
writes.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

import yaml

if TYPE_CHECKING:
    from yaml import BaseLoader as TextLoader, SafeDumper, SafeLoader
else:
    SafeLoader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    SafeDumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
    TextLoader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)

Loader = SafeLoader | TextLoader
"""A loader; ``TextLoader`` reads every scalar as text."""

__all__ = ["Loader", "SafeDumper", "SafeLoader", "TextLoader"]

_MAPPING, _SEQUENCE, _TEXT, *_SETS = (
    f"tag:yaml.org,2002:{name}" for name in ("map", "seq", "str", "set", "omap", "pairs")
)
_COLLECTIONS: Final = (_MAPPING, _SEQUENCE, *_SETS)

L = TypeVar("L", bound=Loader)
N = TypeVar("N", bound=yaml.Node)


def add_default_constructor(loader_class: type[L], constructor: Callable[[L, N], object]) -> None:
    """Construct every node whose tag has no constructor of its own."""
    any_tag: Any = None  # the stubs of PyYAML know names of tags only
    loader_class.add_constructor(any_tag, constructor)


def pairs(node: yaml.MappingNode) -> list[tuple[yaml.Node, yaml.Node]]:
    """Keys and values of a mapping, in order."""
    return node.value


def items(node: yaml.SequenceNode) -> list[yaml.Node]:
    """The items of a sequence."""
    return node.value


def line_of(node: yaml.Node) -> int:
    """The line on which a node starts, from 1."""
    return node.start_mark.line + 1


def ignore_foreign_tag(node: yaml.Node) -> None:
    """Replace the tag of a node of another kind, such as ``!!map`` before a list, as goyaml does.

    A mapping or list has no other tag than its own; a scalar with the tag of a collection is text.
    """
    if isinstance(node, yaml.CollectionNode):
        node.tag = _MAPPING if isinstance(node, yaml.MappingNode) else _SEQUENCE
    elif node.tag in _COLLECTIONS:
        node.tag = _TEXT


def first_document(loader: Loader) -> yaml.Node | None:
    """The first document of a stream; the rest is never read."""
    return loader.get_node() if loader.check_node() else None
