"""Configuration of a stack from its files, as the Pulumi CLI would hand it to the program."""

import datetime as dt
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, cast

import yaml

from hcpbackup.errors import UnusableInputError
from hcpbackup.preview.overrides import with_overrides
from hcpbackup.settings.sealed import SEALED

_SafeLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class StackConfiguration:
    """What a program is told of its stack.

    ``config`` has full keys (``project:key``) and texts, groups and lists as JSON;
    ``secret_keys`` are the full keys under which something is encrypted.
    """

    project: str
    stack: str
    program: Path
    config: Mapping[str, str]
    secret_keys: Sequence[str]


def read_stack(
    directory: Path, stack: str, config_file: Path | None, overrides: Sequence[str]
) -> StackConfiguration:
    """Read ``Pulumi.yaml`` and the stack's own file, and apply ``KEY=VALUE`` overrides.

    Encrypted values cannot be read without the stack's key; each becomes
    :data:`~hcpbackup.settings.sealed.SEALED`.

    Raises :class:`~hcpbackup.errors.UnusableInputError` where a file is missing or is not what
    Pulumi reads.
    """
    project = _read_yaml(directory / "Pulumi.yaml", "run this in the directory of the program")
    name = project.get("name")
    if not isinstance(name, str):
        raise UnusableInputError([f"{directory / 'Pulumi.yaml'}: name is required; set it"])
    path = config_file or directory / f"Pulumi.{stack}.yaml"
    values = _declared_defaults(name, _group(project.get("config")))
    own = _read_yaml(path, f"the stacks here are {_stacks(directory)}").get("config")
    values |= {_full_key(name, key): value for key, value in _group(own, path).items()}
    opened: dict[str, object] = {}
    secret_keys: list[str] = []
    for key, value in values.items():
        opened[key] = _open(value)
        if opened[key] != value:
            secret_keys.append(key)
    configuration = StackConfiguration(name, stack, directory, {}, tuple(secret_keys))
    texts = {key: _text(value) for key, value in with_overrides(name, opened, overrides).items()}
    return replace(configuration, config=texts)


def _declared_defaults(project: str, declared: Mapping[str, object]) -> dict[str, object]:
    """Values and defaults that ``Pulumi.yaml`` itself gives."""
    values: dict[str, object] = {}
    for key, declaration in declared.items():
        if not isinstance(declaration, Mapping):
            values[_full_key(project, key)] = declaration
            continue
        group = cast("Mapping[str, object]", declaration)
        for source in ("default", "value"):
            if source in group:
                values[_full_key(project, key)] = group[source]
    return values


def _full_key(project: str, key: str) -> str:
    return key if ":" in key else f"{project}:{key}"


def _group(value: object, path: Path | None = None) -> Mapping[str, object]:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise UnusableInputError([f"{path}: config must be a group of settings (key: value)"])
    return {str(key): item for key, item in cast("Mapping[object, object]", value).items()}


def _open(value: object) -> object:
    """Replace every encrypted value below ``value``."""
    if isinstance(value, Mapping):
        group = cast("Mapping[str, object]", value)
        if list(group) == ["secure"]:
            return SEALED
        return {key: _open(item) for key, item in group.items()}
    if isinstance(value, list):
        return [_open(item) for item in cast("list[object]", value)]
    return value


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    return "" if value is None else json.dumps(value)


def _stacks(directory: Path) -> str:
    names = sorted(
        path.name.removeprefix("Pulumi.").removesuffix(".yaml")
        for path in directory.glob("Pulumi.*.yaml")
    )
    return ", ".join(names) or "none"


def _read_yaml(path: Path, way_out: str) -> Mapping[str, object]:
    try:
        with path.open("rb") as file:
            content: object = yaml.load(file, _EngineLoader)  # noqa: S506 - a safe loader
    except FileNotFoundError:
        raise UnusableInputError([f"{path}: there is no such file; {way_out}"]) from None
    except OSError as error:
        raise UnusableInputError([f"{path}: cannot be read: {error.strerror}"]) from None
    except (yaml.YAMLError, UnicodeDecodeError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        place = f", line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        raise UnusableInputError([f"{path}{place}: is not YAML; correct the file"]) from None
    if content is None:
        return {}
    if not isinstance(content, Mapping):
        raise UnusableInputError([f"{path}: must be a group of settings (key: value)"])
    return cast("Mapping[str, object]", content)


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
