"""Compare the subscription and tenant of the session with those of the settings."""

from dataclasses import dataclass

from openshift_credentials.errors import ContractError


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """Subscription ID and tenant ID; empty if a session has none."""

    subscription_id: str
    tenant_id: str


def assert_signed_in(expected: Session, found: Session) -> None:
    """Raise :class:`ContractError` if the session has another subscription or tenant.

    GUIDs are compared case-insensitively, as in Azure.
    """
    for what, setting, wanted, got in (
        ("tenant", "tenantId", expected.tenant_id, found.tenant_id),
        ("subscription", "subscriptionId", expected.subscription_id, found.subscription_id),
    ):
        if got and got.lower() != wanted.lower():
            raise ContractError(
                f"the Azure session is signed in to {what} {got}, but "
                f"etcdBackup.storage.azureBlob.{setting} is {wanted}: nothing was created; run "
                f"az account set --subscription {expected.subscription_id} (after az login "
                f"--tenant {expected.tenant_id}), correct the setting, or set "
                "etcdBackup.storage.azureBlob.checkSignedIn to false"
            )
