"""Configuration of a stack from its files, as the Pulumi CLI would hand it to the program."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

import yaml

from openshift_credentials.errors import UnusableInputError
from openshift_credentials.preview.engine_yaml import read_yaml, text_of
from openshift_credentials.preview.overrides import with_overrides
from openshift_credentials.stack.sealed import SEALED


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
    :data:`~openshift_credentials.stack.sealed.SEALED`.

    Raises :class:`~openshift_credentials.errors.UnusableInputError` where a file is missing or is
    not what Pulumi reads.
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
    texts = {key: text_of(value) for key, value in with_overrides(name, opened, overrides).items()}
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


def _stacks(directory: Path) -> str:
    names = sorted(
        path.name.removeprefix("Pulumi.").removesuffix(".yaml")
        for path in directory.glob("Pulumi.*.yaml")
    )
    return ", ".join(names) or "none"


def _read_yaml(path: Path, way_out: str) -> Mapping[str, object]:
    try:
        with path.open("rb") as file:
            content: object = read_yaml(file)
    except FileNotFoundError:
        raise UnusableInputError([f"{path}: there is no such file; {way_out}"]) from None
    except OSError as error:
        raise UnusableInputError([f"{path}: cannot be read: {error.strerror}"]) from None
    except (yaml.YAMLError, UnicodeDecodeError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        place = f", line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        problem = getattr(error, "problem", None) or "is not YAML"
        raise UnusableInputError([f"{path}{place}: {problem}; correct the file"]) from None
    if content is None:
        return {}
    if not isinstance(content, Mapping):
        raise UnusableInputError([f"{path}: must be a group of settings (key: value)"])
    return cast("Mapping[str, object]", content)
