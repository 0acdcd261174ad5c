"""The subscription and tenant that somebody is signed in to, against those of the settings."""

from dataclasses import dataclass

from openshift_credentials.errors import ContractError


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """Subscription ID and tenant ID; empty where a session names none."""

    subscription_id: str
    tenant_id: str


def assert_signed_in(expected: Session, found: Session) -> None:
    """Raise :class:`ContractError` where the session has another subscription or tenant.

    GUIDs are compared without regard to case, as Azure does.
    """
    for what, setting, wanted, got in (
        ("tenant", "tenantId", expected.tenant_id, found.tenant_id),
        ("subscription", "subscriptionId", expected.subscription_id, found.subscription_id),
    ):
        if got and got.lower() != wanted.lower():
            raise ContractError(
                f"the session on Azure is signed in to {what} {got}, and "
                f"etcdBackup.storage.azureBlob.{setting} says {wanted}: nothing was made; run "
                f"az account set --subscription {expected.subscription_id} (after az login "
                f"--tenant {expected.tenant_id}), correct the setting, or set "
                "etcdBackup.storage.azureBlob.checkSignedIn to false"
            )
