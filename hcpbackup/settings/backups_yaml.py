"""A YAML list of backups, with the line of every entry."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import yaml

from hcpbackup.errors import UnusableInputError

_LOADER: Final[Any] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_EXAMPLE: Final = "write for example '- hostedCluster: clusters/my-cluster'"


def entries_of_yaml(text: str) -> list[tuple[int, dict[str, object]]]:
    """Line and values of every entry; each value is the text as it stands in the file.

    Raises :class:`~hcpbackup.errors.UnusableInputError` where it is not a list of groups of
    texts.
    """
    try:
        root: Any = _LOADER(text).get_single_node()
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark: Any = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1}: " if mark else ""
        problem = getattr(error, "problem", None) or "a character that YAML does not allow"
        raise UnusableInputError([f"{where}is not YAML ({problem}); correct it"]) from None
    if root is None:
        return []
    if not isinstance(root, yaml.SequenceNode):
        raise UnusableInputError([f"must be a list of backups; {_EXAMPLE}"])
    nodes: list[Any] = root.value
    problems = [problem for node in nodes for problem in _problems(node)]
    if problems:
        raise UnusableInputError(problems)
    return [
        (node.start_mark.line + 1, {key.value: value.value for key, value in node.value})
        for node in nodes
    ]


def _problems(node: Any) -> Iterator[str]:  # noqa: ANN401 - PyYAML has no types here
    line = node.start_mark.line + 1
    if not isinstance(node, yaml.MappingNode):
        yield f"line {line}: must be a group of settings (key: value); {_EXAMPLE}"
        return
    keys: Counter[str] = Counter()
    for key, value in node.value:
        line = key.start_mark.line + 1
        if not (isinstance(key, yaml.ScalarNode) and isinstance(value, yaml.ScalarNode)):
            yield f"line {line}: must be a key with a text; write for example 'trigger: now'"
            continue
        keys[key.value] += 1
        if keys[key.value] == 2:
            yield f"line {line}: {key.value} is there before; keep one"
