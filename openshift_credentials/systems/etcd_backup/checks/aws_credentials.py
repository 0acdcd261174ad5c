"""Rules between the credential mode and the settings of roles and static keys."""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.stack.base import fields_of
from openshift_credentials.stack.secret_texts import is_sealed

from ..rules.findings import findings
from ..rules.modes import CREDENTIALS_KEY, CredentialMode, StorageType, detect
from ..settings.identity import StaticKeySettings
from .tree import CREDENTIALS, BackupTree

_OF_KEYS: Final = tuple(fields_of(StaticKeySettings))


def static_keys_are_whole(tree: BackupTree) -> Iterator[Notice]:
    """Static keys are a pair, or a file; keys of a session have their token."""
    given = [name for name in _OF_KEYS if tree.value(f"{CREDENTIALS}.{name}") is not None]
    if tree.effective_mode is not CredentialMode.AWS_STATIC or not given:
        return
    if "credentialsFile" in given:
        for name in given:
            if name != "credentialsFile":
                yield tree.problem(
                    f"{CREDENTIALS}.{name}",
                    f"cannot be combined with {CREDENTIALS}.credentialsFile, which contains the keys",
                    "keep only one of them",
                )
        yield from _file(tree)
        return
    for name in ("accessKeyId", "secretAccessKey"):
        if name not in given:
            yield tree.problem(
                f"{CREDENTIALS}.{name}",
                f"is required when {CREDENTIALS}.mode is aws-static",
                f"set it as a secret, or set {CREDENTIALS}.credentialsFile",
            )
    yield from _token(tree, has_token="sessionToken" in given)


def _file(tree: BackupTree) -> Iterator[Notice]:
    """Problems that prevent the uploader's SDK from finding keys in the file."""
    content = tree.credentials.credentials_file
    if content is None or is_sealed(content):
        return
    data = {CREDENTIALS_KEY: content.get_secret_value().encode()}
    if detect(StorageType.S3, data).mode is not CredentialMode.AWS_STATIC:
        return  # the assertion reports the mode
    for finding in findings(StorageType.S3, data):
        if finding.severity is Severity.ERROR:
            yield tree.problem(
                f"{CREDENTIALS}.credentialsFile",
                f"would not work as the content of the Secret: {_continue(finding.why)}",
                _continue(finding.way_out),
            )


def _continue(sentence: str) -> str:
    """A sentence as a part of another one."""
    return f"{sentence[0].lower()}{sentence[1:].rstrip('.')}"


def _token(tree: BackupTree, *, has_token: bool) -> Iterator[Notice]:
    key_id = tree.credentials.access_key_id
    if key_id is None or is_sealed(key_id):
        return
    kind = key_id.get_secret_value()[:4]
    if kind == "ASIA" and not has_token:
        yield tree.problem(
            f"{CREDENTIALS}.sessionToken",
            "is required for temporary keys, whose ID starts with ASIA",
            "set it as a secret",
        )
    if kind == "AKIA" and has_token:
        yield tree.problem(
            f"{CREDENTIALS}.sessionToken",
            "cannot be combined with keys of a user, whose ID starts with AKIA: AWS rejects them",
            "remove it, or set the keys of the session",
        )
