"""YAML and JSON as Kubernetes reads them, without Python's own ideas and without surprises.

Text that looks like a time stays text, a key that occurs twice is an error and not a choice,
and no document can make the program hang: nesting and the size after aliases are limited.
"""

import base64
import binascii
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final, cast

import yaml

from openshift_credentials.kubernetes.go_text import GO_WHITESPACE

NESTING_LIMIT: Final = 200
NODE_LIMIT: Final = 1_000_000
"""Most nodes that a document may have when each alias is counted as what it stands for."""

_SPACE: Final = re.compile(r"[ \t\r\n]*")
_JSON_WHITESPACE: Final = " \t\r\n"


class SyntaxProblem(str):
    """Why a document cannot be read, without anything from its content."""

    __slots__ = ()


class _DuplicateKeyError(Exception):
    """A key occurs twice; the line is known for YAML only."""

    def __init__(self, line: int | None = None) -> None:
        super().__init__()
        self.line = line


class _TooLargeError(Exception):
    """Nested too deep, or too large once aliases are resolved."""


def parse_json_values(text: str) -> list[object]:
    """JSON values that follow each other; a :class:`SyntaxProblem` ends the list."""
    decoder = json.JSONDecoder(object_pairs_hook=_without_duplicates)
    has_escapes = "\\u" in text
    values: list[object] = []
    position = 0
    while position < len(text):
        try:
            value, end = decoder.raw_decode(text, position)
            values.append(_replace_lone_surrogates(value) if has_escapes else value)
        except _DuplicateKeyError:
            return [*values, SyntaxProblem("a key occurs twice in one mapping")]
        except RecursionError:
            return [*values, SyntaxProblem("is nested too deep")]
        except ValueError:
            return [*values, SyntaxProblem("is not JSON")]
        space = _SPACE.match(text, end)
        position = end if space is None else space.end()
    return values


