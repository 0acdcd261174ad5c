"""YAML and JSON as Go programs read them, not as Python does.

For manifests, text that looks like a timestamp stays text, and a duplicate key is an error. A
program that is not strict (sigs.k8s.io/yaml with go.yaml.in/yaml/v2) takes the last duplicate key, a
merge key overrides keys before it, an unknown tag means text, and only the first document is read.
Nesting and the size after the resolution of aliases are limited, so that no document can block the
program.
"""

import json
import math
import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, cast

import yaml
from yaml.scanner import ScannerError

from openshift_credentials.base.guarded_yaml import NESTING_LIMIT, YamlError, read_document, text_of_binary
from openshift_credentials.base.wording import twice
from openshift_credentials.base.yaml_text import (
    Loader,
    SafeLoader,
    add_default_constructor,
    ignore_foreign_tag,
    items,
    line_of,
    pairs,
)

from .numbers import as_goyaml_reads, text_of_number
from .text import GO_WHITESPACE, decode_base64

_NO_LIMIT: Final = 2**62
_SPACE: Final = re.compile(r"[ \t\r\n]*")
_JSON_WHITESPACE: Final = " \t\r\n"


@dataclass(frozen=True, slots=True)
class SyntaxProblem:
    """Why a document cannot be read, without any of its content; lines are counted from 1."""

    reason: str
    line: int | None = None

    def __str__(self) -> str:
        return self.reason


class _DuplicateKeyError(Exception):
    """A key of a JSON object occurs twice; its text says which."""


def parse_json_values(text: str, limit: int = _NO_LIMIT) -> list[object]:
    """At most ``limit`` JSON values in a row; a :class:`SyntaxProblem` ends the list."""
    decoder = json.JSONDecoder(object_pairs_hook=_without_duplicates)
    has_escapes = "\\u" in text
    values: list[object] = []
    position = 0
    while position < len(text) and len(values) < limit:
        try:
            value, end = decoder.raw_decode(text, position)
            if has_escapes:
                # A lone surrogate cannot be written as UTF-8; Go reads it as U+FFFD.
                written = json.dumps(value, ensure_ascii=False).encode("utf-16-le", "surrogatepass")
                value = json.loads(written.decode("utf-16-le", "replace"))
            values.append(value)
        except _DuplicateKeyError as error:
            return [*values, SyntaxProblem(str(error))]
        except RecursionError:
            return [*values, SyntaxProblem("is nested too deeply")]
        except ValueError:
            return [*values, SyntaxProblem("is not JSON")]
        space = _SPACE.match(text, end)
        position = end if space is None else space.end()
    return values


