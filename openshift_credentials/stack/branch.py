"""Reads one branch of the configuration: first each setting, then the rules between them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from openshift_credentials.base.json_values import as_object, is_object
from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.base import Settings
from openshift_credentials.stack.models import fields_of
from openshift_credentials.stack.problems import config_path, dotted_path, invalid, problem_of
from openshift_credentials.stack.registry import SHARED
from openshift_credentials.stack.secret_places import SecretPlaces, without_secrets
from openshift_credentials.stack.secret_texts import (
    MASK,
    SEALED,
    is_secret_setting,
    may_be_secret,
    secret_locations,
)
from openshift_credentials.stack.system import PROJECT, System
from openshift_credentials.stack.tree import value_at, without_mistyped, without_nulls

Location = tuple[int | str, ...]

_TYPE_ERRORS: Final = ("_type", "_parsing", "_parsing_size", "is_instance_of", "int_from_float")
"""Ends of the names of pydantic's errors about the type of a value."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A system's branch as it was read: settings, if each is valid, and all problems."""

    settings: Settings | None
    problems: list[Notice]

    @classmethod
    def of(
        cls, system: System, root: Mapping[str, object], secret: SecretPlaces, directory: Path
    ) -> "Branch":
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
        if settings is not None and not problems:
            problems = list(system.checks.problems(settings))
        problems = without_secrets(problems, whole, secret)
        return cls(
            settings,
            [
                expanded.worded(notice) or replace(notice, place=f"{PROJECT}:")
                for notice in _once(problems)
            ],
        )


def _validate(
    system: System, whole: Mapping[str, object]
) -> tuple[Settings | None, Sequence[ErrorDetails]]:
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


def plain_secrets(
    system: System, root: Mapping[str, object], secret: SecretPlaces
) -> Iterator[Notice]:
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
                f"encrypt it: pulumi config set --secret --path '{PROJECT}:{config_path(place)}'"
                f"{file}",
            )


def _misplaced_settings(system: System, branch: object) -> Iterator[Notice]:
    for key in SHARED:
        if key in as_object(branch):
            path = f"{system.key}.{key}"
            yield invalid(path, "is not a setting of the system", f"write it as {key}")


def _problem(system: System, error: ErrorDetails, secret: SecretPlaces) -> Notice:
    model = system.settings.MODEL

    def mask(location: tuple[int | str, ...], value: object) -> str | None:
        if secret.touch(dotted_path(_place(system, location))) or is_secret_setting(
            location, model
        ):
            return MASK
        return "" if may_be_secret(location, value, model) else None

    if not error["loc"]:
        return invalid(
            system.key, "must be a group of settings (key: value)", "see docs/settings.md"
        )
    return problem_of(error, model, mask, _top(system, error["loc"]))


def _top(system: System, location: Location) -> str:
    return "" if location[:1] and location[0] in SHARED else system.key


def _place(system: System, location: Location) -> Location:
    """The location from the top of the tree; that of an error starts at the branch."""
    top = _top(system, location)
    return (top, *location) if top else location


def _typed_tree(
    system: System, whole: Mapping[str, object], errors: Sequence[ErrorDetails]
) -> Mapping[str, object]:
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
