"""docs/settings.md: every setting, from the models that read them."""

from collections.abc import Container, Iterator
from enum import Enum
from types import UnionType
from typing import Annotated, Union, cast, get_args, get_origin

from pydantic import BaseModel, SecretStr
from pydantic.fields import FieldInfo

from openshift_credentials.stack.base import Follows
from openshift_credentials.stack.load import SHARED
from openshift_credentials.stack.registry import SYSTEMS, system_of
from openshift_credentials.stack.secret_texts import FollowsInSecret

_INTRODUCTION = """\
# Settings

Configuration of project `openshift-credentials`, in `Pulumi.<stack>.yaml` under `config`, every
key with `openshift-credentials:` in front; or by `pulumi config set --path`, and for the offline
preview also by `--config KEY=VALUE`. Encrypt secrets:
`pulumi config set --secret --path openshift-credentials:kubernetes.kubeconfig < FILE`. Unknown
keys are refused, and all problems are reported at once. A stack names one system or several; what
they share stands once. This page is generated from the models of the systems (`make docs`).
"""

_HEAD = """
| Setting | Type | Default | What it is |
| --- | --- | --- | --- |
"""


def render_settings_page() -> str:
    """The whole page in Markdown: groups that systems share, then the branch of each system."""
    shared = "".join(f"{row}\n" for key, model in SHARED.items() for row in _rows(model, f"{key}."))
    return f"{_INTRODUCTION}\n## Shared groups\n{_HEAD}{shared}" + "".join(
        f"\n## `{key}`\n{_HEAD}" + "".join(f"{row}\n" for row in _branch_rows(key))
        for key in SYSTEMS
    )


def _branch_rows(key: str) -> Iterator[str]:
    """Settings of a system's own branch, without the groups that it shares."""
    return _rows(system_of(key).settings, f"{key}.", left_out=SHARED)


def _rows(model: type[BaseModel], path: str, left_out: Container[str] = ()) -> Iterator[str]:
    for name, field in model.model_fields.items():
        if (field.alias or name) in left_out:
            continue
        setting = f"{path}{field.alias or name}"
        branch, is_list = _branch(field.annotation)
        cells = (f"`{setting}`", _type(field), _default(field), field.description or "")
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
        if branch:
            yield from _rows(branch, f"{setting}{'[]' if is_list else ''}.")


def _branch(annotation: object) -> tuple[type[BaseModel] | None, bool]:
    """The model below a setting, and whether there is a list of them."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation, False
    is_list = get_origin(annotation) is tuple
    for part in get_args(annotation):
        model, inner = _branch(part)
        if model:
            return model, is_list or inner
    return None, False


def _type(field: FieldInfo) -> str:
    rule = next(
        (each.rule for each in field.metadata if isinstance(each, Follows | FollowsInSecret)), None
    )
    return rule.description if rule else _type_name(field.annotation)


def _type_name(annotation: object) -> str:
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return " or ".join(f"`{each.value}`" for each in annotation)
    parts = [part for part in get_args(annotation) if part not in (type(None), Ellipsis)]
    origin = get_origin(annotation)
    if origin in (Union, UnionType):
        return " or ".join(map(_type_name, parts))
    if origin is tuple:
        return f"list of {_type_name(parts[0])}"
    rule = next((each.rule for each in parts if isinstance(each, Follows | FollowsInSecret)), None)
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


def _default(field: FieldInfo) -> str:
    if field.is_required():
        return "required"
    default = field.get_default()
    if default is None or isinstance(default, BaseModel) or default == ():
        return ""
    if isinstance(default, bool):
        return f"`{str(default).lower()}`"
    return f"`{default}`"
