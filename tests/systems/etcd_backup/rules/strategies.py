"""Inputs of the payload builders, drawn from everything that the builders accept."""

import base64
import uuid
from typing import Final

from hypothesis import strategies as st

from openshift_credentials.platforms.azure.names import AzureCloud
from tests.kit.managed_identity import ManagedIdentityCredentials

NAME_CHARACTERS: Final = "ABCxyz019+=,.@_-"

guids = st.uuids().map(str) | st.uuids().map(lambda guid: str(guid).upper())
role_arns = st.builds(
    "arn:{}:iam::{}:role{}{}".format,
    st.sampled_from(["aws", "aws-cn", "aws-us-gov", "aws-iso-b"]),
    st.from_regex(r"[0-9]{12}", fullmatch=True),
    st.lists(st.text("abcXYZ09#;='\"-~", min_size=1, max_size=20), max_size=4).map(
        lambda parts: "".join(f"/{part}" for part in parts) + "/"
    ),
    st.text(NAME_CHARACTERS, min_size=1, max_size=64),
)
access_key_ids = st.from_regex(r"[A-Za-z0-9_]{16,128}", fullmatch=True)
secret_access_keys = st.from_regex(r"[A-Za-z0-9+/=]{16,128}", fullmatch=True)
session_tokens = st.none() | st.from_regex(r"[A-Za-z0-9+/=_-]{1,600}", fullmatch=True)
client_secrets = st.from_regex(r"[!-~]{1,64}", fullmatch=True)
resource_groups = st.from_regex(r"[\w().-]{0,88}[\w()-]", fullmatch=True)
clouds = st.sampled_from(AzureCloud)

PEM: Final = (
    b"-----BEGIN CERTIFICATE-----\nTUlJ\n-----END CERTIFICATE-----\n"
    b"-----BEGIN PRIVATE KEY-----\nTUlJ\n-----END PRIVATE KEY-----\n"
)
managed_identity_credentials = st.builds(
    ManagedIdentityCredentials,
    authentication_endpoint=st.sampled_from(
        ["https://login.microsoftonline.com/", "https://westus2.login.example.com:443"]
    ),
    client_id=guids,
    tenant_id=guids,
    client_secret=st.sampled_from([PEM, b"\x30\x82\x01"]).map(lambda bundle: base64.b64encode(bundle).decode()),
    not_before=st.just("2026-08-01T00:00:00Z"),
    renew_after=st.none() | st.just("2026-09-01T00:00:00.5Z"),
    cannot_renew_after=st.none() | st.just("2026-10-01T00:00:00+02:00"),
    not_after=st.none() | st.just("2026-11-01T00:00:00Z"),
)

A_GUID: Final = str(uuid.UUID(int=0x1234))
