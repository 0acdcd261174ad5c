"""The credential Secret's content in mode ``aws-static``."""

from dataclasses import dataclass, field

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
    """The content as a secret output, and what its mode can be told from at preview.

    ``form`` is never registered: it is the content itself, or a stand-in for an encrypted one.
    """

    form: SecretData = field(repr=False)
    data: pulumi.Output[SecretData]


def static_keys(credentials: Credentials) -> StaticKeys:
    """The content for the keys or the file of the settings.

    The stand-in for what an offline preview cannot read has AWS's documented example keys.
    """
    given = (
        credentials.access_key_id,
        credentials.secret_access_key,
        credentials.session_token,
        credentials.credentials_file,
    )
    if any(is_sealed(value) for value in given):
        return StaticKeys(_STAND_IN, pulumi.Output.secret(known_later(_STAND_IN)))
    content = _content(credentials)
    return StaticKeys(content, pulumi.Output.secret(content))


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
