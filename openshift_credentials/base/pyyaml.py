"""PyYAML as this program uses it: its C code where that is installed, and types for its nodes.

A dialect builds its loader on :data:`SafeLoader`, ``guarded_yaml`` reads with it, and ``yaml_text``
writes.
"""

from typing import Any

import yaml

SafeLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
SafeDumper: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
TextLoader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
"""Reads every scalar as text."""


def pairs(node: yaml.MappingNode) -> list[tuple[yaml.Node, yaml.Node]]:
    """Keys and values of a mapping, in order."""
    return node.value


def items(node: yaml.SequenceNode) -> list[yaml.Node]:
    """The items of a sequence."""
    return node.value


def line_of(node: yaml.Node) -> int:
    """The line on which a node starts, from 1."""
    return node.start_mark.line + 1


def first_document(loader: Any) -> yaml.Node | None:  # noqa: ANN401 - PyYAML has no types
    """The first document of a stream; the rest is never read."""
    return loader.get_node() if loader.check_node() else None