def _without_duplicates(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _DuplicateKeyError
    return members


def _replace_lone_surrogates(value: object) -> object:
    """Half of a pair cannot be written as UTF-8; Go reads it as U+FFFD."""
    text = json.dumps(value, ensure_ascii=False)
    return json.loads(text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace"))


def parse_yaml(text: str, first_line: int = 0) -> object:
    """The one document in ``text``, or a :class:`SyntaxProblem`.

    ``first_line`` is the number of lines before the text in its file, for messages.
    """
    return _load(_Loader, text, first_line)


def parse_component_config(content: bytes) -> object:
    """A configuration file as a Kubernetes component reads it, or a :class:`SyntaxProblem`.

    What starts with a brace must be one JSON value. Of YAML only the first document counts, and
    a merge (``<<``) must not bring a key that is there already.

    Source: kubernetes/apimachinery ``pkg/runtime/serializer`` (``recognizer``, and ``json`` with
    ``EnableStrict``).
    """
    text = content.decode("utf-8", "replace")
    if not text.lstrip(GO_WHITESPACE).startswith("{"):
        return _load(_ComponentLoader, content)
    values = parse_json_values(text.lstrip(_JSON_WHITESPACE))
    return values[0] if len(values) == 1 else SyntaxProblem("holds more than one JSON value")


def _load(loader_type: type["_Loader"], text: str | bytes, first_line: int = 0) -> object:
    try:
        has_aliases = _check_nesting(loader_type, text)
        loader = loader_type(text)
        try:
            node = loader.get_single_node()
            if node is None:
                return None
            if has_aliases:
                _check_size(node)
            return loader.construct_document(node)
        finally:
            loader.dispose()
    except _DuplicateKeyError as error:
        line = first_line + (error.line or 0) + 1
        return SyntaxProblem(f"a key occurs twice in one mapping (line {line})")
    except (_TooLargeError, RecursionError):
        return SyntaxProblem("is nested too deep, or too large once its aliases are resolved")
    except yaml.MarkedYAMLError as error:
        # The library's own text may quote the content.
        mark = error.problem_mark or error.context_mark
        line = "" if mark is None else f" (line {first_line + mark.line + 1})"
        return SyntaxProblem(f"is neither YAML nor JSON{line}")
    except (yaml.YAMLError, ValueError):
        return SyntaxProblem("is neither YAML nor JSON")


def _check_nesting(loader_type: type["_Loader"], text: str | bytes) -> bool:
    """Refuse deep nesting before anything recurses into it; says whether there are aliases."""
    depth = 0
    has_aliases = False
    events = cast("Iterator[yaml.Event]", yaml.parse(text, Loader=loader_type))
    for event in events:
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > NESTING_LIMIT:
                raise _TooLargeError
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        elif isinstance(event, yaml.AliasEvent):
            has_aliases = True
        elif isinstance(event, yaml.DocumentEndEvent) and loader_type.reads_first_document_only:
            break
    return has_aliases


def _check_size(root: yaml.Node) -> None:
    """Refuse a document that is huge, or without end, once its aliases are resolved."""
    sizes: dict[int, int] = {}

    def size(node: yaml.Node) -> int:
        if id(node) not in sizes:
            sizes[id(node)] = NODE_LIMIT + 1  # what a node inside itself counts
            sizes[id(node)] = 1 + sum(size(child) for child in _children(node))
        return sizes[id(node)]

    if size(root) > NODE_LIMIT:
        raise _TooLargeError


def _children(node: yaml.Node) -> list[yaml.Node]:
    if isinstance(node, yaml.MappingNode):
        pairs = cast("list[tuple[yaml.Node, yaml.Node]]", node.value)
        return [child for pair in pairs for child in pair]
    if isinstance(node, yaml.SequenceNode):
        return cast("list[yaml.Node]", node.value)
    return []


_Pairs = list[tuple[yaml.Node, yaml.Node]]
_TEXT_TAG: Final = "tag:yaml.org,2002:str"
_NUMBER_LIKE_TAGS: Final = frozenset(
    f"tag:yaml.org,2002:{name}" for name in ("bool", "float", "int", "null")
)
_LibraryLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_LibraryLoader):
    """PyYAML's safe loader with the scalars of goyaml and without duplicate keys."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012
    reads_first_document_only: ClassVar = False

    def construct_mapping(
        self, node: yaml.MappingNode, *args: bool, **named: bool
    ) -> dict[Any, Any]:
        """A mapping with text as keys, none of which occurs twice, merged-in ones excepted."""
        self._refuse_duplicates(node)
        self.flatten_mapping(node)
        node.value = [(self._text_key(key), value) for key, value in cast("_Pairs", node.value)]
        return cast("dict[Any, Any]", super().construct_mapping(node, *args, **named))

    def _refuse_duplicates(self, node: yaml.MappingNode) -> None:
        keys: set[str] = set()
        for key, _ in cast("_Pairs", node.value):
            text = self._text_key(key)
            if isinstance(text, yaml.ScalarNode):
                if text.value in keys:
                    raise _DuplicateKeyError(key.start_mark.line)
                keys.add(cast("str", text.value))

    def _text_key(self, key: yaml.Node) -> yaml.Node:
        """What JSON makes of a key that YAML reads as a number or a truth value."""
        if key.tag not in _NUMBER_LIKE_TAGS:
            return key
        value: object = self.construct_object(key)
        text = json.dumps(value) if isinstance(value, bool | int | float) else "null"
        return yaml.ScalarNode(_TEXT_TAG, text, key.start_mark)

    def construct_binary_text(self, node: yaml.ScalarNode) -> str:
        """What goyaml makes of ``!!binary``: the decoded bytes as text."""
        try:
            return base64.b64decode(str(self.construct_scalar(node))).decode("utf-8", "replace")
        except (binascii.Error, ValueError):
            raise yaml.MarkedYAMLError(problem_mark=node.start_mark) from None

    def construct_bool(self, node: yaml.ScalarNode) -> bool:
        """Also ``y`` and ``n``, which PyYAML takes for text."""
        return str(self.construct_scalar(node)).lower() in ("y", "yes", "true", "on")


_BOOLEANS: Final = (
    "y|Y|yes|Yes|YES|n|N|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF"
)
_NUMBER: Final = r"(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:[eE][-+]?[0-9]+)?"
_RESOLVERS: Final = (
    ("null", ["", *"~nN"], r"~|null|Null|NULL|"),
    ("bool", [*"yYnNtTfFoO"], _BOOLEANS),
    (
        "int",
        [*"-+0123456789"],
        r"[-+]?(?:0b[01_]+|0x[0-9a-fA-F_]+|0[0-7_]*|0o[0-7_]+|[1-9][0-9_]*)",
    ),
    (
        "float",
        [*"-+0123456789."],
        rf"[-+]?(?:{_NUMBER}|\.(?:inf|Inf|INF))|\.(?:nan|NaN|NAN)",
    ),
    ("merge", ["<"], "<<"),
)
for _tag, _first_characters, _pattern in _RESOLVERS:
    _Loader.add_implicit_resolver(
        f"tag:yaml.org,2002:{_tag}", re.compile(rf"(?:{_pattern})\Z"), _first_characters
    )
_Loader.add_constructor("tag:yaml.org,2002:timestamp", _LibraryLoader.construct_yaml_str)
_Loader.add_constructor("tag:yaml.org,2002:binary", _Loader.construct_binary_text)
_Loader.add_constructor("tag:yaml.org,2002:bool", _Loader.construct_bool)


class _ComponentLoader(_Loader):
    """The loader of :func:`parse_component_config`."""

    reads_first_document_only: ClassVar = True

    def get_single_node(self) -> yaml.Node | None:
        """The first document; what follows it is never read."""
        return self.get_node() if self.check_node() else None

    def flatten_mapping(self, node: yaml.MappingNode) -> None:
        """Merge, and refuse a key that comes twice then."""
        super().flatten_mapping(node)
        self._refuse_duplicates(node)

    def construct_object(self, node: yaml.Node, deep: bool = False) -> object:  # noqa: FBT001, FBT002
        """A value; the tag of a mapping or list is ignored, as goyaml does."""
        if isinstance(node, yaml.CollectionNode):
            kind = "map" if isinstance(node, yaml.MappingNode) else "seq"
            node.tag = f"tag:yaml.org,2002:{kind}"
        return cast("object", super().construct_object(node, deep=deep))


_ComponentLoader.add_constructor(None, _LibraryLoader.construct_scalar)  # unknown tags are text