def _without_duplicates(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        seen: set[str] = set()
        raise _DuplicateKeyError(twice(next(key for key, _ in pairs if key in seen or seen.add(key))))
    return members


def parse_yaml(text: str, first_line: int = 0, *, loader_class: type[Loader] | None = None) -> object:
    """The one document in ``text``, or a :class:`SyntaxProblem`.

    ``first_line`` is the number of lines before the text in its file, for messages.
    ``loader_class`` can replace the strict loader of this module.
    """
    return _load(loader_class or _Loader, text, first_line)


def parse_component_config(content: bytes) -> object:
    """A configuration file as a Kubernetes component reads it, or a :class:`SyntaxProblem`.

    Text that starts with a brace must be one JSON value. In YAML only the first document is read, and a merge (``<<``)
    must not add an existing key.

    Source: kubernetes/apimachinery ``pkg/runtime/serializer`` (``recognizer``, and ``json`` with ``EnableStrict``).
    """
    text = content.decode("utf-8", "replace")
    if not text.lstrip(GO_WHITESPACE).startswith("{"):
        return _load(_ComponentLoader, content)
    values = parse_json_values(text.lstrip(_JSON_WHITESPACE))
    return values[0] if len(values) == 1 else SyntaxProblem("contains more than one JSON value")


def _load(loader_class: type[Loader], text: str | bytes, first_line: int = 0) -> object:
    try:
        return read_document(text, loader_class)
    except YamlError as error:
        line = None if error.line is None else first_line + error.line
        if error.is_syntax:
            place = f"line {line}: " if line else ""
            return SyntaxProblem(f"is neither YAML nor JSON ({place}{error.reason})", line)
        return SyntaxProblem(f"{error.reason} (line {line})" if line else error.reason, line)


_TEXT_TAG: Final = "tag:yaml.org,2002:str"
_NUMBER_LIKE_TAGS: Final = frozenset(f"tag:yaml.org,2002:{name}" for name in ("bool", "float", "int", "null"))


class _Loader(SafeLoader):
    """PyYAML's safe loader with the scalars of goyaml and without duplicate keys."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012

    def construct_mapping(self, node: yaml.MappingNode, *args: bool, **named: bool) -> dict[Hashable, object]:
        """A mapping with text as keys, none of which occurs twice, merged-in ones excepted."""
        self._refuse_duplicates(node)
        self.flatten_mapping(node)
        node.value = [(self._text_key(key), value) for key, value in pairs(node)]
        return super().construct_mapping(node, *args, **named)

    def _refuse_duplicates(self, node: yaml.MappingNode) -> None:
        keys: set[str] = set()
        for key, _ in pairs(node):
            text = self._text_key(key)
            if isinstance(text, yaml.ScalarNode):
                if text.value in keys:
                    raise YamlError(twice(text.value), line_of(key))
                keys.add(text.value)

    def _text_key(self, key: yaml.Node) -> yaml.Node:
        """The JSON text of a key that YAML reads as a number or a boolean."""
        if key.tag not in _NUMBER_LIKE_TAGS:
            return key
        value = cast("object", self.construct_object(key))
        text = json.dumps(value) if isinstance(value, bool | int | float) else "null"
        return yaml.ScalarNode(_TEXT_TAG, text, key.start_mark)

    def construct_text(self, node: yaml.ScalarNode) -> str:
        return str(self.construct_scalar(node))

    def construct_bool(self, node: yaml.ScalarNode) -> bool:
        """Also ``y`` and ``n``, which PyYAML reads as text."""
        return str(self.construct_scalar(node)).lower() in ("y", "yes", "true", "on")


_BOOLEANS: Final = "y|Y|yes|Yes|YES|n|N|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF"
_NUMBER: Final = r"(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:[eE][-+]?[0-9]+)?"
_RESOLVERS: Final = (
    ("null", ["", *"~nN"], r"~|null|Null|NULL|"),
    ("bool", [*"yYnNtTfFoO"], _BOOLEANS),
    ("int", [*"-+0123456789"], r"[-+]?(?:0b[01_]+|0x[0-9a-fA-F_]+|0[0-7_]*|0o[0-7_]+|[1-9][0-9_]*)"),
    ("float", [*"-+0123456789."], rf"[-+]?(?:{_NUMBER}|\.(?:inf|Inf|INF))|\.(?:nan|NaN|NAN)"),
    ("merge", ["<"], "<<"),
)
for _tag, _first_characters, _pattern in _RESOLVERS:
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(rf"(?:{_pattern})\Z"), _first_characters)
_Loader.add_constructor("tag:yaml.org,2002:timestamp", _Loader.construct_text)
_Loader.add_constructor("tag:yaml.org,2002:binary", text_of_binary)
_Loader.add_constructor("tag:yaml.org,2002:bool", _Loader.construct_bool)


class _ComponentLoader(_Loader):
    reads_one: ClassVar = True
    takes_any_tag: ClassVar = True

    def flatten_mapping(self, node: yaml.MappingNode) -> None:
        """Merge, and reject a key that then occurs twice."""
        super().flatten_mapping(node)
        self._refuse_duplicates(node)

    def construct_object(self, node: yaml.Node, deep: bool = False) -> object:  # noqa: FBT001, FBT002
        """A value, without a tag of another kind of node."""
        ignore_foreign_tag(node)
        return cast("object", super().construct_object(node, deep=deep))


add_default_constructor(_ComponentLoader, _ComponentLoader.construct_scalar)


_TAG: Final = "tag:yaml.org,2002:"
PLAIN: Final = "plain"
"""Tag for scalars without quotation marks or a tag."""
_MERGE: Final = f"{_TAG}merge"
_TEXT: Final = f"{_TAG}str"
_RESOLVED_TAGS: Final = tuple(f"{_TAG}{name}" for name in ("bool", "int", "float", "null", "timestamp"))
_TYPES_OF_TAGS: Final[Mapping[str, tuple[type, ...]]] = {
    f"{_TAG}null": (type(None),), f"{_TAG}bool": (bool,), f"{_TAG}int": (int,), f"{_TAG}float": (int, float),
}  # fmt: skip
OLD_BOOLEANS: Final[Mapping[str, bool]] = {
    **dict.fromkeys(("y", "Y", "yes", "Yes", "YES", "on", "On", "ON"), True),
    **dict.fromkeys(("n", "N", "no", "No", "NO", "off", "Off", "OFF"), False),
}
"""Booleans of YAML 1.1 that are text in YAML 1.2."""
_WORDS: Final[Mapping[str, bool | float | None]] = {
    **OLD_BOOLEANS,
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), math.nan),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"), math.inf),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), -math.inf),
}
_INTEGER: Final = re.compile(
    r"(?P<sign>[+-]?)(?:0[xX](?P<hex>[0-9a-fA-F]+)|0[bB](?P<bin>[01]+)"
    r"|0[oO]?(?P<oct>[0-7]+)|(?P<dec>0|[1-9][0-9]*))"
)
_LONGEST_NUMBER: Final = len(str(2**64))
_BASES: Final = {"hex": 16, "bin": 2, "oct": 8, "dec": 10}
_ESCAPED_SLASH: Final = re.compile(r"(?<!\\)(?:\\\\)*\\/")
_FLOAT: Final = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")


def resolve_scalar(text: str) -> object:
    """The value of a scalar without quotation marks (``resolve.go``); a string by default."""
    if text in _WORDS:
        return _WORDS[text]
    if text.startswith("."):
        return _float(text)
    if not text.startswith(tuple("+-0123456789")):
        return text
    digits = text.replace("_", "")
    match = _INTEGER.fullmatch(digits)
    if match is not None:
        base = str(match.lastgroup)
        if base == "dec" and len(match[base]) > _LONGEST_NUMBER:
            return _float(digits, text)
        number = int(match[base], _BASES[base]) * (-1 if match["sign"] == "-" else 1)
        read = as_goyaml_reads(number)
        is_too_large = isinstance(read, float) or (number >= 2**63 and match["sign"] == "+")
        if not is_too_large:
            return number
    return _float(digits, text)


def _float(digits: str, text: str | None = None) -> object:
    text = digits if text is None else text
    if not _FLOAT.fullmatch(digits):
        return text
    number = float(digits)
    return text if math.isinf(number) else number


def syntax_error(text: str) -> str:
    """The error message of goyaml for a document, without its content.

    It counts lines from 0 if the error is not from its scanner, and omits line 0.
    """
    depth = 0
    try:
        for event in cast("Iterator[yaml.Event]", yaml.parse(text, Loader=GoYamlLoader)):
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if isinstance(event, yaml.DocumentEndEvent) or depth > NESTING_LIMIT:
                break
    except yaml.MarkedYAMLError as error:
        lines = [mark.line for mark in (error.problem_mark, error.context_mark) if mark]
        line = next((item for item in lines if item), 0)
        is_scanned = isinstance(error, ScannerError) and line == lines[0] != 0
        where = f"line {line + is_scanned}: " if line else ""
        return f"yaml: {where}{error.problem or 'unknown problem parsing YAML content'}"
    except yaml.YAMLError:
        return "yaml: control characters are not allowed"
    return "yaml: the document cannot be read"


class GoYamlLoader(SafeLoader):
    """PyYAML's safe loader with the scalars, mappings and tags of goyaml."""

    reads_one: ClassVar = True
    takes_any_tag: ClassVar = True

    def __init__(self, stream: str | bytes) -> None:
        super().__init__(stream)
        self.text = stream if isinstance(stream, str) and "\\/" in stream else ""

    def resolve(self, kind: type[yaml.Node], value: Any, implicit: Any) -> str:  # noqa: ANN401
        if kind is yaml.ScalarNode:
            if not implicit[0]:
                return _TEXT
            return _MERGE if value == "<<" else PLAIN
        return cast("str", super().resolve(kind, value, implicit))

    def construct_mapping(
        self,
        node: yaml.MappingNode,
        deep: bool = False,  # noqa: FBT001, FBT002
    ) -> dict[Hashable, object]:
        """Members in order, each of which overrides the one before it."""
        members: dict[Hashable, object] = {}
        for key, value in pairs(node):
            if key.tag == _MERGE:
                self._merge(value, members)
            else:
                name = self.key_of(self.construct_object(key, deep=True), key)
                members[name] = self.construct_object(value, deep=deep)
        return members

    def key_of(self, key: object, node: yaml.Node) -> Hashable:
        return _key(key, node)

    def _merge(self, value: yaml.Node, members: dict[Hashable, object]) -> None:
        sources = items(value)[::-1] if isinstance(value, yaml.SequenceNode) else [value]
        for source in sources:
            if not isinstance(source, yaml.MappingNode):
                raise yaml.MarkedYAMLError(problem_mark=value.start_mark)
            members.update(self.construct_mapping(source, deep=True))

    def construct_object(self, node: yaml.Node, deep: bool = False) -> object:  # noqa: FBT001, FBT002
        """A value, without a tag of another kind of node.

        Refuses an escaped slash, which YAML has since version 1.2 only.
        """
        if self.text and isinstance(node, yaml.ScalarNode) and node.style == '"':
            source = self.text[node.start_mark.index : node.end_mark.index]
            if _ESCAPED_SLASH.search(source):
                raise yaml.MarkedYAMLError(problem="found unknown escape character", problem_mark=node.start_mark)
        ignore_foreign_tag(node)
        return cast("object", super().construct_object(node, deep=deep))

    def construct_text(self, node: yaml.ScalarNode) -> str:
        return str(node.value)

    def construct_resolved(self, node: yaml.ScalarNode) -> object:
        """A scalar resolved from its text; a tag that does not fit the result is an error, as in ``resolve.go``."""
        value = resolve_scalar(str(node.value))
        if type(value) not in _TYPES_OF_TAGS.get(node.tag, (type(value),)):
            raise yaml.MarkedYAMLError(problem="cannot decode the value as its tag says", problem_mark=node.start_mark)
        return value

    def construct_bytes(self, node: yaml.ScalarNode) -> str:
        """Value of ``!!binary`` in goyaml: the decoded bytes as text."""
        content = decode_base64(str(node.value))
        if content is None:
            raise yaml.MarkedYAMLError(problem_mark=node.start_mark)
        return content.decode("utf-8", "replace")


def _key(key: object, node: yaml.Node) -> str:
    if isinstance(key, bool):
        return "true" if key else "false"
    if isinstance(key, float):
        words = {"+Inf": ".inf", "-Inf": "-.inf", "NaN": ".nan"}
        return words.get(text_of_number(key), text_of_number(key))
    if isinstance(key, str) or (isinstance(key, int) and key < 2**63):
        return str(key)
    raise yaml.MarkedYAMLError(problem_mark=node.start_mark)


add_default_constructor(GoYamlLoader, GoYamlLoader.construct_text)
GoYamlLoader.add_constructor(PLAIN, GoYamlLoader.construct_resolved)
GoYamlLoader.add_constructor(f"{_TAG}binary", GoYamlLoader.construct_bytes)
for _tag in _RESOLVED_TAGS:
    GoYamlLoader.add_constructor(_tag, GoYamlLoader.construct_resolved)
