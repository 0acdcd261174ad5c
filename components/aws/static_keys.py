"""The credential Secret's content in mode ``aws-static``."""

from dataclasses import dataclass

import pulumi

from components.known_later import known_later
from components.target import SecretData
from hcpbackup.contract import payloads
from hcpbackup.contract.credentials import CREDENTIALS_KEY
from hcpbackup.settings import Credentials
from hcpbackup.settings.secret_texts import is_sealed

_STAND_IN = payloads.aws_static(payloads.ACCESS_KEY_ID.example, payloads.SECRET_ACCESS_KEY.example)


@dataclass(frozen=True)
class StaticKeys:
    """The form of the content without any of its values, and the content as a secret output."""

    form: SecretData
    data: pulumi.Output[SecretData]


def static_keys(credentials: Credentials) -> StaticKeys:
    """The content for the keys or the file of the settings.

    ``form`` has the documented example keys in it, so that no secret is in a plain value; the
    content itself is asserted on its way into the Secret.
    """
    given = (
        credentials.access_key_id,
        credentials.secret_access_key,
        credentials.session_token,
        credentials.credentials_file,
    )
    if any(is_sealed(value) for value in given):
        return StaticKeys(_STAND_IN, pulumi.Output.secret(known_later(_STAND_IN)))
    return StaticKeys(_STAND_IN, pulumi.Output.secret(_content(credentials)))


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
