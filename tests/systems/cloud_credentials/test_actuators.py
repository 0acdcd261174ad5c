"""What the actuators write where root Secret or target Secret is unusual."""

import json
from collections.abc import Mapping

import pytest

from openshift_credentials.platforms.credentials_requests import CredentialsRequest
from openshift_credentials.systems.cloud_credentials.rules.actuators.aws import aws_sync
from openshift_credentials.systems.cloud_credentials.rules.actuators.azure import azure_sync
from openshift_credentials.systems.cloud_credentials.rules.actuators.gcp import gcp_sync
from openshift_credentials.systems.cloud_credentials.rules.actuators.run import ClusterState
from openshift_credentials.systems.cloud_credentials.rules.actuators.sync import (
    LABEL,
    UPDATE_UNKNOWN,
    RootSecret,
    Synced,
    TargetSecret,
)
from openshift_credentials.systems.cloud_credentials.rules.modes.metrics import Condition
from openshift_credentials.systems.cloud_credentials.rules.secrets.formats import (
    AZURE_LONG_TERM_KEYS,
)
from openshift_credentials.systems.cloud_credentials.rules.secrets.root_secrets import (
    root_secret_aws,
)

KEY, SECRET = "aws_access_key_id", "aws_secret_access_key"
WRITE_FAILED = "error creating/updating secret: error processing secret"


def ini(key: bytes, secret: bytes) -> bytes:
    return b"[default]\naws_access_key_id = " + key + b"\naws_secret_access_key = " + secret


def request(spec: str) -> CredentialsRequest:
    return CredentialsRequest(
        file="a.yaml", document=1, name="cr", namespace="ns", provider_spec=spec
    )


def passthrough(
    root: Mapping[str, bytes],
    target: Mapping[str, bytes] | None = None,
    spec: str = '{"kind": "AWSProviderSpec"}',
) -> Synced:
    return aws_sync(
        request(spec),
        ClusterState(
            mode="Passthrough",
            root_secret=RootSecret(root, "passthrough"),
            target_secret=None if target is None else TargetSecret(data=target),
        ),
    )


def test_a_copied_key_of_aws_says_that_no_policy_belongs_to_it() -> None:
    written = passthrough({KEY: b"a", SECRET: b"b"}).target_secret
    assert written is not None
    assert written.annotations == {
        "cloudcredential.openshift.io/credentials-request": "ns/cr",
        "cloudcredential.openshift.io/aws-policy-last-applied": "",
    }


def test_bytes_of_a_key_that_are_not_utf8_are_copied() -> None:
    written = passthrough({KEY: b"a\xff", SECRET: b"\xe2\x82"}).target_secret
    assert written is not None
    assert written.data["credentials"] == ini(b"a\xff", b"\xe2\x82")
    kept = root_secret_aws({KEY: b"a\xff", SECRET: b""}).access_key_id
    assert kept.encode("utf-8", "surrogateescape") == b"a\xff"


@pytest.mark.parametrize("root", [{}, {KEY: b"a"}, {KEY: b"", SECRET: b"b"}])
def test_an_incomplete_root_secret_of_aws_makes_no_secret(root: Mapping[str, bytes]) -> None:
    result = passthrough(root)
    assert (result.error, result.condition) == (WRITE_FAILED, Condition.PROVISION_FAILURE)
    assert result.target_secret is None


def test_an_incomplete_root_secret_of_aws_leaves_the_other_part_of_the_key() -> None:
    written = passthrough({KEY: b"new"}, {KEY: b"old", SECRET: b"old"}).target_secret
    assert written is not None
    assert written.data == {KEY: b"new", SECRET: b"old", "credentials": ini(b"new", b"old")}


def test_an_unreadable_request_is_noticed_when_its_secret_exists() -> None:
    spec = '{"kind": "AWSProviderSpec", "statementEntries": 1}'
    root = {KEY: b"a", SECRET: b"b"}
    assert passthrough(root, spec=spec).error is None
    existing = {**root, "credentials": ini(b"a", b"b")}
    assert passthrough(root, existing, spec).error == UPDATE_UNKNOWN


@pytest.mark.parametrize(
    ("annotation", "mode", "infrastructure_present", "spec", "error"),
    [
        ("passthrough", "", False, "{}", "error reading region from Infrastructure CR: "),
        ("passthrough", "", True, '{"stsIAMRoleARN": 1}', "error decoding AWS ProviderSpec: "),
        ("mint", "Passthrough", False, "{}", "error syncing creds in mint-mode: "),
        ("mint", "", True, '{"statementEntries": "x"}', "error syncing creds in mint-mode: "),
    ],
)
def test_aws_is_not_asked_without_a_region_or_a_readable_request(
    annotation: str, mode: str, infrastructure_present: bool, spec: str, error: str
) -> None:
    state = ClusterState(
        mode=mode,
        root_secret=RootSecret({KEY: b"a", SECRET: b"b"}, annotation),
        infrastructure_present=infrastructure_present,
    )
    result = aws_sync(request(json.dumps({"kind": "AWSProviderSpec", **json.loads(spec)})), state)
    assert str(result.error).startswith(error)
    assert (result.condition, result.asks_cloud) == (Condition.PROVISION_FAILURE, False)


@pytest.mark.parametrize(
    ("root", "spec"),
    [
        ({"other": b"a"}, '{"kind": "GCPProviderSpec"}'),
        ({"service_account.json": b"{}"}, '{"kind": "GCPProviderSpec", "predefinedRoles": 1}'),
    ],
)
def test_google_is_not_asked_without_a_key_or_a_readable_request(
    root: Mapping[str, bytes], spec: str
) -> None:
    result = gcp_sync(request(spec), ClusterState(root_secret=RootSecret(root, "mint")))
    assert (result.error, result.asks_cloud) == (UPDATE_UNKNOWN, False)


def test_a_key_that_the_root_secret_of_azure_lacks_is_removed_or_empty() -> None:
    root = RootSecret({"azure_client_id": b"a"}, "passthrough")
    before = TargetSecret(data={"azure_client_id": b"b", "azure_region": b"c", "other": b"d"})
    spec = request('{"kind": "AzureProviderSpec"}')
    updated = azure_sync(spec, ClusterState(root_secret=root, target_secret=before)).target_secret
    created = azure_sync(spec, ClusterState(root_secret=root)).target_secret
    assert updated is not None
    assert updated.data == {"azure_client_id": b"a", "other": b"d"}
    assert created is not None
    assert created.data == {**dict.fromkeys(AZURE_LONG_TERM_KEYS, b""), "azure_client_id": b"a"}


def test_an_empty_root_secret_of_azure_adds_no_data() -> None:
    state = ClusterState(root_secret=RootSecret({}, "passthrough"))
    written = azure_sync(request('{"kind": "AzureProviderSpec"}'), state).target_secret
    assert written is not None
    assert (written.data, written.string_data, written.type) == ({}, {}, "Opaque")
    assert written.labels == {LABEL: "true"}
