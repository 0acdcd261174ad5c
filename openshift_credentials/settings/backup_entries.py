"""The entries of all backups, inline or from a file, completed with what they share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, cast

from openshift_credentials.contract import text_rules as rules
from openshift_credentials.contract.text_rules import TextRule
from openshift_credentials.errors import UnusableInputError
from openshift_credentials.settings.checks.tree import Tree, as_group, is_group
from openshift_credentials.settings.problems import Problem

_SHARED: Final[Mapping[str, TextRule]] = {
    "trigger": rules.TRIGGER,
    "keyPrefix": rules.KEY_PREFIX_TEMPLATE,
}


@dataclass(frozen=True, slots=True)
class BackupEntries:
    """Raw entries, and where those of a file stand in it; ``lines`` is empty for inline ones.

    ``root`` is the configuration with the entries in it; ``problems`` are those of the file.
    """

    root: Mapping[str, object]
    file: str = ""
    lines: Sequence[int] = ()
    problems: Sequence[Problem] = ()

    def worded(self, problem: Problem, prefix: str) -> str:
        """The problem with ``prefix`` in front, or with file and line if it is in the file."""
        if not self.lines or not problem.path.startswith("backups["):
            return f"{prefix}{problem}"
        index, _, rest = problem.path.removeprefix("backups[").partition("]")
        where = f"{self.file} line {self.lines[int(index)]}"
        path = f"{where}: {rest.removeprefix('.')}" if rest else where
        return str(replace(problem, path=path))


def with_backup_entries(root: Mapping[str, object], directory: Path) -> BackupEntries:
    """Put the entries of the backups file into the configuration, and what all entries share.

    A relative path starts from ``directory``. Settings that are not what they have to be stay as
    they are, for the models to report.
    """
    tree = Tree(root)
    name = tree.text("backupsFile", rules.FILE)
    if name is None:
        return BackupEntries(_completed(root, tree, tree.value("backups")))
    if tree.value("backups"):
        problem = "is given beside backupsFile", "keep one of the two"
        return BackupEntries(root, problems=[Problem("backups", *problem)])
    from openshift_credentials.settings.backups_file import read_backups_file  # noqa: PLC0415

    try:
        entries = read_backups_file(directory / name)
    except UnusableInputError as error:
        return BackupEntries(root, problems=[_problem(name, each) for each in error.problems])
    completed = _completed(root, tree, [entry.values for entry in entries])
    return BackupEntries(completed, name, [entry.line for entry in entries])


def _completed(root: Mapping[str, object], tree: Tree, entries: object) -> Mapping[str, object]:
    if not isinstance(entries, list):
        return root
    given = {key: tree.value(f"backupDefaults.{key}") for key in _SHARED}
    shared = {key: value for key, value in given.items() if _is_usable(value, _SHARED[key])}
    backups = [
        {**shared, **as_group(entry)} if is_group(entry) else entry
        for entry in cast("list[object]", entries)
    ]
    return {**root, "backups": backups}


def _is_usable(value: object, rule: TextRule) -> bool:
    """Whether the models will take ``value``, which may be a number that stands for its text."""
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    return isinstance(text, str) and not rule.problem(text)


def _problem(name: str, text: str) -> Problem:
    rule, _, way_out = text.rpartition("; ")
    return Problem(f"backupsFile = {name}", rule, way_out)
