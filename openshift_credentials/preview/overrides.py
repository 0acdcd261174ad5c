"""``--config KEY=VALUE``: settings of the command line that override those of the stack file."""

import copy
import re
from collections.abc import Mapping, Sequence
from typing import Final, cast

from openshift_credentials.base.errors import ProblemCode, UnusableInputError, input_problem

_PART: Final = re.compile(r"\.?([^.\[\]]+)|\[([0-9]{1,6})\]")
_DEEPEST: Final = 50


def with_overrides(
    project: str, config: Mapping[str, object], overrides: Sequence[str]
) -> dict[str, object]:
    """Apply overrides to configuration with full keys; ``config`` itself is not changed.

    A key is a path as in ``pulumi config set --path``: ``etcdBackup.storage.s3.bucket``,
    ``etcdBackup.backups[0].trigger``, with or without the project as prefix. ``true``, ``false``
    and whole numbers without a leading zero become a boolean or a number; everything else is text.

    Raises :class:`UnusableInputError` with all overrides that cannot be applied. Their values are
    not repeated, because they can be secret.
    """
    result = copy.deepcopy(dict(config)) if overrides else dict(config)
    problems = [
        f"--config {override.partition('=')[0]}: {problem}"
        for override in overrides
        if (problem := _override(project, result, override))
    ]
    if problems:
        raise UnusableInputError(
            input_problem(problem, code=ProblemCode.ARGUMENT) for problem in problems
        )
    return result


def _override(project: str, config: dict[str, object], override: str) -> str | None:
    """Apply one override, or return why it cannot be applied."""
    key, equals, text = override.partition("=")
    path = _path(key)
    if not equals or not path:
        return (
            'must be KEY=VALUE; write for example "--config '
            'etcdBackup.backupDefaults.trigger=2026-11-21"'
        )
    if len(path) > _DEEPEST:
        return "is nested more deeply than any setting; correct the key"
    if not _is_unicode(override):
        return "is not UTF-8; write it in UTF-8"
    namespace, colon, rest = str(path[0]).partition(":")
    path[0] = f"{namespace}:{rest}" if colon else f"{project}:{path[0]}"
    if _put(config, path, _value(text)):
        return None
    return (
        "the configuration has no such place; a list accepts only its next index, and a single "
        "value has no members"
    )


def _is_unicode(text: str) -> bool:
    """Whether the argument was UTF-8; other bytes become lone surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _path(key: str) -> list[str | int]:
    parts: list[str | int] = []
    position = 0
    for match in _PART.finditer(key):
        if match.start() != position:
            return []
        parts.append(match[1] if match[1] is not None else int(match[2]))
        position = match.end()
    whole = position == len(key) and not key.startswith((".", "["))
    return parts if whole else []


def _put(place: object, path: Sequence[str | int], value: object) -> bool:
    """Put ``value`` at ``path``, creating groups on the way; false where that is impossible."""
    part, rest = path[0], path[1:]
    new: object = value if not rest else ([] if isinstance(rest[0], int) else {})
    if isinstance(place, dict) and isinstance(part, str):
        group = cast("dict[str, object]", place)
        if not rest or group.get(part) is None:
            group[part] = new
        below = group[part]
    elif isinstance(place, list) and isinstance(part, int):
        items = cast("list[object]", place)
        if part > len(items):
            return False
        if not rest or part == len(items):
            items[part : part + 1] = [new]
        below = items[part]
    else:
        return False
    return not rest or _put(below, rest, value)


def _value(text: str) -> object:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"0|-?[1-9][0-9]{0,17}", text) else text
