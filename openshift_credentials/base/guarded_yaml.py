"""YAML from untrusted files: limited in size, and with known types only.

Stack files, files of backups and manifests differ in how they read a plain scalar, so each has its
own loader. This module does everything else: no document exhausts memory or stack through nesting,
aliases or length, tags produce only JSON values, and errors never quote the document, which can
contain secrets.
"""

import base64
import binascii
import re
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

import yaml
from yaml.composer import Composer

from .yaml_text import Loader, first_document, items, line_of, pairs

NESTING_LIMIT: Final = 200
NODE_LIMIT: Final = 1_000_000
"""Maximum number of values and keys of a document, with aliases expanded."""

CHARACTER_LIMIT: Final = 64 * 1024**2
"""Maximum characters of all scalars together, with aliases expanded."""

TOO_LARGE: Final = "is nested too deeply, or too large after its aliases are resolved"

_PREFIX: Final = "tag:yaml.org,2002:"
_TEXT_TAGS: Final = frozenset(f"{_PREFIX}{name}" for name in ("str", "binary", "timestamp"))
_GROUP_TAGS: Final = frozenset((f"{_PREFIX}map", f"{_PREFIX}seq"))
_CHECKED_TAGS: Final = frozenset(f"{_PREFIX}{name}" for name in ("bool", "float", "int", "null"))

_QUOTED: Final = re.compile(r"""\s*["']([^"']*)["']""")


@dataclass
class YamlError(Exception):
    """Why a document cannot be read; ``line`` counts from 1. ``is_syntax`` is true if the text is not YAML at all."""

    reason: str
    line: int | None = None
    is_syntax: bool = False


def read_node(text: str | bytes, loader_class: type[Loader]) -> yaml.Node | None:
    """The node of the only document in ``text``, ``None`` if there is none. Raises :class:`YamlError`."""
    return _read(text, loader_class, constructs=False)


def read_document(text: str | bytes, loader_class: type[Loader]) -> object:
    """The value of the only document in ``text``.

    A loader with ``reads_one`` reads only the first document; one with ``takes_any_tag`` itself
    converts unknown tags to JSON values.

    Raises :class:`YamlError`.
    """
    return _read(text, loader_class, constructs=True)


def _read(text: str | bytes, loader_class: type[Loader], *, constructs: bool) -> Any:  # noqa: ANN401 - a node or a value
    try:
        reads_one = getattr(loader_class, "reads_one", False)
        has_aliases, redefines = _check_events(text, loader_class, reads_one=reads_one)
        loader: Any = (_redefining(loader_class) if redefines else loader_class)(text)
        try:
            node: yaml.Node | None = first_document(loader) if reads_one else loader.get_single_node()
            if node is not None and has_aliases:
                _check_size(node)
            return loader.construct_document(node) if constructs and node is not None else node
        finally:
            loader.dispose()
    except RecursionError:
        raise YamlError(TOO_LARGE) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = None if mark is None else mark.line + 1
        raise YamlError(_reason(error), line, is_syntax=True) from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1 if isinstance(text, str) else None
        reason = "a character that YAML does not allow"
        raise YamlError(reason, line, is_syntax=True) from None
    except ValueError:
        raise YamlError("has a number that is too long") from None


def _reason(error: yaml.MarkedYAMLError) -> str:
    """The library's reason, without its quotations, which can be a part of a secret."""
    if error.context == "expected a single document in the stream":
        return "more than one document"
    reason = _QUOTED.sub(lambda match: match[0] if len(match[1]) == 1 else "", error.problem or "").strip()
    if reason.endswith("cannot start any token"):
        return f"{reason}: indent with spaces, not tabs, and quote text that begins with such a character"
    return reason or "a value that cannot be read"


_Tagged = yaml.ScalarEvent | yaml.CollectionStartEvent
"""Events that can have a tag and an anchor."""


