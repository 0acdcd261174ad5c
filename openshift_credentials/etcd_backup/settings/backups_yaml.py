"""A YAML list of backups, with the line of every entry.

Read event by event and not too deep, so that no nesting takes long or exhausts the stack.
"""

from collections.abc import Iterator
from typing import Any, Final

import yaml

from openshift_credentials.errors import UnusableInputError

Entries = list[tuple[int, dict[str, object]]]

_LOADER: Final[Any] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_EXAMPLE: Final = "write for example '- hostedCluster: clusters/my-cluster'"
_STARTS: Final = (yaml.SequenceStartEvent, yaml.MappingStartEvent)
_DEEPEST: Final = 10
_parse: Final[Any] = getattr(yaml, "parse")  # noqa: B009 - PyYAML has no types here
_ENDS: Final = (yaml.SequenceEndEvent, yaml.MappingEndEvent)


def entries_of_yaml(text: str) -> Entries:
    """Line and values of every entry; each value is the text as it stands in the file.

    Raises :class:`~openshift_credentials.errors.UnusableInputError` where it is not one list of
    groups of texts.
    """
    entries: Entries = []
    problems: list[str] = []
    try:
        documents = _documents(text)
        for events in documents[:1]:
            _read_list(events, entries, problems)
    except (yaml.YAMLError, ValueError) as error:
        mark: Any = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1}: " if mark else ""
        problem = getattr(error, "problem", None) or "a character that YAML does not allow"
        raise UnusableInputError([f"{where}is not YAML ({problem}); correct it"]) from None
    if len(documents) > 1:
        problems.append("has more than one document; keep one")
    if problems:
        raise UnusableInputError(problems)
    return entries


def _documents(text: str) -> list[list[Any]]:
    documents: list[list[Any]] = []
    depth = 0
    events: Any = _parse(text, Loader=_LOADER)
    for event in events:
        depth += isinstance(event, _STARTS) - isinstance(event, _ENDS)
        if depth > _DEEPEST:
            raise UnusableInputError([f"line {_line(event)}: is nested too deep; {_EXAMPLE}"])
        if isinstance(event, yaml.DocumentStartEvent):
            documents.append([])
        elif documents and not isinstance(event, yaml.DocumentEndEvent | yaml.StreamEndEvent):
            documents[-1].append(event)
    return documents


def _read_list(document: list[Any], entries: Entries, problems: list[str]) -> None:
    events = iter(document)
    first = next(events)
    if isinstance(first, yaml.ScalarEvent) and not first.value:
        return
    if not isinstance(first, yaml.SequenceStartEvent):
        problems.append(f"must be a list of backups; {_EXAMPLE}")
        return
    for event in events:
        if isinstance(event, yaml.MappingStartEvent):
            entries.append((_line(event), _read_group(events, problems)))
        elif not isinstance(event, yaml.SequenceEndEvent):
            _skip(event, events)
            problems.append(
                f"line {_line(event)}: must be a group of settings (key: value); {_EXAMPLE}"
            )


def _read_group(events: Iterator[Any], problems: list[str]) -> dict[str, object]:
    values: dict[str, object] = {}
    while not isinstance(key := next(events), yaml.MappingEndEvent):
        _skip(key, events)
        value = next(events)
        _skip(value, events)
        if not (isinstance(key, yaml.ScalarEvent) and isinstance(value, yaml.ScalarEvent)):
            problems.append(
                f"line {_line(key)}: must be a key with a text; write for example 'trigger: now'"
            )
        elif key.value in values:
            problems.append(f"line {_line(key)}: {key.value} is there before; keep one")
        else:
            values[key.value] = value.value
    return values


def _skip(start: Any, events: Iterator[Any]) -> None:  # noqa: ANN401 - PyYAML has no types here
    """Pass over everything within a list or group."""
    depth = isinstance(start, _STARTS)
    while depth:
        event = next(events)
        depth += isinstance(event, _STARTS) - isinstance(event, _ENDS)


def _line(event: Any) -> int:  # noqa: ANN401 - PyYAML has no types here
    return event.start_mark.line + 1
