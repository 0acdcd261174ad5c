"""The entries of all backups, inline or from a file, completed with common values."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.base.json_values import as_object, is_array, is_object
from openshift_credentials.base.notices import Notice
from openshift_credentials.base.text_rule import FILE, TextRule
from openshift_credentials.stack.parts import Expanded
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.tree import Tree

from ..rules.key_prefix import KEY_PREFIX_TEMPLATE
from ..rules.names import TRIGGER

_BACKUPS: Final = "etcdBackup.backups"
_FILE: Final = "etcdBackup.backupsFile"
_SHARED: Final[Mapping[str, TextRule]] = {"trigger": TRIGGER, "keyPrefix": KEY_PREFIX_TEMPLATE}


def expand(branch: object, directory: Path) -> Expanded:
    """Put the entries of the backups file and common values into the branch.

    A relative path starts from ``directory``. Invalid settings are not changed; the models report
    them. A problem of an entry contains file and line.
    """
    tree = Tree(as_object(branch))
    name = tree.text("backupsFile", FILE)
    if name is None:
        given = tree.value("backups")
        due = [backup for backup in tree.items("backups") if _is_due(tree, as_object(backup))]
        return Expanded(_complete(branch, tree, due if isinstance(given, list) else given))
    if tree.value("backups"):
        problem = invalid(_BACKUPS, f"cannot be combined with {_FILE}", "keep only one of them")
        return Expanded(branch, (problem,))
    from .backups_file import read_backups_file  # noqa: PLC0415

    try:
        entries = read_backups_file(directory / name)
    except UnusableInputError as error:
        return Expanded(branch, tuple(_problem(name, item) for item in error.problems))
    entries = [entry for entry in entries if _is_due(tree, entry.values)]
    completed = _complete(branch, tree, [entry.values for entry in entries])
    lines = [entry.line for entry in entries]
    return Expanded(completed, worded=partial(_at_line, name, lines))


def _at_line(file: str, lines: Sequence[int], problem: Notice) -> Notice | None:
    """The problem with file and line in front, if it concerns an entry."""
    if not problem.setting.startswith(f"{_BACKUPS}["):
        return None
    index, _, rest = problem.setting.removeprefix(f"{_BACKUPS}[").partition("]")
    line = lines[int(index)]
    place = f"{file} line {line}"
    shown_as = f"{place}: {rest.removeprefix('.')}" if rest else place
    return replace(problem, file=file, line=line, shown_as=shown_as)


def _complete(branch: object, tree: Tree, entries: object) -> object:
    if not is_array(entries):
        return branch
    given = {key: tree.value(f"backupDefaults.{key}") for key in _SHARED}
    # A wrong common value is one problem, not that of each entry.
    shared = {
        key: value if _is_usable(value, _SHARED[key]) else _SHARED[key].example
        for key, value in given.items()
        if value is not None
    }
    backups = [{**shared, **entry} if is_object(entry) else entry for entry in entries]
    return {**as_object(branch), "backups": backups}


def _is_due(tree: Tree, entry: Mapping[str, object]) -> bool:
    """Whether the entry has a trigger, or requires one."""
    awaits = tree.value("backupPolicy.awaitTrigger") is True
    return not awaits or "trigger" in entry or tree.value("backupDefaults.trigger") is not None


def _is_usable(value: object, rule: TextRule) -> bool:
    """Whether the models accept ``value``, which can be a number that is read as text."""
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    return isinstance(text, str) and not rule.problem(text)


def _problem(name: str, problem: Notice) -> Notice:
    line = "" if problem.line else problem.place
    found = invalid(_FILE, f"{line}{problem.why}", problem.way_out)
    return replace(found, value=name, file=name, line=problem.line)
