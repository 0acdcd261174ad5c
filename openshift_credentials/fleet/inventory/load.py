"""From the rows of an inventory to the members of a fleet, with all problems at once."""

import difflib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.base.notices import Notice
from openshift_credentials.base.text_rule import TextRule
from openshift_credentials.fleet.inventory.read import read_inventory
from openshift_credentials.fleet.inventory.rows import Row
from openshift_credentials.fleet.rules.columns import (
    COLUMNS,
    DEFAULTS,
    FLEET_COLUMNS,
    OF_AWS,
    OF_AZURE,
    ONLY_AWS,
    ONLY_AZURE,
    REQUIRED,
)
from openshift_credentials.fleet.rules.inventory import Cloud, Fleet, HostedCluster, Member
from openshift_credentials.platforms.kubernetes.text_rules import HOSTED_CLUSTER
from openshift_credentials.stack.problems import show_value
from openshift_credentials.stack.tree import merge
from openshift_credentials.systems.etcd_backup.settings.backups_file import read_backups_file

_LISTS: Final = ("hostedClusters",)


@dataclass(frozen=True, slots=True)
class Loaded:
    """The fleet of an inventory: the usable rows, and all problems."""

    fleet: Fleet
    problems: tuple[Notice, ...]
    parts: frozenset[Path] = frozenset()
    """Files that the inventory names."""


def load_inventory(path: Path) -> Loaded:
    """Read an inventory and check every value by its column's rule.

    Rows with a problem are not in the fleet, so that the others can be checked further.
    """
    files = read_inventory(path)
    problems = list(files.problems)
    rules = {name: column.rule for name, column in FLEET_COLUMNS.items()}
    settings = {name: column.default for name, column in FLEET_COLUMNS.items()}
    if files.fleet is not None:
        found = list(_value_problems(files.fleet, rules, "a setting of the fleet", ("waves",)))
        problems += found
        lists = {name: " ".join(texts) for name, texts in files.fleet.lists.items()}
        if not found:
            settings |= {**files.fleet.values, **lists}
    defaults = files.defaults
    if defaults is not None:
        problems += _value_problems(defaults, COLUMNS, "a column", _LISTS)
        if "name" in defaults.values:
            problems.append(defaults.problem("name cannot have a default", "remove it"))
    members: list[Member] = []
    parts = {*files.parts}
    for row in files.rows:
        member, found = _member(row, defaults, path.parent)
        if named := row.values.get("hostedClustersFile"):
            parts.add(path.parent / named)
        problems += found
        if member is not None:
            members.append(member)
    return Loaded(Fleet(settings, tuple(members)), tuple(problems), frozenset(parts))


def _member(row: Row, defaults: Row | None, directory: Path) -> tuple[Member | None, list[Notice]]:
    shared: Mapping[str, str] = {} if defaults is None else defaults.values
    values = {**DEFAULTS, **_without_rivals(shared, row), **row.values}
    problems = [*_value_problems(row, COLUMNS, "a column", _LISTS), *_missing(row, values)]
    problems += _of_the_other_cloud(row, values)
    clusters: list[HostedCluster] = []
    for found in _hosted_clusters(row, defaults, values, directory):
        if isinstance(found, HostedCluster):
            clusters.append(found)
        else:
            problems.append(found)
    if problems or not _are_usable(values):
        return None, problems
    config = merge({} if defaults is None else defaults.config, row.config)
    kept = {name: value for name, value in values.items() if not name.startswith("hostedClusters")}
    member = Member(
        values=kept, hosted_clusters=tuple(clusters), config=config, file=row.file, line=row.line
    )
    return member, []


def _are_usable(values: Mapping[str, str]) -> bool:
    """Whether the shared defaults left no value that was reported with them."""
    return not any(name in COLUMNS and COLUMNS[name].problem(values[name]) for name in values)


