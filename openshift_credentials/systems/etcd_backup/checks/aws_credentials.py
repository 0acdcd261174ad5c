"""Rules between the credential mode and the settings of roles and static keys."""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.stack.base import Settings
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.secret_texts import SEALED
from openshift_credentials.systems.etcd_backup.checks.tree import BackupTree
from openshift_credentials.systems.etcd_backup.rules.credentials import (
    CREDENTIALS_KEY,
    CredentialMode,
    StorageType,
    detect,
)
from openshift_credentials.systems.etcd_backup.rules.findings import findings
from openshift_credentials.systems.etcd_backup.settings.aws_credentials import (
    StaticKeySettings,
)


def _names(model: type[Settings]) -> tuple[str, ...]:
    return tuple(field.alias or name for name, field in model.model_fields.items())


_OF_KEYS: Final = _names(StaticKeySettings)


def _has_keys(tree: BackupTree) -> bool:
    return any(tree.value(f"etcdBackup.credentials.{name}") is not None for name in _OF_KEYS)


def static_keys_are_whole(tree: BackupTree) -> Iterator[Notice]:
    """Static keys are a pair, or a file; keys of a session have their token."""
    if tree.effective_mode is not CredentialMode.AWS_STATIC or not _has_keys(tree):
        return
    given = {name: tree.value(f"etcdBackup.credentials.{name}") for name in _OF_KEYS}
    if given["credentialsFile"] is not None:
        for name in _OF_KEYS[:-1]:
            if given[name] is not None:
                yield invalid(
                    f"etcdBackup.credentials.{name}",
                    "cannot be combined with etcdBackup.credentials.credentialsFile, which "
                    "contains the keys",
                    "keep only one of them",
                )
        yield from _file(given["credentialsFile"])
        return
    for name in ("accessKeyId", "secretAccessKey"):
        if given[name] is None:
            yield invalid(
                f"etcdBackup.credentials.{name}",
                "is required when etcdBackup.credentials.mode is aws-static",
                "set it as a secret, or set etcdBackup.credentials.credentialsFile",
            )
    yield from _token(given["accessKeyId"], given["sessionToken"])


def _file(content: object) -> Iterator[Notice]:
    """Problems that prevent the uploader's SDK from finding keys in the file."""
    if not isinstance(content, str) or content == SEALED:
        return
    data = {CREDENTIALS_KEY: content.encode()}
    path = "etcdBackup.credentials.credentialsFile"
    if detect(StorageType.S3, data).mode is not CredentialMode.AWS_STATIC:
        return  # the assertion reports the mode
    for finding in findings(StorageType.S3, data):
        if finding.severity is Severity.ERROR:
            yield invalid(
                path,
                f"would not work as the content of the Secret: {_continued(finding.why)}",
                _continued(finding.way_out),
            )


def _continued(sentence: str) -> str:
    """A sentence as a part of another one."""
    return f"{sentence[0].lower()}{sentence[1:].rstrip('.')}"


def _token(key_id: object, token: object) -> Iterator[Notice]:
    if not isinstance(key_id, str) or key_id == SEALED:
        return
    if key_id.startswith("ASIA") and token is None:
        yield invalid(
            "etcdBackup.credentials.sessionToken",
            "is required for temporary keys, whose ID starts with ASIA",
            "set it as a secret",
        )
    if key_id.startswith("AKIA") and token is not None:
        yield invalid(
            "etcdBackup.credentials.sessionToken",
            "cannot be combined with keys of a user, whose ID starts with AKIA: AWS rejects them",
            "remove it, or set the keys of the session",
        )
