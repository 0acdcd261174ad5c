"""From the configuration of a stack, as the Pulumi engine hands it over, to models."""

import json
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from openshift_credentials.errors import UnusableInputError
from openshift_credentials.settings.backup_entries import with_backup_entries
from openshift_credentials.settings.checks import cross_problems, whole_problems
from openshift_credentials.settings.problems import Problem, problem_of
from openshift_credentials.settings.secret_texts import is_secret_setting
from openshift_credentials.settings.stack import StackSettings

PROJECT: Final = "openshift-credentials"


def load_settings(
    config: Mapping[str, str],
    secret_keys: Collection[str] = (),
    project: str = PROJECT,
    directory: Path = Path(),
) -> StackSettings:
    """Validate the settings of a stack.

    ``config`` is what a Pulumi program finds in ``PULUMI_CONFIG``: full keys
    (``openshift-credentials:storage``) and texts, in which groups and lists are JSON.
    ``secret_keys`` are the full keys whose values are secret; no value under them is shown in
    an error. Keys of other projects and providers are passed over. ``directory`` is where
    relative paths start: the directory of the project.

    Raises :class:`~openshift_credentials.errors.UnusableInputError` with all problems at once.
    """
    prefix = f"{project}:"
    tree = {
        key.removeprefix(prefix): _value(text)
        for key, text in config.items()
        if key.startswith(prefix)
    }
    masked = {key.removeprefix(prefix) for key in secret_keys}

    def is_secret(location: tuple[int | str, ...]) -> bool:
        return location[0] in masked or is_secret_setting(location, StackSettings)

    settings: StackSettings | None = None
    entries = with_backup_entries(tree, directory)
    problems = list(entries.problems)
    try:
        settings = StackSettings.model_validate(entries.root)
    except ValidationError as error:
        problems += [
            problem_of(each, StackSettings, is_secret) for each in error.errors(include_url=False)
        ]
    problems += _masked(cross_problems(entries.root, masked), masked)
    if settings is not None and not problems:
        problems = _masked(whole_problems(settings), masked)
    if settings is None or problems:
        raise UnusableInputError(entries.worded(problem, prefix) for problem in _once(problems))
    return settings


def _value(text: str) -> object:
    """The value of a key: groups and lists come as JSON, everything else as its text."""
    if text[:1] in ("{", "["):
        try:
            return json.loads(text)
        except ValueError:
            return text
    return text


def _masked(problems: list[Problem], masked: Collection[str]) -> list[Problem]:
    """A rule between settings may quote them, so nothing of it is told where one is secret."""
    return [
        Problem(
            each.path,
            "does not fit other settings",
            "docs/settings.md has its rules; more would show what is secret",
            "[secret]",
        )
        if each.value and each.path.partition(".")[0].partition("[")[0] in masked
        else each
        for each in problems
    ]


def _once(problems: list[Problem]) -> list[Problem]:
    """One problem a setting: the first says enough."""
    by_path: dict[str, Problem] = {}
    for problem in problems:
        by_path.setdefault(problem.path, problem)
    return list(by_path.values())
