"""What the operator tests on Google Cloud, and what roles grant of it."""

from typing import Any

import pytest

from openshift_credentials.base.notices import Severity
from openshift_credentials.stack.load import load_settings
from openshift_credentials.systems.cloud_credentials.rules.modes.effective import Annotation
from openshift_credentials.systems.cloud_credentials.rules.permissions.by_mode import (
    permissions_of_mode,
)
from openshift_credentials.systems.cloud_credentials.rules.permissions.gcp_account import (
    account_grants,
    predefined_roles,
)
from openshift_credentials.systems.cloud_credentials.rules.permissions.gcp_probe import (
    probed_annotation,
    services_of,
)
from openshift_credentials.systems.cloud_credentials.rules.permissions.needed import (
    Needed,
    OperatorCloud,
    PermissionMode,
)
from openshift_credentials.systems.cloud_credentials.rules.permissions.operator_permissions import (
    GCP_CUSTOM_ROLE_PERMISSIONS,
    GCP_MINT_PERMISSIONS,
    GCP_PASSTHROUGH_TESTED,
)
from tests.systems.cloud_credentials.stacks import (
    GCP,
    GCP_REQUESTS,
    MAKES_ACCOUNT,
    PROJECT,
    REQUESTS,
    Branch,
    config,
    with_,
)

MINT_SERVICES = (
    "cloudresourcemanager.googleapis.com",
    "serviceusage.googleapis.com",
    "iam.googleapis.com",
)


def test_three_services_are_enabled_where_the_operator_mints() -> None:
    assert services_of(GCP_MINT_PERMISSIONS) == MINT_SERVICES


@pytest.mark.parametrize(
    ("permission", "service"),
    [
        ("compute.instances.get", "compute.googleapis.com"),
        ("iam.googleapis.com/workloadIdentityPools.get", "iam.googleapis.com"),
        ("nothing", "nothing"),
    ],
)
def test_the_service_is_the_first_part_of_a_permission(permission: str, service: str) -> None:
    assert services_of([permission, permission]) == (service,)


@pytest.mark.parametrize(
    ("allowed", "enabled", "annotation"),
    [
        (GCP_MINT_PERMISSIONS, MINT_SERVICES, Annotation.MINT),
        (GCP_MINT_PERMISSIONS[1:], MINT_SERVICES, Annotation.INSUFFICIENT),
        (GCP_PASSTHROUGH_TESTED, MINT_SERVICES, Annotation.PASSTHROUGH),
        (GCP_PASSTHROUGH_TESTED[1:], MINT_SERVICES, Annotation.INSUFFICIENT),
        (GCP_MINT_PERMISSIONS, MINT_SERVICES[1:], Annotation.INSUFFICIENT),
        ((), (), Annotation.INSUFFICIENT),
    ],
)
def test_the_operator_prefers_to_mint(
    allowed: tuple[str, ...], enabled: tuple[str, ...], annotation: Annotation
) -> None:
    found = probed_annotation(allowed, enabled)
    assert found is annotation


MINTING = permissions_of_mode(OperatorCloud.GCP, PermissionMode.MINT)


@pytest.mark.parametrize(
    ("roles", "permissions", "missing", "unknown"),
    [
        (["roles/owner"], [], (), ()),
        ([], GCP_MINT_PERMISSIONS, (), ()),
        ([], GCP_MINT_PERMISSIONS[1:], GCP_MINT_PERMISSIONS[:1], ()),
        (["roles/iam.roleViewer"], GCP_MINT_PERMISSIONS[1:], (), ()),
        (["roles/serviceusage.serviceUsageViewer"], GCP_MINT_PERMISSIONS[1:],
         GCP_MINT_PERMISSIONS[:1], ()),
        (["roles/editor"], GCP_MINT_PERMISSIONS[1:], (), GCP_MINT_PERMISSIONS[:1]),
        (["roles/editor", "roles/owner"], [], (), ()),
    ],
)  # fmt: skip
def test_a_permission_is_granted_missing_or_not_known(
    roles: list[str],
    permissions: tuple[str, ...],
    missing: tuple[str, ...],
    unknown: tuple[str, ...],
) -> None:
    found = account_grants(MINTING, roles, permissions)
    assert (found.missing, found.unknown) == (missing, unknown)


def test_a_permission_of_a_request_is_not_known_of_any_predefined_role() -> None:
    need = Needed(permissions=("dns.changes.create",), roles=("roles/storage.admin",))
    assert account_grants(need, ["roles/owner"], []).unknown == (*need.permissions, *need.roles)
    assert account_grants(need, [], ["a.b.c"]).missing == need.permissions
    assert account_grants(need, ["roles/storage.admin"], need.permissions).unknown == ()


def test_the_table_has_no_permission_that_the_operator_does_not_need() -> None:
    table = predefined_roles()
    every = {*GCP_MINT_PERMISSIONS, *GCP_CUSTOM_ROLE_PERMISSIONS}
    assert {*table["roles/owner"]} == every
    assert all({*names} <= every and names for names in table.values())


@pytest.mark.parametrize(
    ("roles", "code", "severity"),
    [
        ([], "account-unchecked", Severity.INFO),
        (["roles/editor"], "account-unknown", Severity.WARNING),
        (["roles/owner"], None, None),
    ],
)
def test_what_is_not_known_is_reported(
    roles: list[str], code: str | None, severity: Severity | None
) -> None:
    found = _remarks(with_(GCP, rootSecret__gcp__roles=roles))
    assert found - {("custom-roles", Severity.INFO)} == ({(code, severity)} if code else set())


@pytest.mark.parametrize(
    ("change", "severity"),
    [
        ({}, Severity.INFO),
        ({"requests": GCP_REQUESTS}, Severity.WARNING),
        ({"requests": GCP_REQUESTS, "mode": "Passthrough"}, None),
        ({"requests": REQUESTS}, None),
        ({"rootSecret__gcp__permissions": list(GCP_CUSTOM_ROLE_PERMISSIONS)}, None),
        ({"rootSecret__gcp__permissions": list(GCP_CUSTOM_ROLE_PERMISSIONS[1:])}, Severity.INFO),
    ],
)
def test_minting_for_requests_with_permissions_takes_more_than_the_ten(
    change: dict[str, Any], severity: Severity | None
) -> None:
    found = {severity for code, severity in _remarks(with_(MAKES_ACCOUNT, **change))
             if code in ("custom-roles", "custom-roles-lacking")}  # fmt: skip
    assert found == ({severity} if severity else set())


def _remarks(branch: Branch) -> set[tuple[str, Severity]]:
    (deployment,) = load_settings(config(branch), [f"{PROJECT}:cloudCredentials"])
    return {(notice.code, notice.severity) for notice in deployment.remarks()}
