"""What an account in Azure accepts, and what one that exists may refuse."""

from typing import Any, Final

import pytest

from openshift_credentials.live.check import Purpose, State
from tests.systems.etcd_backup.live.test_store_in_azure import (
    EXISTING,
    IN_AZURE,
    OADP,
    judged,
    settings_with,
    told,
)

OPEN: Final = {**IN_AZURE, "networkAcls": {"defaultAction": "Allow"}}


def sas(period: str, action: str = "Block") -> dict[str, object]:
    return {"sasPolicy": {"sasExpirationPeriod": period, "expirationAction": action}}


@pytest.mark.parametrize(
    ("properties", "more", "refuses"),
    [
        (sas("00.00:59:59"), {"oadp": OADP}, "longer than 0:59:59, and OADP signs"),
        (sas("00.01:00:00"), {"oadp": OADP}, ""),
        (sas("01.00:00:00"), {"oadp": OADP}, ""),
        (sas("00.00:30:00", "Log"), {"oadp": OADP}, ""),
        (sas("00.00:30:00"), {}, ""),
        (sas("never"), {"oadp": OADP}, ""),
        ({"publicNetworkAccess": "SecuredByPerimeter"}, {}, "has no public endpoint"),
        ({"publicNetworkAccess": "Enabled"}, {}, ""),
        (
            {"networkAcls": {"defaultAction": "Deny", "bypass": "AzureServices"}},
            {},
            "answers only trusted Azure services",
        ),
        ({"networkAcls": {"defaultAction": "Deny", "bypass": "None"}}, {}, "answers no network"),
    ],
)
def test_an_account_that_exists_may_refuse_backups(
    properties: dict[str, Any], more: dict[str, Any], refuses: str
) -> None:
    found = judged(settings_with(EXISTING, **more), {**OPEN, **properties})
    assert len(told(found, "cloud-account-limits")) == bool(refuses)
    assert all(refuses in detail for _, detail, _ in told(found, "cloud-account-limits"))


@pytest.mark.parametrize(
    ("properties", "shortcoming"),
    [
        ({}, ""),
        ({"minimumTlsVersion": "TLS1_3"}, ""),
        ({"supportsHttpsTrafficOnly": True}, ""),
        ({"minimumTlsVersion": "TLS1_1"}, "accepts TLS1_1"),
        ({"minimumTlsVersion": None}, "accepts any version of TLS"),
        ({"supportsHttpsTrafficOnly": False}, "accepts requests without TLS"),
        ({"allowBlobPublicAccess": None}, "allows public blobs"),
    ],
)
def test_an_account_accepts_no_public_and_no_plain_requests(
    properties: dict[str, Any], shortcoming: str
) -> None:
    found = judged(settings_with(EXISTING), {**OPEN, **properties})
    ((state, detail, _),) = told(found, "cloud-account-settings")
    assert state is (State.WARNING if shortcoming else State.PASSED)
    assert detail == (shortcoming or "allows no public access and requires TLS")


@pytest.mark.parametrize("purpose", [Purpose.PREFLIGHT, Purpose.VERIFY])
@pytest.mark.parametrize("existing", [True, False])
def test_only_an_update_that_creates_an_account_finds_it_in_its_way(
    purpose: Purpose, existing: bool
) -> None:
    found = judged(settings_with({"existing": existing}), OPEN, purpose=purpose, container={})
    in_the_way = purpose is Purpose.PREFLIGHT and not existing
    assert len(told(found, "cloud-exists")) == 2 * in_the_way
    assert len(told(found, "cloud-container")) == (not in_the_way)
