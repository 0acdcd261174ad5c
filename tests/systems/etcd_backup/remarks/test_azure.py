"""Which settings of a stack on Azure have a disadvantage that is told."""

from datetime import UTC, datetime
from typing import Any, Final

import pytest

from openshift_credentials.stack.secret_texts import SEALED
from openshift_credentials.systems.etcd_backup.remarks.azure import notes, warnings
from openshift_credentials.systems.etcd_backup.settings import AzureBlobUpload, EtcdBackupSettings
from tests.components.azure.stacks import CLIENT, ISSUER, PRINCIPAL, SUBNET_ID, tree
from tests.kit.trees import changed, load

NOW: Final = datetime(2026, 11, 21, tzinfo=UTC)
SHARED: Final = "annotation-shared"
SECRET: Final = {"mode": "azure-client-secret", "clientId": CLIENT, "clientSecret": "s~ecret"}
CERTIFICATE: Final = {"mode": "azure-managed-identity", "managedIdentityDocument": SEALED}
OADP: Final = {"enabled": True, "secretName": "cloud-credentials"}
COPY: Final = {"storageAccount": "copies1", "location": "northeurope"}
ENDPOINT: Final = {"subnetId": SUBNET_ID}
CLOSED: Final = {"publicNetworkAccess": "Disabled"}
ADDRESSES: Final = {"addresses": ["20.1.2.3"]}


def found(
    blob: dict[str, Any] | None = None, credentials: dict[str, Any] | None = None, **more: object
) -> tuple[EtcdBackupSettings, AzureBlobUpload]:
    settings = load(changed(tree(blob, credentials), **more))
    assert isinstance(settings.upload, AzureBlobUpload)
    return settings, settings.upload


@pytest.mark.parametrize(
    ("blob", "codes"),
    [
        ({}, []),
        ({"retentionDays": 30}, []),
        ({"sku": "Standard_ZRS", "location": "westus"}, ["no-zones"]),
        ({"sku": "Standard_LRS", "location": "westus"}, []),
        (
            {
                "cloud": "AzureUSGovernmentCloud",
                "location": "usgovvirginia",
                "allowUnsupportedCloud": True,
            },
            ["cloud-unreachable"],
        ),
        ({"allowSharedKeyAccess": True}, ["account-keys"]),
        ({"existing": True}, ["account-not-changed"]),
        ({"protect": False, "deleteSnapshots": True}, ["deletes-snapshots"]),
        ({"immutability": {"days": 3, "state": "Unlocked"}}, []),
        ({"immutability": {"days": 3, "state": "Locked"}}, ["immutability-locked"]),
        ({"networkRules": ADDRESSES}, ["network-rules-in-region"]),
        ({"networkRules": {**ADDRESSES, "subnetIds": [SUBNET_ID]}}, []),
        ({"privateEndpoint": ENDPOINT}, ["public-endpoint-open"]),
        ({"privateEndpoint": ENDPOINT, "networkRules": ADDRESSES}, ["network-rules-in-region"]),
        ({"privateEndpoint": ENDPOINT, **CLOSED}, []),
        (CLOSED, ["private-network"]),
        ({**CLOSED, "privateEndpoint": ENDPOINT, "replication": COPY}, ["copy-closed"]),
        (
            {
                **CLOSED,
                "privateEndpoint": ENDPOINT,
                "replication": {**COPY, "privateEndpoint": ENDPOINT},
            },
            [],
        ),
        ({"replication": COPY}, []),
    ],
)
def test_each_disadvantage_of_an_account_is_told_once(
    blob: dict[str, Any], codes: list[str]
) -> None:
    assert [notice.code for notice in warnings(*found(blob), NOW)] == [*codes, SHARED]


@pytest.mark.parametrize(
    ("credentials", "codes"),
    [
        ({"annotateServiceAccount": False}, ["annotation-kept"]),
        ({"customRole": True}, [SHARED]),
        ({"restore": True}, [SHARED]),
        ({"customRole": True, "restore": True}, [SHARED, "custom-role-and-velero"]),
        (SECRET, ["client-secret", "no-role-assigned", "annotation-removed"]),
        ({**SECRET, "principalId": PRINCIPAL}, ["client-secret", "annotation-removed"]),
    ],
)
def test_each_disadvantage_of_an_identity_is_told_once(
    credentials: dict[str, Any], codes: list[str]
) -> None:
    assert [notice.code for notice in warnings(*found({}, credentials), NOW)] == codes


def test_a_stack_without_direct_backups_has_no_retention_and_removes_no_annotation() -> None:
    through_oadp = found({"retentionDays": 30}, CERTIFICATE, backups=[], oadp=OADP)
    assert [notice.code for notice in warnings(*through_oadp, NOW)] == [
        "retention-without-backups",
        "no-role-assigned",
    ]


@pytest.mark.parametrize("issuer", [ISSUER, ISSUER.rstrip("/")])
def test_the_issuer_is_noted_with_or_without_its_slash(issuer: str) -> None:
    (note,) = notes(*found(credentials={"restore": True}, cluster__oidcIssuer=issuer))
    assert issuer in note.why
    assert not list(notes(*found(credentials=SECRET)))
