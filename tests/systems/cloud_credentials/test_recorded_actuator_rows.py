"""Each actuator writes what the real one wrote."""

from typing import Any

from openshift_credentials.platforms.credentials_requests import CredentialsRequest
from openshift_credentials.platforms.go.marshal import marshal
from openshift_credentials.systems.cloud_credentials.rules.actuators.aws import (
    aws_mint_policy,
    aws_sync,
)
from openshift_credentials.systems.cloud_credentials.rules.actuators.azure import azure_sync
from openshift_credentials.systems.cloud_credentials.rules.actuators.gcp import gcp_sync
from openshift_credentials.systems.cloud_credentials.rules.actuators.private_clouds import (
    openstack_sync,
    vsphere_sync,
)
from openshift_credentials.systems.cloud_credentials.rules.actuators.run import ClusterState
from openshift_credentials.systems.cloud_credentials.rules.actuators.sync import (
    RootSecret,
    Synced,
    TargetSecret,
)
from tests.kit.cco import Row, decoded, each_row, encoded, or_none


def secret_row(secret: TargetSecret | None, fields: set[str]) -> Row | None:
    if secret is None:
        return None
    every = {
        "annotations": secret.annotations,
        "labels": secret.labels,
        "data": decoded(secret.data),
        "stringData": secret.string_data,
        "type": secret.type,
    }
    return {name: value for name, value in every.items() if name in fields}


def request(provider_spec: Row, cloud_token_path: str = "") -> CredentialsRequest:
    return CredentialsRequest(
        file="a.yaml",
        document=1,
        name="cr",
        namespace="openshift-cloud-credential-operator",
        cloud_token_path=cloud_token_path,
        provider_spec=marshal(provider_spec),
    )


def state(given: Row, **more: Any) -> ClusterState:  # noqa: ANN401
    root = encoded(given.get("root_secret_data"))
    target = encoded(given.get("target_secret_data_before"))
    return ClusterState(
        root_secret=None if root is None else RootSecret(root, given["root_secret_annotation"]),
        target_secret=None if target is None else TargetSecret(data=target),
        **more,
    )


def synced(row: Row) -> Synced:
    given = row["in"]
    token = {
        "mode": given.get("mode", ""),
        "service_account_issuer": or_none(given.get("issuer", ""), "MISSING"),
    }
    match row["fn"]:
        case "aws_sync_token_mode":
            spec = {"kind": given["kind"], "stsIAMRoleARN": given["stsIAMRoleARN"]}
            return aws_sync(request(spec, given["cloud_token_path"]), state(given, **token))
        case "azure_sync":
            spec = {"kind": "AzureProviderSpec", **given["spec"]}
            return azure_sync(request(spec, given["cloud_token_path"]), state(given, **token))
        case "gcp_sync_token_mode":
            spec = {
                "kind": "GCPProviderSpec",
                "serviceAccountEmail": given["serviceAccountEmail"],
                "audience": given["audience"],
            }
            return gcp_sync(
                request(spec, given["cloud_token_path"]),
                state(
                    given,
                    **token,
                    infrastructure_present=given["infrastructure_present"],
                    universe=given["universe"],
                ),
            )
        case "openstack_sync":
            return openstack_sync(request({"kind": given["kind"]}), state(given))
        case _:
            return vsphere_sync(request({"kind": given["kind"]}), state(given))


@each_row(
    "aws_sync_token_mode", "azure_sync", "gcp_sync_token_mode", "openstack_sync", "vsphere_sync"
)
def test_what_the_actuators_write(row: Row) -> None:
    result = synced(row)
    fields = {str(name) for name in row["out"]["target_secret"] or ()}
    assert (result.reason is None) == (result.condition is None)
    assert result.condition is None or result.error is not None
    assert {
        "error": result.error,
        "target_secret": secret_row(result.target_secret, fields),
    } == row["out"]


@each_row("aws_mint_policy")
def test_policy_of_a_minted_user(row: Row) -> None:
    assert aws_mint_policy(**row["in"]) == row["out"]["policy"]
