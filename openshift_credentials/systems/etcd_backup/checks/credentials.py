"""The settings of the identity fit its credential mode, which the types of the modes define."""

from collections.abc import Iterator, Mapping
from typing import Final

from pydantic.fields import FieldInfo

from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.base import fields_of

from ..rules.modes import CredentialMode
from ..settings.identity import Credentials, StaticKeySettings, identity_type
from .tree import CONTROL_PLANE_IDENTITY, CREDENTIALS, BackupTree

_CONTENTS: Final = (*fields_of(StaticKeySettings), "clientSecret", "managedIdentityDocument")
"""Settings that are the content of the Secret."""


def settings_fit_the_mode(tree: BackupTree) -> Iterator[Notice]:
    """Each mode has the settings that it requires, and no others."""
    storage_type, mode = tree.storage_type, tree.effective_mode
    if storage_type is None:
        return
    modes = [known for known in CredentialMode if known.storage_type is storage_type]
    fields = {user: fields_of(identity_type(user)) for user in modes}
    given = dict(_settings_with_effect(tree))
    for name in given:
        if name != "mode" and not any(name in known for known in fields.values()):
            yield tree.problem(
                f"{CREDENTIALS}.{name}", f"cannot be used when storageType is {storage_type}", "remove it"
            )
    if mode is None or mode not in fields or _content_is_of_another_mode(fields[mode], given):
        return
    for name in given:
        users = [user for user, known in fields.items() if name in known]
        # The name of a role that is not created is only a warning.
        if users and mode not in users and name != "roleName":
            yield tree.problem(
                f"{CREDENTIALS}.{name}",
                f"has no effect in mode {mode}",
                f"remove it, or set {CREDENTIALS}.mode to {' or '.join(users)}",
            )
    for name, field in fields[mode].items():
        if field.is_required() and name not in given and not tree.value(CONTROL_PLANE_IDENTITY):
            yield tree.problem(f"{CREDENTIALS}.{name}", f"is required in mode {mode}", "set it")


def _settings_with_effect(tree: BackupTree) -> Iterator[tuple[str, object]]:
    """Settings that are there; ``false`` changes nothing where it is the default."""
    for name, field in fields_of(Credentials).items():
        value = tree.value(f"{CREDENTIALS}.{name}")
        if value is not None and not (value is False and field.default is False):
            yield name, value


def _content_is_of_another_mode(fields: Mapping[str, FieldInfo], given: Mapping[str, object]) -> bool:
    """Whether the content decides for a mode without a key: plan/secret_content.py reports it."""
    return any(name in fields for name in _CONTENTS) and not any(name in given for name in _CONTENTS)