def _without_rivals(shared: Mapping[str, str], row: Row) -> dict[str, str]:
    """Defaults without hosted clusters where the row has its own, in either form."""
    names = {name for name in (*row.values, *row.lists) if name.startswith("hostedClusters")}
    return {
        name: value
        for name, value in shared.items()
        if not (names and name.startswith("hostedClusters"))
    }


def _value_problems(
    row: Row, rules: Mapping[str, TextRule], what: str, lists: Collection[str]
) -> Iterator[Notice]:
    """Invalid names, and values that violate their rule."""
    for name, value in row.values.items():
        rule = rules.get(name)
        if rule is None:
            yield row.problem(f"{name}: is not {what}", _nearest(name, rules), name)
        elif problem := rule.problem(value):
            text = f"{name} = {show_value(value)}: {problem}"
            yield row.problem(text, f'for example "{rule.example}"', name)
    for name in row.lists:
        if name not in rules:
            yield row.problem(f"{name}: is not {what}", _nearest(name, rules), name)
        elif name not in lists:
            yield row.problem(f"{name} must be text, not a list", "use one value", name)


def _nearest(name: str, known: Collection[str]) -> str:
    by_lower_case = {text.lower(): text for text in known}
    near = difflib.get_close_matches(name.lower(), by_lower_case, n=1, cutoff=0.6)
    if near:
        return f"did you mean {by_lower_case[near[0]]}?"
    return f"use {', '.join(known)}"


def _missing(row: Row, values: Mapping[str, str]) -> Iterator[Notice]:
    needed = {Cloud.AWS.value: OF_AWS, Cloud.AZURE.value: OF_AZURE}.get(values.get("cloud", ""), ())
    for name in (*REQUIRED, *needed):
        if not values.get(name):
            rule = COLUMNS[name]
            yield row.problem(
                f"{name} is required",
                f'set it, for example to "{rule.example}", or set a default',
                name,
            )


def _of_the_other_cloud(row: Row, values: Mapping[str, str]) -> Iterator[Notice]:
    cloud = values.get("cloud")
    foreign = {Cloud.AWS.value: ONLY_AZURE, Cloud.AZURE.value: ONLY_AWS}.get(cloud or "", ())
    for name in foreign:
        if name in row.values:
            yield row.problem(f"{name} has no effect on {cloud}", "remove it", name)


def _hosted_clusters(
    row: Row, defaults: Row | None, values: Mapping[str, str], directory: Path
) -> Iterator[HostedCluster | Notice]:
    inline = [*row.lists.get("hostedClusters", ()), *_split(values.get("hostedClusters", ""))]
    if not inline and defaults is not None and "hostedClustersFile" not in row.values:
        inline = list(defaults.lists.get("hostedClusters", ()))
    file = values.get("hostedClustersFile")
    if inline and file:
        yield row.problem("hostedClusters and hostedClustersFile are both set", "keep one")
        return
    entries: list[dict[str, object]] = [{"hostedCluster": name} for name in inline]
    if file:
        try:
            entries = [entry.values for entry in read_backups_file(directory / file)]
        except UnusableInputError as error:
            for problem in error.problems:
                why = f"hostedClustersFile = {file}: {problem.place}{problem.why}"
                yield row.problem(why, problem.way_out, "hostedClustersFile")
            return
    seen: set[str] = set()
    for entry in entries:
        name = str(entry.pop("hostedCluster", ""))
        if problem := HOSTED_CLUSTER.problem(name):
            text = f"hostedClusters: {show_value(name)} {problem}"
            yield row.problem(text, 'for example "clusters/a"', "hostedClusters")
        elif "trigger" in entry:
            rule = f"{name} has its own trigger, which the nightly job cannot change"
            yield row.problem(f"hostedClusters: {rule}", "remove it", "hostedClusters")
        elif name in seen:
            why = f"hostedClusters: {name} is listed twice"
            yield row.problem(why, "keep one", "hostedClusters")
        else:
            seen.add(name)
            yield HostedCluster(name, entry)


def _split(text: str) -> list[str]:
    return text.replace(",", " ").replace(";", " ").split()
