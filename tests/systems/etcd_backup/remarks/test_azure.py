"""Which settings of a stack on Azure have a disadvantage that is told."""

from datetime import UTC, datetime
from typing import Any, Final

import pytest

from openshift_credentials.stack.secret_texts import SEALED
from openshift_credentials.systems.etcd_backup.plan import BlobPlan, plan_of
from openshift_credentials.systems.etcd_backup.remarks import blob_warnings as warnings
from tests.components.azure.stacks import CLIENT, PRINCIPAL, tree
from tests.kit.trees import changed, load

NOW: Final = datetime(2026, 11, 21, tzinfo=UTC)
SECRET: Final = {"mode": "azure-client-secret", "clientId": CLIENT, "clientSecret": "s~ecret"}
CERTIFICATE: Final = {"mode": "azure-managed-identity", "managedIdentityDocument": SEALED}
OADP: Final = {"enabled": True, "secretName": "cloud-credentials"}


def found(blob: dict[str, Any] | None = None, credentials: dict[str, Any] | None = None, **more: object) -> BlobPlan:
    plan = plan_of(load(changed(tree(blob, credentials), **more)))
    assert isinstance(plan, BlobPlan)
    return plan


@pytest.mark.parametrize(
    ("blob", "codes"),
    [
        ({}, []),
        ({"retentionDays": 30}, []),
        (
            {"cloud": "AzureUSGovernmentCloud", "location": "usgovvirginia", "allowUnsupportedCloud": True},
            ["cloud-unreachable"],
        ),
        ({"protect": False, "deleteSnapshots": True}, ["deletes-snapshots"]),
        ({"immutability": {"days": 3, "state": "Unlocked"}}, []),
        ({"immutability": {"days": 3, "state": "Locked"}}, ["immutability-locked"]),
    ],
)
def test_each_disadvantage_of_an_account_is_told_once(blob: dict[str, Any], codes: list[str]) -> None:
    assert [notice.code for notice in warnings(found(blob), NOW)] == codes


@pytest.mark.parametrize(
    ("credentials", "codes"),
    [
        ({"annotateServiceAccount": False}, []),
        ({"customRole": True}, []),
        ({"restore": True}, []),
        ({"customRole": True, "restore": True}, ["custom-role-and-velero"]),
        (SECRET, ["no-role-assigned", "annotation-removed"]),
        ({**SECRET, "principalId": PRINCIPAL}, ["annotation-removed"]),
    ],
)
def test_each_disadvantage_of_an_identity_is_told_once(credentials: dict[str, Any], codes: list[str]) -> None:
    assert [notice.code for notice in warnings(found({}, credentials), NOW)] == codes


def test_a_stack_without_direct_backups_removes_no_annotation() -> None:
    through_oadp = found({}, CERTIFICATE, backups=[], oadp=OADP)
    assert [notice.code for notice in warnings(through_oadp, NOW)] == ["no-role-assigned"]
