"""The credential Secret's content in mode ``aws-static``."""

import pulumi

from components.etcd_backup.target import SecretData
from components.known_later import known_later
from openshift_credentials.etcd_backup.rules import payloads
from openshift_credentials.etcd_backup.rules.credentials import CREDENTIALS_KEY
from openshift_credentials.etcd_backup.settings import Credentials
from openshift_credentials.stack.secret_texts import is_sealed


def static_keys(credentials: Credentials) -> pulumi.Output[SecretData]:
    """The content for the keys or the file of the settings, as a secret.

    It is unknown where a value is encrypted and cannot be read, as in an offline preview.
    """
    given = (
        credentials.access_key_id,
        credentials.secret_access_key,
        credentials.session_token,
        credentials.credentials_file,
    )
    if any(is_sealed(value) for value in given):
        return pulumi.Output.secret(known_later(SecretData()))
    return pulumi.Output.secret(_content(credentials))


def _content(credentials: Credentials) -> SecretData:
    if credentials.credentials_file is not None:
        return {CREDENTIALS_KEY: credentials.credentials_file.get_secret_value().encode()}
    key_id, secret, token = (
        None if value is None else value.get_secret_value()
        for value in (
            credentials.access_key_id,
            credentials.secret_access_key,
            credentials.session_token,
        )
    )
    return payloads.aws_static(key_id or "", secret or "", token)
