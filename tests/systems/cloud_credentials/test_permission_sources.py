"""Where the permissions that are printed come from."""

import pytest

from openshift_credentials.platforms.credentials_requests import load_requests
from openshift_credentials.systems.cloud_credentials.rules.permissions import (
    OperatorCloud,
    PermissionMode,
    permissions_of_mode,
)
from tests.kit.cco import folder

DOCUMENTED = "the tables of the documentation; pass the requests of your release for exact permissions"
TESTED_ALONE = "the permissions that the operator tests; pass the requests of your release for the others"


@pytest.mark.parametrize(
    ("cloud", "mode", "folder_", "source"),
    [
        ("aws", "mint", None, "the operator, to mint credentials"),
        ("gcp", "mint", "gcp-mixed", "the operator, to mint credentials"),
        ("aws", "passthrough", None, DOCUMENTED),
        ("azure", "manual", None, DOCUMENTED),
        ("openstack", "passthrough", "one", DOCUMENTED),
        ("gcp", "passthrough", None, TESTED_ALONE),
        ("vsphere", "passthrough", None, "table 19.2 of the documentation"),
        ("aws", "passthrough", "one", "the CredentialsRequests, and the permissions that the operator tests"),
        ("aws", "manual", "one", "the CredentialsRequests"),
        ("azure", "passthrough", "az-perms", "the CredentialsRequests"),
    ],
)
def test_where_the_permissions_come_from_is_said(cloud: str, mode: str, folder_: str | None, source: str) -> None:
    requests = None if folder_ is None else load_requests(folder(folder_)).requests
    need = permissions_of_mode(OperatorCloud(cloud), PermissionMode(mode), requests)
    assert need.source == source
