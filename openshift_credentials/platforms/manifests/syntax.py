"""YAML and JSON as Kubernetes reads them, not as Python does.

Text that looks like a timestamp stays text, and a duplicate key is an error. Nesting and the size
after the resolution of aliases are limited, so that no document can block the program.
"""

import json
import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, cast

import yaml

from openshift_credentials.base.guarded_yaml import NESTING_LIMIT, YamlError, read_document, text_of_binary
from openshift_credentials.base.yaml_text import (
    Loader,
    SafeLoader,
    add_default_constructor,
    ignore_foreign_tag,
    line_of,
    pairs,
)

from ..go.text import GO_WHITESPACE

__all__ = ["NESTING_LIMIT", "SyntaxProblem", "parse_component_config", "parse_json_values", "parse_yaml"]

DUPLICATE_KEY: Final = "a key occurs twice in one mapping"

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
    """A key of a JSON object occurs twice."""


def parse_json_values(text: str, limit: int = _NO_LIMIT) -> list[object]:
    """At most ``limit`` JSON values in a row; a :class:`SyntaxProblem` ends the list."""
    decoder = json.JSONDecoder(object_pairs_hook=_without_duplicates)
    has_escapes = "\\u" in text
    values: list[object] = []
    position = 0
    while position < len(text) and len(values) < limit:
        try:
            value, end = decoder.raw_decode(text, position)
            values.append(_replace_lone_surrogates(value) if has_escapes else value)
        except _DuplicateKeyError:
            return [*values, SyntaxProblem(DUPLICATE_KEY)]
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
        raise _DuplicateKeyError
    return members


def _replace_lone_surrogates(value: object) -> object:
    """A lone surrogate cannot be written as UTF-8; Go reads it as U+FFFD."""
    text = json.dumps(value, ensure_ascii=False)
    return json.loads(text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace"))


def parse_yaml(text: str, first_line: int = 0, *, loader_class: type[Loader] | None = None) -> object:
    """The one document in ``text``, or a :class:`SyntaxProblem`.

    ``first_line`` is the number of lines before the text in its file, for messages.
    ``loader_class`` can replace the strict loader of this module.
    """
    return _load(loader_class or _Loader, text, first_line)


def parse_component_config(content: bytes) -> object:
    """A configuration file as a Kubernetes component reads it, or a :class:`SyntaxProblem`.

    Text that starts with a brace must be one JSON value. In YAML only the first document is read,
    and a merge (``<<``) must not add an existing key.

    Source: kubernetes/apimachinery ``pkg/runtime/serializer`` (``recognizer``, and ``json`` with
    ``EnableStrict``).
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
                    raise YamlError(DUPLICATE_KEY, line_of(key))
                keys.add(text.value)

    def _text_key(self, key: yaml.Node) -> yaml.Node:
        """The JSON text of a key that YAML reads as a number or a boolean."""
        if key.tag not in _NUMBER_LIKE_TAGS:
            return key
        value = cast("object", self.construct_object(key))
        text = json.dumps(value) if isinstance(value, bool | int | float) else "null"
        return yaml.ScalarNode(_TEXT_TAG, text, key.start_mark)

    def construct_text(self, node: yaml.ScalarNode) -> str:
        """A timestamp as it is written."""
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
    """The loader of :func:`parse_component_config`."""

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
