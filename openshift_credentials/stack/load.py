"""Load the configuration of a stack, as the Pulumi engine passes it, into models."""

import contextlib
import difflib
import json
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.base.json_values import as_object, is_object
from openshift_credentials.base.notices import Notice
from openshift_credentials.base.text_rule import DIRECTORY

from .base import Settings, fields_of
from .overrides import with_secret_overrides
from .problems import config_path, dotted_path, invalid, problem_of
from .secret_texts import (
    MASK,
    SEALED,
    SecretPlaces,
    is_secret_setting,
    may_be_secret,
    secret_locations,
    without_secrets,
)
from .system import PROJECT, SHARED, SYSTEMS, Deployment, System
from .tree import Tree, merge, value_at, without_mistyped, without_nulls

Location = tuple[int | str, ...]

_TYPE_ERRORS: Final = ("_type", "_parsing", "_parsing_size", "is_instance_of", "int_from_float")
"""Ends of the names of pydantic's errors about the type of a value."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A system's branch as it was read: settings, if each is valid, and all problems."""

    settings: Settings | None
    problems: list[Notice]

    @classmethod
    def of(cls, system: System, root: Mapping[str, object], secret: SecretPlaces, directory: Path) -> "Branch":
        """Read the branch, judge each setting, and then all of them together."""
        expanded = system.settings.expand(root[system.key], directory)
        whole = {**root, system.key: expanded.branch}
        settings, errors = _validate(system, whole)
        problems = [
            *expanded.problems,
            *_misplaced_settings(system, expanded.branch),
            *(_problem(system, error, secret) for error in errors),
            *system.checks.branch_problems(_typed_tree(system, whole, errors), secret.paths),
        ]
        if settings is not None:
            settings = with_secret_overrides(settings, system.key, secret)
            if not problems:
                problems = list(system.checks.problems(settings))
        problems = without_secrets(problems, whole, secret)
        return cls(
            settings, [expanded.worded(notice) or replace(notice, place=f"{PROJECT}:") for notice in _once(problems)]
        )


def _validate(system: System, whole: Mapping[str, object]) -> tuple[Settings | None, Sequence[ErrorDetails]]:
    """The model of a branch and of the shared groups that it needs, or what is wrong with them."""
    try:
        given = _of_system(system, whole)
        return system.settings.MODEL.model_validate(given, by_name=False), ()
    except ValidationError as error:
        return None, _without_echoes(error.errors(include_url=False))


def _of_system(system: System, root: Mapping[str, object]) -> object:
    """A branch together with the shared groups that its model has."""
    branch = root[system.key]
    if not is_object(branch):
        return branch  # its own problem, which the model tells without a path
    named = fields_of(system.settings.MODEL)
    shared = {key: root[key] for key in SHARED if key in named and key in root}
    return {**branch, **shared}


def plain_secrets(system: System, root: Mapping[str, object], secret: SecretPlaces) -> Iterator[Notice]:
    """Secret settings that stand in plain text.

    ``root`` is as given: files that settings name, and secrets of other systems, are no part of it.
    """
    given = _of_system(system, root)
    for location in secret_locations(given, system.settings.MODEL):
        place, value = _place(system, location), value_at(given, location)
        if isinstance(value, str) and value != SEALED and not secret.touch(dotted_path(place)):
            file = " < FILE" if "\n" in value else ""
            yield invalid(
                dotted_path(place),
                "is secret, and not encrypted in the stack file",
                f"encrypt it: pulumi config set --secret --path '{PROJECT}:{config_path(place)}'{file}",
            )


def _misplaced_settings(system: System, branch: object) -> Iterator[Notice]:
    for key in SHARED:
        if key in as_object(branch):
            path = f"{system.key}.{key}"
            yield invalid(path, "is not a setting of the system", f"write it as {key}")


def _problem(system: System, error: ErrorDetails, secret: SecretPlaces) -> Notice:
    model = system.settings.MODEL

    def mask(location: tuple[int | str, ...], value: object) -> str | None:
        if secret.touch(dotted_path(_place(system, location))) or is_secret_setting(location, model):
            return MASK
        return "" if may_be_secret(location, value, model) else None

    if not error["loc"]:
        return invalid(system.key, "must be a group of settings (key: value)", "see docs/settings.md")
    return problem_of(error, model, mask, _top(system, error["loc"]))


def _top(system: System, location: Location) -> str:
    return "" if location[:1] and location[0] in SHARED else system.key


