"""Typed arguments of a facade, with the checks and promises of a stack."""

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TypeVar, cast

from pydantic import SecretStr

from openshift_credentials.stack.arguments import settings_of, words_of_a_program
from openshift_credentials.stack.base import Settings
from openshift_credentials.stack.problems import dotted_path
from openshift_credentials.stack.secret_texts import secret_locations

from .errors import stopping_the_program
from .telling import tell

S = TypeVar("S", bound=Settings)


def validate(key: str, model: type[S], arguments: Mapping[str, object]) -> S:
    """The settings of a system, after its checks, promises and remarks.

    ``key`` is the branch of the system in a stack file; ``arguments`` have the names of the stack
    file. Every value of a secret type is secret. Relative paths start at the directory of the
    program.

    Raises :class:`pulumi.RunError` with all problems at once.
    """
    secret = [dotted_path(location) for location in secret_locations(arguments, model)]
    worded = partial(words_of_a_program, key)
    with stopping_the_program(worded):
        deployment = settings_of(key, arguments, secret, directory=Path())
        deployment.assert_promises()
    for notice in deployment.remarks():
        tell(notice, worded=worded)
    return cast("S", deployment.settings)


def check_model(key: str, settings: S) -> S:
    """The same for arguments that are the model of the branch."""
    return validate(key, type(settings), as_in_a_stack(settings))


def as_in_a_stack(settings: Settings) -> dict[str, object]:
    """What was given, by the names of the stack file and with its secrets."""
    given = settings.model_dump(by_alias=True, exclude_unset=True)
    return json.loads(json.dumps(given, default=_reveal))


def _reveal(value: object) -> str:
    return value.get_secret_value() if isinstance(value, SecretStr) else str(value)