def _redefining(loader_class: type[Loader]) -> type[Any]:
    """The loader, with anchors that can be set again, as YAML 1.2 and goyaml allow.

    Composing in Python is slower than in C, so it is for such documents only.
    """

    def compose_node(loader: Loader, parent: yaml.Node | None, index: int) -> object:
        if not loader.check_event(yaml.AliasEvent):
            loader.anchors.pop(loader.peek_event().anchor, None)
        return Composer.compose_node(loader, parent, index)

    members = {name: value for name, value in vars(Composer).items() if not name.startswith("__")}
    return type("Redefining", (loader_class,), {**members, "compose_node": compose_node, "anchors": {}})


def _check_events(text: str | bytes, loader_class: type[Loader], *, reads_one: bool) -> tuple[bool, bool]:
    """Whether a document has aliases, and whether it sets anchors again."""
    loader: Any = loader_class(text)
    depth = nodes = 0
    has_aliases = redefines = False
    anchors: set[str] = set()
    try:
        while loader.check_event():
            event: yaml.Event = loader.get_event()
            nodes += isinstance(event, yaml.NodeEvent)
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
            elif isinstance(event, yaml.AliasEvent):
                has_aliases = True
            elif isinstance(event, yaml.DocumentStartEvent):
                anchors.clear()
            if isinstance(event, _Tagged) and event.anchor:
                redefines |= event.anchor in anchors
                anchors.add(event.anchor)
            if depth > NESTING_LIMIT or nodes > NODE_LIMIT:
                raise YamlError(TOO_LARGE, event.start_mark.line + 1)
            if isinstance(event, _Tagged) and event.tag:
                _check_tag(loader, event, event.tag)
            if isinstance(event, yaml.DocumentEndEvent) and reads_one:
                break
    finally:
        loader.dispose()
    return has_aliases, redefines


def _check_tag(loader: Any, event: yaml.Event, tag: str) -> None:  # noqa: ANN401
    """An explicit tag must be a JSON or text type, and the value must match it."""
    line = event.start_mark.line + 1
    if getattr(loader, "takes_any_tag", False) or tag == "!" or tag in _TEXT_TAGS | _GROUP_TAGS:
        return
    if tag not in _CHECKED_TAGS:
        raise YamlError("has a tag that is not supported; write the value without it", line)
    if not isinstance(event, yaml.ScalarEvent):
        raise YamlError("has a tag of a single value on a group or list", line)
    found = loader.resolve(yaml.ScalarNode, event.value, (True, False))
    if tag != found and (tag, found) != (f"{_PREFIX}float", f"{_PREFIX}int"):
        name = tag.removeprefix(_PREFIX)
        raise YamlError(f"has a value with tag !!{name} that is not a valid {name}", line)


def _check_size(root: yaml.Node) -> None:
    """Reject a document that is too large, too deep or endless after its aliases are resolved."""
    known: dict[int, tuple[int, int, int]] = {}
    endless = (NODE_LIMIT + 1, 0, 0)

    def measure(node: yaml.Node) -> tuple[int, int, int]:
        """Nodes, characters and depth."""
        if id(node) not in known:
            known[id(node)] = endless  # a node inside itself counts
            children: list[yaml.Node] = []
            if isinstance(node, yaml.MappingNode):
                children = list(chain.from_iterable(pairs(node)))
            elif isinstance(node, yaml.SequenceNode):
                children = items(node)
            below = [measure(child) for child in children]
            known[id(node)] = (
                1 + sum(nodes for nodes, _, _ in below),
                len(node.value) + sum(characters for _, characters, _ in below),
                1 + max((depth for _, _, depth in below), default=0),
            )
        return known[id(node)]

    nodes, characters, depth = measure(root)
    if nodes > NODE_LIMIT or characters > CHARACTER_LIMIT or depth > NESTING_LIMIT + 1:
        raise YamlError(TOO_LARGE)


def text_of_binary(loader: Loader, node: yaml.ScalarNode) -> str:
    try:
        return base64.b64decode(str(loader.construct_scalar(node))).decode("utf-8", "replace")
    except (binascii.Error, ValueError):
        raise YamlError("is not base64", line_of(node)) from None
