"""PyYAML as this program uses it: its C code where that is installed, and types for its nodes.

A dialect builds its loader on :data:`SafeLoader`, ``guarded_yaml`` reads with it, and ``yaml_text``
writes.
"""

from typing import Any, Final

import yaml

SafeLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
SafeDumper: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
TextLoader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
"""Reads every scalar as text."""

_MAPPING, _SEQUENCE, _TEXT, *_SETS = (
    f"tag:yaml.org,2002:{name}" for name in ("map", "seq", "str", "set", "omap", "pairs")
)
_COLLECTIONS: Final = (_MAPPING, _SEQUENCE, *_SETS)


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


def first_document(loader: Any) -> yaml.Node | None:  # noqa: ANN401 - PyYAML has no types
    """The first document of a stream; the rest is never read."""
    return loader.get_node() if loader.check_node() else None
