"""Limits of an account and immutability of a container: Azure beside the settings."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest

from openshift_credentials.live.check import Check, Purpose, State
from openshift_credentials.live.observed import Observed
from openshift_credentials.systems.etcd_backup.live import OPERATION
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings
from tests.kit.trees import AZURE, changed, load
from tests.live.refusals import passing_without_an_answer

SUBNET: Final = (
    "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/net"
    "/providers/Microsoft.Network/virtualNetworks/mc/subnets/nodes"
)
LIMITED: Final[Mapping[str, object]] = {
    "allowedCopyScope": "AAD",
    "sasPolicy": {"hours": 25, "action": "Block"},
    "allowSharedKeyAccess": True,
    "keyExpirationDays": 90,
    "networkRules": {"subnetIds": [SUBNET], "addresses": ["20.50.60.70"]},
}
IN_AZURE: Final[Mapping[str, Any]] = {
    "allowBlobPublicAccess": False,
    "minimumTlsVersion": "TLS1_2",
    "allowedCopyScope": "AAD",
    "sasPolicy": {"sasExpirationPeriod": "1.01:00:00", "expirationAction": "Block"},
    "allowSharedKeyAccess": True,
    "keyPolicy": {"keyExpirationPeriodInDays": 90},
    "publicNetworkAccess": "Enabled",
    "networkAcls": {
        "bypass": "Logging, AzureServices",
        "defaultAction": "Deny",
        "ipRules": [{"value": "20.50.60.70", "action": "Allow"}],
        "virtualNetworkRules": [{"id": SUBNET.upper(), "action": "Allow"}],
    },
}
EXISTING: Final[Mapping[str, object]] = {"existing": True}
OADP: Final = {"enabled": True}


def settings_with(blob: Mapping[str, object], **more: object) -> EtcdBackupSettings:
    changes = {f"storage__azureBlob__{name}": value for name, value in blob.items()}
    return load(changed(AZURE, **changes, **more))


def judged(
    settings: EtcdBackupSettings,
    account: Mapping[str, object] | None = None,
    *,
    purpose: Purpose = Purpose.VERIFY,
    **answers: Mapping[str, object],
) -> list[Check]:
    names = {
        "copies": "Azure storage account of the copies",
        "service": "Azure blob service",
        "container": "Azure blob container",
    }
    found = {names[name]: [{"properties": answer}] for name, answer in answers.items()}
    observed = Observed({**found, "Azure storage account": [{"properties": account or IN_AZURE}]})
    return list(OPERATION.cloud(settings, observed, purpose))


def told(found: list[Check], code: str) -> list[tuple[State, str, str]]:
    return [(each.state, each.detail, each.way_out) for each in found if each.code == code]


@pytest.mark.parametrize("purpose", [Purpose.PREFLIGHT, Purpose.VERIFY])
def test_an_account_with_the_limits_of_the_settings_passes(purpose: Purpose) -> None:
    found = judged(settings_with(LIMITED), purpose=purpose)
    assert told(found, "cloud-account-limits") == [
        (State.PASSED, "limits access as the settings do", "")
    ]


@pytest.mark.parametrize(
    ("member", "real", "detail"),
    [
        (
            "allowedCopyScope",
            None,
            "allowedCopyScope is none, and the settings of the stack have AAD",
        ),
        ("allowedCopyScope", "PrivateLink", "allowedCopyScope is PrivateLink, "),
        (
            "sasPolicy",
            None,
            "sasPolicy is none, and the settings of the stack have Block after 25 h",
        ),
        (
            "sasPolicy",
            {"sasExpirationPeriod": "1.01:00:00", "expirationAction": "Log"},
            "sasPolicy is Log after 25 hours, ",
        ),
        (
            "sasPolicy",
            {"sasExpirationPeriod": "02.12:30:00", "expirationAction": "Block"},
            "sasPolicy is Block after 60.5 hours, ",
        ),
        ("keyPolicy", None, "keyExpirationDays is none, and the settings of the stack have 90"),
        ("keyPolicy", {"keyExpirationPeriodInDays": 365}, "keyExpirationDays is 365, "),
        ("allowSharedKeyAccess", False, "allowSharedKeyAccess is false, "),
        ("publicNetworkAccess", "Disabled", "publicNetworkAccess is Disabled, "),
        ("networkAcls", {"defaultAction": "Allow"}, "networkRules is all networks, and the "),
        ("networkAcls", {"defaultAction": "Deny"}, "networkRules is no network, and the settings"),
        (
            "networkAcls",
            {"defaultAction": "Deny", "resourceAccessRules": [{"resourceId": "/Other"}]},
            "networkRules is only /other, and the settings of the stack have only /sub",
        ),
    ],
)
def test_a_limit_that_differs_is_corrected_by_an_update_with_refresh(
    member: str, real: object, detail: str
) -> None:
    found = judged(settings_with(LIMITED), {**IN_AZURE, member: real})
    ((state, text, way_out),) = told(found, "cloud-account-limits")
    assert state is State.WARNING
    assert text.startswith(detail)
    assert way_out == "run 'pulumi up --refresh', which corrects it"


def test_a_limit_that_nobody_set_stays_until_somebody_removes_it_in_azure() -> None:
    plain = {"networkRules": LIMITED["networkRules"], "allowSharedKeyAccess": True}
    found = told(judged(settings_with(plain)), "cloud-account-limits")
    assert [detail.split(",")[0] for _, detail, _ in found] == [
        "allowedCopyScope is AAD",
        "sasPolicy is Block after 25 hours",
        "keyExpirationDays is 90",
    ]
    assert all("Azure keeps what an update leaves out" in detail for _, detail, _ in found)
    assert found[0][2] == (
        "set etcdBackup.storage.azureBlob.allowedCopyScope, or remove the limit in Azure"
    )


def test_an_account_of_the_copies_has_the_same_limits_and_its_own_networks() -> None:
    copy = {"replication": {"storageAccount": "copies", "location": "westus"}}
    settings = settings_with({**LIMITED, **copy})
    closed = {**IN_AZURE, "networkAcls": {"defaultAction": "Deny", "bypass": "AzureServices"}}
    subject = "storage account copies"
    good = [each for each in judged(settings, copies=closed) if each.subject == subject]
    assert [each.state for each in good] == [State.PASSED]
    (wrong,) = [each for each in judged(settings, copies=IN_AZURE) if each.subject == subject]
    assert wrong.detail.startswith("replication.networkRules is only /sub")
    assert wrong.detail.endswith("the settings of the stack have only trusted Azure services")


@pytest.mark.parametrize(
    ("member", "real", "more", "detail"),
    [
        ("networkAcls", {"defaultAction": "Deny"}, {}, "answers no network"),
        ("networkAcls", IN_AZURE["networkAcls"], {}, "answers only /sub"),
        ("publicNetworkAccess", "Disabled", {}, "has no public endpoint"),
        (
            "sasPolicy",
            {"sasExpirationPeriod": "00.00:30:00", "expirationAction": "Block"},
            {"oadp": OADP},
            "refuses shared access signatures that are valid for longer than 0:30:00",
        ),
    ],
)
def test_an_account_that_exists_may_refuse_the_cluster(
    member: str, real: object, more: Mapping[str, object], detail: str
) -> None:
    settings = settings_with(EXISTING, **more)
    open_account = {**IN_AZURE, "networkAcls": {"defaultAction": "Allow"}}
    assert told(judged(settings, open_account), "cloud-account-limits") == []
    ((state, text, _),) = told(
        judged(settings, {**open_account, member: real}), "cloud-account-limits"
    )
    assert state is State.WARNING
    assert text.startswith(detail)


IMMUTABLE: Final = {"containerImmutability": {"days": 30}}


def of_days(days: int | None, state: str = "Unlocked") -> Mapping[str, object]:
    policy = {"immutabilityPeriodSinceCreationInDays": days, "state": state}
    return {
        "immutableStorageWithVersioning": {"enabled": True},
        "hasImmutabilityPolicy": days is not None,
        "immutabilityPolicy": {"properties": policy} if days else None,
    }


@pytest.mark.parametrize(
    ("container", "state", "detail"),
    [
        (of_days(30), State.PASSED, "blobs cannot be changed for 30 days"),
        (of_days(30, "Locked"), State.PASSED, "30 days, and the policy is locked"),
        (of_days(7), State.WARNING, "a policy of 7 days, and the settings of the stack have 30"),
        (of_days(None), State.WARNING, "no immutability policy, and the settings"),
        (of_days(60, "Locked"), State.WARNING, "locked policy of 60 days, and the settings"),
        ({}, State.FAILED, "no immutable storage with versions"),
    ],
)
def test_a_container_has_the_policy_of_the_settings(
    container: Mapping[str, object], state: State, detail: str
) -> None:
    found = judged(settings_with(IMMUTABLE), container=container)
    ((real, text, _),) = told(found, "cloud-container-immutability")
    assert real is state
    assert detail in text


def test_an_account_that_exists_needs_versions_for_an_immutable_container() -> None:
    settings = settings_with({**IMMUTABLE, "existingAccount": True})
    asked = {read.name for read in OPERATION.cloud_reads(settings)}
    assert "Azure blob service" in asked
    found = judged(settings, service={"isVersioningEnabled": False})
    ((state, detail, _),) = told(found, "cloud-account-unversioned")
    assert (state, detail.split(",")[0]) == (State.FAILED, "keeps no versions of blobs")
    found = judged(settings, service={"isVersioningEnabled": True})
    assert told(found, "cloud-account-unversioned") == []


@pytest.mark.parametrize("member", ["hasImmutabilityPolicy", "hasLegalHold"])
def test_velero_cannot_use_an_immutable_container(member: str) -> None:
    settings = settings_with(EXISTING, oadp=OADP)
    found = judged(settings, container={member: True})
    ((state, _, _),) = told(found, "cloud-container-immutable")
    assert state is State.FAILED
    assert told(judged(settings, container={member: False}), "cloud-container-immutable") == []
    alone = judged(settings_with(EXISTING), container={member: True})
    assert told(alone, "cloud-container-immutable") == []


def test_nothing_passes_that_rests_on_a_refused_read() -> None:
    settings = settings_with({**IMMUTABLE, "existingAccount": True})
    observed = Observed(
        {
            "Azure storage account": [{"properties": IN_AZURE}],
            "Azure blob service": [{"properties": {"isVersioningEnabled": True}}],
            "Azure blob container": [{"properties": of_days(30)}],
        }
    )

    def judge(observed: Observed) -> Iterator[Check]:
        return OPERATION.cloud(settings, observed, Purpose.VERIFY)

    assert list(passing_without_an_answer(judge, observed)) == []
