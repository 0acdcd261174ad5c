"""A managed identity that the tests change."""

import base64

from hypothesis import strategies as st

from openshift_credentials.systems.etcd_backup.rules import payloads
from tests.kit.managed_identity import ManagedIdentityCredentials
from tests.systems.etcd_backup.rules import strategies
from tests.systems.etcd_backup.rules.strategies import A_GUID

CLIENT_SECRET = st.builds(
    payloads.azure_client_secret, strategies.guids, strategies.guids, strategies.guids, strategies.client_secrets
)


def managed_identity() -> ManagedIdentityCredentials:
    return ManagedIdentityCredentials(
        authentication_endpoint="https://login.microsoftonline.com/",
        client_id=A_GUID,
        tenant_id=A_GUID,
        client_secret=base64.b64encode(strategies.PEM).decode(),
        not_before="2026-08-01T00:00:00Z",
    )
