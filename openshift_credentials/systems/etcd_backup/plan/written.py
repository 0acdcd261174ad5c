"""Secrets whose content the stack alone may write: it decides the credential mode."""

from collections.abc import Sequence
from typing import Final

from openshift_credentials.platforms.kubernetes.secrets import Content, WrittenSecret
from openshift_credentials.stack.secret_texts import is_sealed

from ..rules.modes import detect
from ..rules.payloads import SecretContent, encode, for_oadp
from ..settings import EtcdBackupSettings
from .oadp import source_secret
from .secret_content import secret_content, secrets_of

_DIRECT: Final = "set etcdBackup.credentials.secretName to another name"
_OADP: Final = "set etcdBackup.oadp.secretName to another name"


def written_secrets(settings: EtcdBackupSettings) -> Sequence[WrittenSecret] | None:
    """The credential Secrets of direct backups and of backups through OADP."""
    direct = [credential_secret(settings)] if settings.backs_up_directly else []
    through_oadp = [oadp_secret(settings)] if settings.oadp.enabled else []
    return [*direct, *through_oadp] or None


def credential_secret(settings: EtcdBackupSettings) -> WrittenSecret:
    """The Secret that the operator reads."""

    def expected(found: Content) -> Content | None:
        content = _content(settings, found)
        return None if content is None else encode(content)

    return WrittenSecret(
        namespace=settings.cluster.operator_namespace,
        name=settings.credentials.secret_name,
        logical_name="credentials",
        rename=_DIRECT,
        expected=expected,
    )


def oadp_secret(settings: EtcdBackupSettings) -> WrittenSecret:
    """The Secret that OADP's plugin copies."""

    def expected(found: Content) -> Content | None:
        content = _content(settings, found)
        if content is None:
            return None
        return encode(for_oadp(settings.mode, content, version=settings.contract_version))

    return WrittenSecret(
        namespace=settings.cluster.oadp_namespace,
        name=source_secret(settings),
        logical_name="oadp-credentials",
        rename=_OADP,
        expected=expected,
    )


def _content(settings: EtcdBackupSettings, found: Content) -> SecretContent | None:
    """The planned content; a client ID that Azure has assigned is known from what is there.

    It is not known if a value is encrypted and cannot be read.
    """
    if any(map(is_sealed, secrets_of(settings))):
        return None
    detected = detect(settings.mode.storage_type, found, settings.contract_version)
    assigned = None if settings.credentials.client_id else detected.client_id
    return secret_content(settings, assigned)
