"""docs/settings.md: every setting, from the models that read them."""

import json
import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from types import UnionType
from typing import Annotated, Union, cast, get_args, get_origin

from pydantic import BaseModel, SecretStr
from pydantic.fields import FieldInfo
from pydantic_core import to_jsonable_python

from openshift_credentials.base.package_data import package_text
from openshift_credentials.stack.base import Follows, described_fields, model_in, types_in
from openshift_credentials.stack.secret_texts import FollowsInSecret
from openshift_credentials.stack.system import SHARED, SYSTEMS


def render_settings_page() -> str:
    """The whole page in Markdown: backups first, then the shared groups and the other systems."""
    first, *others = sorted(SYSTEMS, key=lambda key: key != "etcdBackup")
    titles = [(f"`{first}`", (first,)), ("Shared groups", tuple(SHARED)), *((f"`{key}`", (key,)) for key in others)]
    parts = [f"\n## {title}\n\n{''.join(map(_group, keys))}" for title, keys in titles]
    return package_text(__package__ or "", "settings.md") + re.sub("\n{3,}", "\n\n", "".join(parts)).rstrip() + "\n"


def _group(key: str) -> str:
    """The settings of a top-level key: those of each group below its heading."""
    below: dict[str, list[str]] = {key: []}
    for setting in settings_of(key):
        text = " ".join((setting.field.description or "").split())
        if setting.is_object:
            below[setting.path] = [f"\n### `{setting.shown}`\n\n{text}\n\n"]
        else:
            below[setting.path.rpartition(".")[0].removesuffix("[]")].append(_entry(setting, text))
    return "".join(line for lines in below.values() for line in lines)


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting or a group of them; its path has ``[]`` after each list.

    ``shown`` also has a placeholder for the key of a map, such as ``vcenters.<host>.username``.
    """

    path: str
    field: FieldInfo
    is_object: bool
    shown: str


def settings_of(key: str) -> Iterator[Setting]:
    if key in SHARED:
        yield from _settings(SHARED[key], f"{key}.")
    else:
        yield from _settings(SYSTEMS[key].settings.MODEL, f"{key}.", left_out=SHARED)


def _settings(
    model: type[BaseModel], path: str, left_out: Container[str] = (), shown: str | None = None
) -> Iterator[Setting]:
    for name, field in described_fields(model).items():
        if name in left_out:
            continue
        setting, display = f"{path}{name}", f"{shown or path}{name}"
        branch = model_in(field.annotation)
        yield Setting(setting, field, branch is not None, display)
        if branch:
            mark = "[]" if tuple in map(get_origin, types_in(field.annotation)) else ""
            key = ".<host>" if get_origin(field.annotation) is dict else ""
            yield from _settings(branch, f"{setting}{mark}.", shown=f"{display}{mark}{key}.")


def _entry(setting: Setting, description: str) -> str:
    """Name, type and default in a line, and the description below."""
    field, default = setting.field, "required"
    if not field.is_required():
        value = field.get_default()
        written = to_jsonable_python(value, by_alias=True, exclude_none=True)
        text = written if isinstance(written, str) else json.dumps(written)
        default = "" if value in (None, (), {}) or isinstance(value, BaseModel) else f"default `{text}`"
    rule = next((item.rule for item in field.metadata if isinstance(item, Follows | FollowsInSecret)), None)
    kind = rule.description if rule else _type_name(field.annotation) + _bounds(field.metadata)
    return f"- `{setting.shown}`: {', '.join(filter(None, (kind, default)))}<br>\n  {description}\n"


def _bounds(metadata: Sequence[object]) -> str:
    """Minimum and maximum of a setting, as text."""
    ends = {end: getattr(value, end) for value in metadata for end in ("ge", "le") if hasattr(value, end)}
    if len(ends) == 2:
        return f" from {ends['ge']} to {ends['le']}"
    return "".join(f", at {'least' if end == 'ge' else 'most'} {value}" for end, value in ends.items())


def _type_name(annotation: object) -> str:
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return " or ".join(f"`{item.value}`" if item.value else "empty text" for item in annotation)
    parts = [part for part in get_args(annotation) if part not in (type(None), Ellipsis)]
    origin = get_origin(annotation)
    if origin in (Union, UnionType):
        return " or ".join(map(_type_name, parts))
    if origin is tuple:
        return f"list of {_type_name(parts[0])}"
    rule = next((item.rule for item in parts if isinstance(item, Follows | FollowsInSecret)), None)
    if rule:
        return rule.description
    if origin is Annotated:
        return _type_name(parts[0])
    if isinstance(said := getattr(cast("object", annotation), "setting_type", None), str):
        return said
    names = {str: "text", int: "whole number", bool: "true or false", SecretStr: "secret text"}
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return "group"
    return names.get(annotation, "map") if isinstance(annotation, type) else "map"
