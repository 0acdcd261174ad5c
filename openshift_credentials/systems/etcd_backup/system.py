"""etcd backups as a system of the family."""

from typing import Final

from openshift_credentials.stack.explanation import Explanation
from openshift_credentials.stack.system import System
from openshift_credentials.systems.etcd_backup.checks import cross_problems, whole_problems
from openshift_credentials.systems.etcd_backup.explain.verdict import (
    CREDENTIAL_SECRET_TYPE,
    credential_verdict,
)
from openshift_credentials.systems.etcd_backup.plan.secret_content import assert_wanted_mode
from openshift_credentials.systems.etcd_backup.remarks import remarks
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings
from openshift_credentials.systems.etcd_backup.settings.backup_entries import with_backup_entries


def _explain(settings: EtcdBackupSettings) -> Explanation:
    """Explanation of the identity; imported only by the verbs that print it."""
    from openshift_credentials.systems.etcd_backup.explain import explain  # noqa: PLC0415

    return explain(settings)


def _picture(settings: EtcdBackupSettings) -> str:
    """The identity in Mermaid; imported only if it is drawn."""
    from openshift_credentials.systems.etcd_backup.explain.picture import identity_picture  # noqa: PLC0415

    return identity_picture(settings)


def _operation() -> object:
    """Operation part of the system; imported only by the verbs that read a cluster."""
    from openshift_credentials.systems.etcd_backup.live import OPERATION  # noqa: PLC0415

    return OPERATION


SYSTEM: Final = System(
    key="etcdBackup",
    resource_name="etcd-backup",
    settings=EtcdBackupSettings,
    facade="components.etcd_backup.facade:EtcdBackup",
    expand=with_backup_entries,
    checks=cross_problems,
    whole_checks=whole_problems,
    remarks=remarks,
    assert_promises=assert_wanted_mode,
    explain=_explain,
    verdicts={CREDENTIAL_SECRET_TYPE: credential_verdict},
    picture=_picture,
    operation=_operation,
)
