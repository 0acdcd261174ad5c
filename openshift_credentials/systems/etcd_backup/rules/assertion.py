"""The assertion that a Secret results in the expected mode."""

from collections.abc import Mapping

from openshift_credentials.base.errors import ContractError

from .credentials import CredentialMode, Detection, detect
from .versions import ContractVersion


class CredentialModeMismatchError(ContractError):
    """The operator would detect a credential mode that differs from the expected one."""


def assert_mode(
    secret: str,
    expected: CredentialMode,
    data: Mapping[str, bytes],
    version: ContractVersion = ContractVersion.CURRENT,
    way_out: str = "",
) -> Detection:
    """Return the operator's detection for ``data``.

    ``secret`` (``namespace/name``) and ``way_out`` are for the message, which never contains
    content. Raises :class:`CredentialModeMismatchError` if the mode is not the expected one.
    """
    detection = detect(expected.storage_type, data, version)
    if detection.mode is not expected:
        keys = ", ".join(repr(key) for key in sorted(data)) or "none"
        raise CredentialModeMismatchError(
            f"Secret {secret} (keys: {keys}): the operator would use credential mode "
            f"{detection.mode}, not {expected} as in etcdBackup.credentials.mode, because "
            f"{detection.rule.sentence}; nothing was written: {way_out or 'correct the content'}, "
            f"or set etcdBackup.credentials.mode to {detection.mode} if that mode is intended"
        )
    return detection
