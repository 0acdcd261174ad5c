"""Notices about manifests that are written instead of objects."""

from collections.abc import Iterator
from pathlib import PurePath

from openshift_credentials.etcd_backup.rules.modes import mode_facts
from openshift_credentials.etcd_backup.settings import EtcdBackupSettings
from openshift_credentials.notices import Notice, Severity


def manifest_warnings(settings: EtcdBackupSettings) -> Iterator[Notice]:
    """The Secret is also written, and everybody who can read the file can read the Secret."""
    if not settings.kubernetes.render_to:
        return
    directory = PurePath(settings.kubernetes.render_to) / "secrets"
    written = f"{directory} will contain the credential Secret in base64, which is not encryption"
    if mode_facts(settings.mode).has_long_lived_key:
        yield Notice(
            "secret-manifest-has-a-key",
            Severity.WARNING,
            f"{written}: it contains a long-lived key",
            way_out="exclude the directory from version control, or seal the Secret before you "
            "commit it",
            setting="kubernetes.renderTo",
        )
    else:
        yield Notice(
            "secret-manifest",
            Severity.WARNING,
            f"{written}: it contains the name of an identity and no key, so it can be committed",
            setting="kubernetes.renderTo",
        )