def _place(system: System, location: Location) -> Location:
    """The location from the top of the tree; that of an error starts at the branch."""
    top = _top(system, location)
    return (top, *location) if top else location


def _typed_tree(system: System, whole: Mapping[str, object], errors: Sequence[ErrorDetails]) -> Mapping[str, object]:
    """The tree for checks between settings: no value in it has a wrong type, and none is null."""
    typed = whole
    for error in errors:
        if error["type"].endswith(_TYPE_ERRORS) or _is_no_choice(error):
            typed = as_object(without_mistyped(typed, _place(system, error["loc"])))
    return as_object(without_nulls(typed))


def _is_no_choice(error: ErrorDetails) -> bool:
    """Whether the value is not even text, where it must be one of some texts."""
    return error["type"] in ("enum", "literal_error") and not isinstance(error["input"], str)


def _without_echoes(found: Sequence[ErrorDetails]) -> list[ErrorDetails]:
    """Omit lists that are too short only because of invalid entries, which are reported."""
    wrong = {error["loc"][:-1] for error in found}
    return [error for error in found if error["type"] != "too_short" or error["loc"] not in wrong]


def _once(problems: list[Notice]) -> list[Notice]:
    """One problem per setting, the first one."""
    by_path: dict[tuple[str, int | None], Notice] = {}
    for problem in problems:
        by_path.setdefault((problem.setting, problem.line), problem)
    return list(by_path.values())


_CONNECTIONS: Final = ("kubernetes", "hostedKubernetes")


def shared_problems(root: Mapping[str, object], secret_keys: Collection[str], directory: Path) -> Iterator[Notice]:
    """All problems between the settings of shared groups; paths start from ``directory``."""
    tree = Tree(root, secret_keys)
    yield from manifests_have_a_directory(tree, directory)
    yield from manifests_or_cluster(tree)
    yield from kubeconfig_is_whole(tree)


def manifests_or_cluster(tree: Tree) -> Iterator[Notice]:
    """Manifests are written without a cluster.

    With both, the Kubernetes provider fails and prints the kubeconfig, even a secret one.
    """
    if tree.value("kubernetes.renderTo") is None:
        return
    for key in ("kubeconfig", "context"):
        if tree.value(f"kubernetes.{key}") is not None:
            yield invalid(
                f"kubernetes.{key}",
                "cannot be combined with kubernetes.renderTo, which needs no cluster",
                "remove one of them",
            )


def manifests_have_a_directory(tree: Tree, directory: Path) -> Iterator[Notice]:
    """Manifests need a separate directory that exists or can be created."""
    given = tree.text("kubernetes.renderTo", DIRECTORY)
    if given is None or given == SEALED:
        return
    place = Path(os.path.abspath(directory / given))  # noqa: PTH100 - loops of links
    rule = None
    if place in (Path(place.anchor), Path(os.path.abspath(directory))):  # noqa: PTH100
        rule = "is a directory with other content, and the stack writes files to it"
    else:
        for parent in (place, *place.parents):
            with contextlib.suppress(OSError):
                if parent.exists() or parent.is_symlink():
                    rule = None if parent.is_dir() else f"requires a directory, but {parent} is a file"
                    break
    if rule:
        yield invalid("kubernetes.renderTo", rule, "use a directory for the manifests only, such as manifests", given)


def kubeconfig_is_whole(tree: Tree) -> Iterator[Notice]:
    """A kubeconfig has what a client needs."""
    for group in _CONNECTIONS:
        kubeconfig = tree.text(f"{group}.kubeconfig")
        if kubeconfig is None or kubeconfig == SEALED:
            continue
        if not _is_kubeconfig(kubeconfig):
            rule = "is not the content of a kubeconfig with clusters, users and contexts"
            yield invalid(f"{group}.kubeconfig", rule, "give it the content of a kubeconfig file")


def _is_kubeconfig(text: str) -> bool:
    from openshift_credentials.base.guarded_yaml import YamlError, read_document  # noqa: PLC0415 - only stacks with a kubeconfig pay for it
    from openshift_credentials.base.yaml_text import SafeLoader  # noqa: PLC0415

    try:
        content = as_object(read_document(text, SafeLoader))
    except YamlError:
        return False
    return all(content.get(key) for key in ("clusters", "users", "contexts"))


