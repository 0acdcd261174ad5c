"""How the tests ask for findings."""

from collections.abc import Mapping

from openshift_credentials.systems.etcd_backup.rules.findings import findings
from openshift_credentials.systems.etcd_backup.rules.modes import ContractVersion
from tests.systems.etcd_backup.rules.strategies import A_GUID

IDS = f"AZURE_TENANT_ID={A_GUID}\nAZURE_SUBSCRIPTION_ID={A_GUID}\n"


def codes(
    storage_type: str, data: Mapping[str, str | bytes], version: ContractVersion = ContractVersion.CURRENT
) -> list[str]:
    decoded = {key: value.encode() if isinstance(value, str) else value for key, value in data.items()}
    return [finding.code for finding in findings(storage_type, decoded, version=version)]


def cloud(value: str | bytes) -> list[str]:
    return codes("AzureBlob", {"cloud": value})
