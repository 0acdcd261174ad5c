"""Which ServiceAccounts become the managed identity of the backups."""

from collections.abc import Iterable

from openshift_credentials.platforms.azure.federation import Federation, federated_credential_name
from openshift_credentials.platforms.kubernetes.names import subject

from .names import SERVICE_ACCOUNT, VELERO_SERVICE_ACCOUNT


def federations(
    issuer: str, operator_namespace: str, velero_namespace: str | None = None, service_accounts: Iterable[str] = ()
) -> tuple[Federation, ...]:
    """Subjects that can use the identity: the backup Job, and others from the settings.

    ``velero_namespace`` adds Velero, whose plugin signs restores with the same identity;
    ``service_accounts`` are further ones as ``namespace/name``. Each account occurs once.
    """
    whys = {f"{operator_namespace}/{SERVICE_ACCOUNT}": "uploads the snapshots"}
    if velero_namespace:
        whys.setdefault(f"{velero_namespace}/{VELERO_SERVICE_ACCOUNT}", "signs restores")
    for service_account in service_accounts:
        whys.setdefault(service_account, "listed in etcdBackup.credentials.serviceAccounts")
    return tuple(
        Federation(
            name=federated_credential_name(*account.split("/")),
            issuer=issuer,
            subject=subject(*account.split("/")),
            why=why,
        )
        for account, why in whys.items()
    )
