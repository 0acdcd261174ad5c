"""Load the configuration of a stack, as the Pulumi engine passes it, into models."""

import difflib
import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.base.json_values import as_object, is_object
from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.base import Settings
from openshift_credentials.stack.branch import Branch, plain_secrets
from openshift_credentials.stack.checks import shared_problems
from openshift_credentials.stack.models import fields_of
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.registry import SHARED, SYSTEMS
from openshift_credentials.stack.secret_places import SecretPlaces, without_secrets
from openshift_credentials.stack.system import PROJECT, Deployment
from openshift_credentials.stack.tree import merge


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
    root = {
        key.removeprefix(prefix): value_of(text)
        for key, text in config.items()
        if key.startswith(prefix)
    }
    secret = SecretPlaces.of([key.removeprefix(prefix) for key in secret_keys])
    found = (
        *_keys(root),
        *without_secrets(shared_problems(root, secret.paths, directory), root, secret),
        *(
            problem
            for key, system in SYSTEMS.items()
            if key in root
            for problem in plain_secrets(system, root, secret)
        ),
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


def _with_defaults(
    root: Mapping[str, object], shared: Mapping[str, Mapping[str, object]]
) -> dict[str, object]:
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
        if name in (*SHARED, *SYSTEMS) or difflib.get_close_matches(
            namespace.lower(), [PROJECT], cutoff=0.8
        ):
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
        yield invalid(
            next(iter(SYSTEMS)),
            "or another system is required",
            f"add at least one of {', '.join(SYSTEMS)}",
        )


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
