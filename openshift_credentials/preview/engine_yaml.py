"""YAML as the Pulumi engine reads it, and values as it hands them to a program.

The engine reads with go-yaml, which is neither YAML 1.1 nor 1.2: ``yes`` and ``12:30`` are texts,
``0123`` is 83, and a date is a moment. Source: pulumi/pulumi ``sdk/go/common/resource/config``
and go-yaml/yaml ``resolve.go`` (v3).
"""

import datetime as dt
import json
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, BinaryIO, Final, cast

import yaml

_SafeLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_GO_EXPONENT_FROM: Final = 1e21
"""From here on Go writes a float with an exponent."""


def read_yaml(file: BinaryIO) -> object:
    """The document in a file; raises :class:`yaml.YAMLError` and :class:`ValueError`.

    A key that is there twice in a group is an error, as for the engine.
    """
    loader = _EngineLoader(file)
    try:
        root = loader.get_single_node()
        if root is None:
            return None
        _refuse_repeated_keys(root, set())
        return loader.construct_document(root)
    finally:
        loader.dispose()


def _refuse_repeated_keys(node: Any, seen: set[int]) -> None:  # noqa: ANN401 - PyYAML has no types
    if id(node) in seen or isinstance(node, yaml.ScalarNode):
        return
    seen.add(id(node))
    keys: set[str] = set()
    for item in node.value:
        if not isinstance(node, yaml.MappingNode):
            _refuse_repeated_keys(item, seen)
            continue
        key, value = item
        if isinstance(key, yaml.ScalarNode) and key.value in keys:
            raise yaml.MarkedYAMLError(problem="key is there twice", problem_mark=key.start_mark)
        keys.add(str(key.value))
        _refuse_repeated_keys(value, seen)


def text_of(value: object) -> str:
    """A value of the configuration as a program finds it: groups and lists as JSON."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, dict | list):
        return json.dumps(_nested(cast("object", value)), ensure_ascii=False)
    return json.dumps(_number(value))


def _nested(value: object) -> object:
    """A group or list as the engine writes it; in one, only 64 bits with a sign stay exact."""
    if isinstance(value, Mapping):
        group = cast("Mapping[object, object]", value)
        return {key: _nested(item) for key, item in group.items()}
    if isinstance(value, list):
        return [_nested(item) for item in cast("list[object]", value)]
    if isinstance(value, int) and not isinstance(value, bool) and value >= 2**63:
        return _number(float(value))
    return _number(value)


def _number(value: object) -> object:
    """The engine writes a whole number as one, however it is written in the file: ``1e3``."""
    if isinstance(value, float) and value.is_integer() and abs(value) < _GO_EXPONENT_FROM:
        return int(Decimal(repr(value)))
    return value


class _EngineLoader(_SafeLoader):
    """Reads plain scalars as the Pulumi engine does: ``yes`` and ``12:30`` are texts."""

    yaml_implicit_resolvers: Final[dict[str, list[tuple[str, re.Pattern[str]]]]] = {}


def _resolve(tag: str, pattern: str, first: str) -> None:
    """Register a type of plain scalar; ``first`` has its first characters."""
    _EngineLoader.add_implicit_resolver(
        f"tag:yaml.org,2002:{tag}", re.compile(pattern), [*first, *([""] if tag == "null" else [])]
    )


_resolve("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", "tTfF")
_resolve("null", r"^(?:~|null|Null|NULL|)$", "~nN")
_resolve("int", r"^[-+]?(?:0b[01_]+|0o?[0-7_]+|0x[0-9a-fA-F_]+|0|[1-9][0-9_]*)$", "-+0123456789")
_resolve(
    "float", r"^[-+]?(?:\.[0-9]+|[0-9][0-9_]*(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$", "-+0123456789."
)
_resolve("merge", r"^<<$", "<")
_resolve(
    "timestamp",
    r"^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}"
    r"(?:(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?"
    r"(?:[ \t]*(?:Z|[-+][0-9:]{1,5}))?)?$",
    "0123456789",
)


def _timestamp(loader: Any, node: Any) -> str:  # noqa: ANN401 - PyYAML has no types here
    """A timestamp as the engine turns it into text: ``2026-11-21 00:00:00 +0000 UTC``."""
    value: dt.date = loader.construct_yaml_timestamp(node)
    if not isinstance(value, dt.datetime):
        value = dt.datetime.combine(value, dt.time(), tzinfo=dt.UTC)
    moment = value if value.tzinfo else value.replace(tzinfo=dt.UTC)
    fraction = f".{moment.microsecond:06d}".rstrip("0") if moment.microsecond else ""
    offset = moment.strftime("%z")
    zone = "UTC" if offset == "+0000" else offset
    return f"{moment:%Y-%m-%d %H:%M:%S}{fraction} {offset} {zone}"


def _integer(loader: Any, node: Any) -> int:  # noqa: ANN401 - PyYAML has no types here
    text = loader.construct_scalar(node).replace("_", "")
    return int(re.sub(r"^([-+]?)0(?=[0-7])", r"\g<1>0o", text), 0)


_EngineLoader.add_constructor("tag:yaml.org,2002:timestamp", _timestamp)
_EngineLoader.add_constructor("tag:yaml.org,2002:int", _integer)
