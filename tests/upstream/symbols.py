"""A symbol of a checkout: of Go, of YAML and JSON as data, or the words of other text."""

import fnmatch
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, cast

import yaml

from openshift_credentials.base.json_values import as_object, object_member, text_member
from tests.upstream.go_source import (
    Declaration,
    Symbol,
    declarations,
    entries_of,
    group_of,
    read_declarations,
    selected,
    symbol_of,
)

REQUESTS: Final = "CredentialsRequest"
GROUP: Final = "group:"
_WORDS_OF_PEOPLE: Final = ("description", "example", "title")


class NoSymbolError(LookupError):
    """The file has no such symbol."""


def symbol_in(path: Path, name: str) -> Symbol:
    """A symbol of a file or folder. Raises :class:`NoSymbolError`."""
    if name == REQUESTS:
        return requests_below(path)
    if not path.is_file():
        raise NoSymbolError
    if path.suffix == ".go":
        return go_symbol(declarations(path), name, package_of(path))
    return other_symbol(path.suffix, path.read_bytes(), name)


def symbol_in_text(path: Path, content: bytes, name: str) -> Symbol:
    """The same for an earlier content of a file. Constants in other files are today's."""
    if path.suffix == ".go":
        own = read_declarations(content)
        return go_symbol(own, name, (*own, *package_of(path, but=path)))
    return other_symbol(path.suffix, content, name)


def package_of(path: Path, but: Path | None = None) -> tuple[Declaration, ...]:
    """Declarations of all files of a package, tests apart."""
    files = (file for file in sorted(path.parent.glob("*.go")) if file != but)
    return tuple(
        one for file in files if not file.name.endswith("_test.go") for one in declarations(file)
    )


def go_symbol(
    own: tuple[Declaration, ...], name: str, package: tuple[Declaration, ...] | None = None
) -> Symbol:
    """A declaration, with ``group:NAME`` the block of a name, with ``NAME[GLOB]`` entries."""
    plain, _, pattern = name.removeprefix(GROUP).removesuffix("]").partition("[")
    found = [one for one in own if one.name == plain]
    if not found:
        raise NoSymbolError
    if pattern:
        entries = entries_of(found[0])
        chosen = {key: entries[key] for key in sorted(fnmatch.filter(entries, pattern))}
        if not chosen:
            raise NoSymbolError
        return selected(chosen)
    return group_of(found[0]) if name.startswith(GROUP) else symbol_of(found[0], package or own)


def other_symbol(suffix: str, content: bytes, name: str) -> Symbol:
    """A part of a document by path, or the words of any other text."""
    text = content.decode(errors="replace")
    if suffix not in {".yaml", ".yml", ".json"}:
        lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
        return Symbol(tuple(" ".join(lines).split()), (), text)
    try:
        value: object = yaml.load(text, yaml.CSafeLoader)
        for step in () if name == "*" else name.split("/"):
            value = _step(value, step)
    except (yaml.YAMLError, KeyError, IndexError) as error:
        raise NoSymbolError from error
    plain = without_words(value)
    shown = plain if isinstance(plain, str) else yaml.safe_dump(plain, sort_keys=True)
    return Symbol((json.dumps(plain, sort_keys=True, default=str),), tuple(_paths(plain)), shown)


def _step(value: object, step: str) -> object:
    if isinstance(value, dict):
        return cast("dict[str, object]", value)[step]
    if isinstance(value, list):
        items = cast("list[object]", value)
        key, _, wanted = step.partition("=")
        if not wanted:
            return items[int(step)]
        for item in items:
            if isinstance(item, dict) and cast("dict[str, object]", item).get(key) == wanted:
                return cast("object", item)
    raise KeyError(step)


def without_words(value: object) -> object:
    """A document without descriptions; a property that is called description stays."""
    if isinstance(value, list):
        return [without_words(item) for item in cast("list[object]", value)]
    if isinstance(value, dict):
        return {
            str(key): without_words(item)
            for key, item in cast("dict[object, object]", value).items()
            if key not in _WORDS_OF_PEOPLE or not isinstance(item, str)
        }
    return value


def _paths(value: object, path: str = "") -> Iterator[str]:
    """Fields of a schema, and the values of its enumerations."""
    if not isinstance(value, Mapping):
        return
    schema = cast("Mapping[str, object]", value)
    properties = schema.get("properties")
    if isinstance(properties, Mapping):
        for name, part in cast("Mapping[str, object]", properties).items():
            yield f"{path}.{name}".lstrip(".")
            yield from _paths(part, f"{path}.{name}")
    yield from _paths(schema.get("items"), f"{path}[]")
    choices = schema.get("enum")
    if isinstance(choices, list):
        yield from (f"{path}={choice}".lstrip(".") for choice in cast("list[object]", choices))


def requests_in(folder: Path, pattern: str = "*.y*ml") -> dict[str, Mapping[str, object]]:
    """The CredentialsRequests in the files of a folder, by name."""
    found: dict[str, Mapping[str, object]] = {}
    for file in sorted(path for path in folder.glob(pattern) if path.is_file()):
        text = file.read_text(encoding="utf-8", errors="replace")
        if f"kind: {REQUESTS}" not in text:
            continue
        try:
            documents = list(yaml.load_all(text, yaml.CSafeLoader))
        except yaml.YAMLError:  # a template
            continue
        for document in documents:
            request = as_object(document)
            if request.get("kind") == REQUESTS:
                found[text_member(object_member(request, "metadata"), "name")] = request
    return found


def requests_below(folder: Path) -> Symbol:
    """All CredentialsRequests below a folder as one symbol, whose members are their names."""
    found = requests_in(folder, "**/*.y*ml")
    if not found:
        raise NoSymbolError
    specs = {name: request.get("spec") for name, request in sorted(found.items())}
    shown = yaml.safe_dump(specs, sort_keys=True)
    return Symbol((json.dumps(specs, sort_keys=True),), tuple(sorted(found)), shown)