def load_settings(
    config: Mapping[str, str], secret_keys: Collection[str] = (), directory: Path = Path()
) -> tuple[Deployment, ...]:
    """Validate the settings of a stack and return its systems, in the order of deployment.

    ``config`` is the content of ``PULUMI_CONFIG``: full keys (``openshift-credentials:etcdBackup``)
    and texts, in which groups and lists are JSON. ``secret_keys`` are the full keys under which
    something is secret, and the full paths of the secret settings where they are known; no error
    shows a secret value. ``directory`` is where relative paths start: the directory of the project.

    Raises :class:`UnusableInputError` with all problems at once.
    """
    prefix = f"{PROJECT}:"
    root = {key.removeprefix(prefix): value_of(text) for key, text in config.items() if key.startswith(prefix)}
    secret = SecretPlaces.of([key.removeprefix(prefix) for key in secret_keys])
    found = (
        *_keys(root),
        *without_secrets(shared_problems(root, secret.paths, directory), root, secret),
        *(problem for key, system in SYSTEMS.items() if key in root for problem in plain_secrets(system, root, secret)),
    )
    problems = [*_foreign_keys(config), *(replace(item, place=prefix) for item in found)]
    deployments: list[Deployment] = []
    for system in (system for key, system in SYSTEMS.items() if key in root):
        read = Branch.of(system, root, secret, directory)
        problems += read.problems
        if read.settings is not None:
            deployments.append(Deployment(system, read.settings))
            root = _with_defaults(root, system.plan.shares(read.settings, root))
    if problems:
        raise UnusableInputError({str(problem): problem for problem in problems}.values())
    return tuple(deployments)


def _with_defaults(root: Mapping[str, object], shared: Mapping[str, Mapping[str, object]]) -> dict[str, object]:
    """The tree with settings that one system shares with others, unless their branches set them."""
    filled = dict(root)
    for key, defaults in shared.items():
        if is_object(root.get(key)):
            filled[key] = merge(defaults, as_object(root[key]))
    return filled


def value_of(text: str) -> object:
    """The value of a key: groups and lists come as JSON, everything else as its text.

    Half of a surrogate pair becomes U+FFFD, as in the engine (Go's ``encoding/json``): no cloud,
    file or stream takes it.
    """
    if text[:1] in ("{", "["):
        try:
            value: object = json.loads(text)
            if "\\ud" not in text.lower() and text.isascii():
                return value
            return json.loads(_well_formed(json.dumps(value, ensure_ascii=False)))
        except (ValueError, RecursionError):
            return _well_formed(text)
    return _well_formed(text)


def _well_formed(text: str) -> str:
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _foreign_keys(config: Mapping[str, str]) -> Iterator[Notice]:
    """Keys of another project that probably belong to this one: mistyped or renamed.

    Keys of providers (``aws:region``) are neither.
    """
    for key in config:
        namespace, colon, name = key.rpartition(":")
        if not colon or namespace == PROJECT:
            continue
        if name in (*SHARED, *SYSTEMS) or difflib.get_close_matches(namespace.lower(), [PROJECT], cutoff=0.8):
            branch = _branch_of(name)
            yield invalid(
                key,
                f"is a setting of project {namespace}, which this program does not read",
                f"write {PROJECT}:{branch}.{name}" if branch else f"write {PROJECT}:{name}",
            )


def _keys(root: Mapping[str, object]) -> Iterator[Notice]:
    """Top-level keys that are neither a shared group nor a system, and a stack without any."""
    known = (*SHARED, *SYSTEMS)
    yield from (invalid(key, "is not a setting", _way_out(key)) for key in root if key not in known)
    if not any(key in root for key in SYSTEMS):
        yield invalid(next(iter(SYSTEMS)), "or another system is required", f"add at least one of {', '.join(SYSTEMS)}")


def _way_out(key: str) -> str:
    """What to write instead of an unknown top-level key."""
    known = {name.lower(): name for name in (*SHARED, *SYSTEMS)}
    if near := difflib.get_close_matches(key.lower(), known, n=1, cutoff=0.75):
        return f"did you mean {known[near[0]]}?"
    if branch := _branch_of(key):
        return f"it belongs under {branch}: write {branch}.{key}"
    return f"the settings here are {', '.join(known.values())}"


def _branch_of(key: str) -> str | None:
    """The system whose setting this is."""
    named = (name for name, system in SYSTEMS.items() if key in names_of(system.settings.MODEL))
    return next(named, None)


def names_of(model: type[Settings]) -> list[str]:
    """Settings of a system's own branch, as the stack file has them."""
    return [name for name in fields_of(model) if name not in SHARED]
