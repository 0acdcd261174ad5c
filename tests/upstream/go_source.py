"""Declarations of a Go file, read as text: what they say without comments and layout."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import tree_sitter_go
from tree_sitter import Language, Node, Parser

_PARSER: Final = Parser(Language(tree_sitter_go.language()))
_TEXTS: Final = {"interpreted_string_literal", "raw_string_literal", "rune_literal"}
_SPECS: Final = {"const_spec", "var_spec", "type_spec", "type_alias"}
_CASES: Final = {"expression_case", "type_case", "communication_case"}
_QUOTE: Final = '"'
_CLOSING: Final = {")", "}", "]"}
DIGEST_LENGTH: Final = 16


@dataclass(frozen=True, slots=True)
class Symbol:
    """What a symbol says: its tokens, the names that belong to it, and its text for people.

    ``members`` are the cases of a function's switches, the fields of a structure, the methods of an
    interface, the constants of a type or of a group, or the keys of a table.
    """

    tokens: tuple[str, ...]
    members: tuple[str, ...]
    text: str

    @property
    def digest(self) -> str:
        """The same for two texts that differ in comments and layout alone."""
        return digest(self.tokens)


def digest(tokens: tuple[str, ...]) -> str:
    """A digest of tokens, each apart from the next."""
    return hashlib.sha256("\0".join(tokens).encode()).hexdigest()[:DIGEST_LENGTH]


def _leaves(node: Node) -> Iterator[Node]:
    waiting = [node]
    while waiting:
        part = waiting.pop()
        if part.type == "comment":
            continue
        if part.type in _TEXTS or not part.children:
            yield part
        else:
            waiting.extend(reversed(part.children))


def _text(node: Node | None) -> str:
    return "" if node is None or node.text is None else node.text.decode(errors="replace")


def tokens_of(*nodes: Node) -> tuple[str, ...]:
    """Tokens without comments, line ends, and commas that only a line break needs."""
    kept: list[str] = []
    for node in nodes:
        for leaf in _leaves(node):
            token = _text(leaf).strip() if leaf.type not in _TEXTS else _text(leaf)
            if not token or token == ";":
                continue
            if token in _CLOSING and kept and kept[-1] == ",":
                kept.pop()
            kept.append(token)
    return tuple(kept)


@dataclass(frozen=True, slots=True)
class Declaration:
    """A constant, a variable, a type or a function; ``group`` is its block."""

    name: str
    node: Node
    group: Node

    @property
    def type_name(self) -> str:
        """The type that a constant is declared with."""
        return _text(self.node.child_by_field_name("type"))


def declarations(file: Path) -> tuple[Declaration, ...]:
    """Declarations of the top level, in the order of the file."""
    return read_declarations(file.read_bytes())


@cache
def read_declarations(content: bytes) -> tuple[Declaration, ...]:
    """The same for the content of a file."""
    return tuple(_declarations(_PARSER.parse(content).root_node))


def _declarations(root: Node) -> Iterator[Declaration]:
    for node in root.children:
        if node.type in {"function_declaration", "method_declaration"}:
            yield Declaration(_function_name(node), node, node)
        elif node.type in {"const_declaration", "var_declaration", "type_declaration"}:
            for spec in _inner(node, _SPECS, depth=2):
                for name in spec.children_by_field_name("name"):
                    if name.type != ",":
                        yield Declaration(_text(name), spec, node)


def _inner(node: Node, types: set[str], depth: int = 99) -> Iterator[Node]:
    """The outermost nodes of these types, and for cases those within them too."""
    for child in node.children:
        if child.type in types:
            yield child
        if depth > 1 and (child.type not in types or types is _CASES):
            yield from _inner(child, types, depth - 1)


def _function_name(node: Node) -> str:
    name = _text(node.child_by_field_name("name"))
    receiver = node.child_by_field_name("receiver")
    if receiver is None:
        return name
    types = [leaf for leaf in _leaves(receiver) if leaf.type == "type_identifier"]
    return f"{_text(types[0])}.{name}" if types else name


def symbol_of(declaration: Declaration, package: tuple[Declaration, ...]) -> Symbol:
    """A declaration; a type includes the constants of that type in its package."""
    node = declaration.node
    if node.type in {"function_declaration", "method_declaration"}:
        return Symbol(tokens_of(node), tuple(_cases(node)), _text(node))
    if node.type in {"const_spec", "var_spec"}:
        shown = declaration.group if "iota" in tokens_of(node) or not _has_value(node) else node
        return Symbol(tokens_of(shown), (), _text(shown))
    constants = sorted(
        (one for one in package if one.type_name == declaration.name), key=lambda one: one.name
    )
    members = (*_fields(node), *(one.name for one in constants))
    text = "\n".join(_text(one) for one in (node, *(one.node for one in constants)))
    return Symbol(tokens_of(node, *(one.node for one in constants)), members, text)


def group_of(declaration: Declaration) -> Symbol:
    """The block of constants or variables that a name stands in."""
    names = [
        _text(name)
        for spec in _inner(declaration.group, _SPECS, depth=2)
        for name in spec.children_by_field_name("name")
        if name.type != ","
    ]
    return Symbol(tokens_of(declaration.group), tuple(names), _text(declaration.group))


def entries_of(declaration: Declaration) -> dict[str, Node]:
    """Entries of a table or list in a variable: by key, or by the element itself."""
    literal = next(_inner(declaration.node, {"literal_value"}), None)
    found: dict[str, Node] = {}
    for child in literal.children if literal else ():
        if child.type == "keyed_element":
            found[" ".join(tokens_of(child.children[0])).strip(_QUOTE)] = child
        elif child.is_named and child.type != "comment":
            found["".join(tokens_of(child))] = child
    return found


def selected(nodes: dict[str, Node]) -> Symbol:
    """Some entries of a table."""
    texts = (_text(node) for node in nodes.values())
    return Symbol(tokens_of(*nodes.values()), tuple(nodes), "\n".join(texts))


def _has_value(node: Node) -> bool:
    return node.child_by_field_name("value") is not None


def _cases(node: Node) -> Iterator[str]:
    for case in _inner(node, _CASES):
        head: list[Node] = []
        for child in case.children:
            if child.type == ":":
                break
            head.append(child)
        for part in head[1:]:
            parts = part.children if part.type == "expression_list" else (part,)
            yield from (
                "".join(tokens_of(one)) for one in parts if one.is_named and one.type != "comment"
            )


def _fields(node: Node) -> Iterator[str]:
    body = node.child_by_field_name("type")
    if body is None:
        return
    if body.type == "struct_type":
        for field in _inner(body, {"field_declaration"}):
            names = field.children_by_field_name("name")
            yield from (_text(name) for name in names if name.type != ",")
            if not names:
                yield _text(field.child_by_field_name("type"))
    elif body.type == "interface_type":
        for method in _inner(body, {"method_elem"}):
            yield _text(method.child_by_field_name("name"))
