"""What an adopted account and container in Azure may refuse."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest

from openshift_credentials.live.check import Check, State
from openshift_credentials.live.observed import Observed
from openshift_credentials.systems.etcd_backup.live import OPERATION
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings
from tests.kit.trees import AZURE, changed, load
from tests.live.api_server import passing_without_an_answer

SUBNET: Final = (
    "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/net"
    "/providers/Microsoft.Network/virtualNetworks/mc/subnets/nodes"
)
IN_AZURE: Final[Mapping[str, Any]] = {
    "allowBlobPublicAccess": False,
    "minimumTlsVersion": "TLS1_2",
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
    container: Mapping[str, object] | None = None,
) -> list[Check]:
    observed = Observed(
        {
            "Azure storage account": [{"properties": account or IN_AZURE}],
            "Azure blob container": [{"properties": container or {}}],
        }
    )
    return list(OPERATION.cloud(settings, observed))


def told(found: list[Check], code: str) -> list[tuple[State, str, str]]:
    return [(each.state, each.detail, each.way_out) for each in found if each.code == code]


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
    ((state, text, _),) = told(judged(settings, {**open_account, member: real}), "cloud-account-limits")
    assert state is State.WARNING
    assert text.startswith(detail)


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
    settings = settings_with(EXISTING)
    observed = Observed(
        {"Azure storage account": [{"properties": IN_AZURE}], "Azure blob container": [{"name": "snapshots"}]}
    )

    def judge(observed: Observed) -> Iterator[Check]:
        return OPERATION.cloud(settings, observed)

    assert list(passing_without_an_answer(judge, observed)) == []
