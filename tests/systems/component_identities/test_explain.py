"""The explanation of component identities, word by word."""

import json
from pathlib import Path

import pytest

from openshift_credentials.stack.explanation import Explanation, Permission, Way
from openshift_credentials.stack.load import load_settings
from openshift_credentials.systems.component_identities.explain import explain
from openshift_credentials.systems.component_identities.settings import ComponentIdentitiesSettings
from tests.systems.token_issuer.stacks import aws_request, issuer, write_requests

REQUESTER = "requested by openshift-one-creds"


def explained(**branches: object) -> Explanation:
    config = {f"openshift-credentials:{key}": json.dumps(value) for key, value in branches.items()}
    (settings,) = (
        each.settings
        for each in load_settings(config, [])
        if isinstance(each.settings, ComponentIdentitiesSettings)
    )
    return explain(settings)


def test_roles_are_explained_with_who_and_what(tmp_path: Path) -> None:
    request = aws_request("openshift-one", "creds", "sa", "other")
    request["spec"]["providerSpec"]["statementEntries"] = [
        {
            "effect": "Allow",
            "action": ["s3:GetObject", "s3:PutObject"],
            "resource": "arn:aws:s3:::b",
        },
        {
            "effect": "Allow",
            "action": ["kms:CreateGrant"],
            "resource": "*",
            "policyCondition": {"Bool": {"kms:GrantIsForAWSResource": True}},
        },
    ]
    folder = write_requests(tmp_path / "r", request)
    found = explained(
        tokenIssuer=issuer(),
        componentIdentities={"requests": folder, "aws": {"audiences": ["openshift", "x"]}},
    )
    assert found.identity == "1 IAM role of components, named mycluster-NAMESPACE-SECRET"
    url = "https://mycluster-oidc.s3.us-west-2.amazonaws.com"
    becomes = "becomes mycluster-openshift-one-creds"
    assert found.ways == tuple(
        Way(url, f"system:serviceaccount:openshift-one:{account}", "openshift or x", becomes)
        for account in ("sa", "other")
    )
    assert found.permissions == (
        Permission(
            actions=("s3:GetObject", "s3:PutObject"),
            scope="arn:aws:s3:::b",
            why=REQUESTER,
            conditions=(),
        ),
        Permission(
            actions=("kms:CreateGrant",),
            scope="*",
            why=REQUESTER,
            conditions=("under a condition",),
        ),
    )


def test_identities_of_azure_are_explained_with_roles_and_scopes(tmp_path: Path) -> None:
    request = aws_request("openshift-one", "creds", "sa")
    request["spec"]["providerSpec"] = {
        "apiVersion": "cloudcredential.openshift.io/v1",
        "kind": "AzureProviderSpec",
        "roleBindings": [{"role": "Reader"}],
        "permissions": ["Microsoft.Compute/disks/read"],
        "dataPermissions": ["Microsoft.Storage/x/read"],
    }
    subscription = "11111111-2222-3333-4444-555555555555"
    place = {
        "location": "westeurope",
        "subscriptionId": subscription,
        "tenantId": "66666666-7777-8888-9999-000000000000",
    }
    found = explained(
        tokenIssuer={"name": "mycluster", "azure": place},
        componentIdentities={"requests": write_requests(tmp_path / "r", request)},
    )
    assert found.identity == "1 managed identity of components, named mycluster-NAMESPACE-SECRET"
    assert found.ways == (
        Way(
            "https://mycluster.blob.core.windows.net/mycluster",
            "system:serviceaccount:openshift-one:sa",
            "openshift",
            "becomes mycluster-openshift-one-creds",
        ),
    )
    scope = f"/subscriptions/{subscription}/resourceGroups/mycluster"
    assert found.permissions == (
        Permission(actions=("role Reader",), scope=scope, why=REQUESTER),
        Permission(
            actions=("Microsoft.Compute/disks/read", "Microsoft.Storage/x/read"),
            scope=scope,
            why=REQUESTER,
        ),
    )


PLACES: dict[str, tuple[dict[str, object], str]] = {
    "AWS": (issuer(), "2 IAM roles of components, named mycluster-NAMESPACE-SECRET"),
    "Azure": (
        {
            "name": "mycluster",
            "azure": {
                "location": "westeurope",
                "subscriptionId": "11111111-2222-3333-4444-555555555555",
                "tenantId": "66666666-7777-8888-9999-000000000000",
            },
        },
        "2 managed identities of components, named mycluster-NAMESPACE-SECRET",
    ),
    "GCP": (
        {"name": "mycluster", "gcp": {"project": "my-project", "projectNumber": "123456789012"}},
        "2 service accounts of components, named mycluster-REQUEST",
    ),
}


@pytest.mark.parametrize("kind", PLACES)
def test_identities_are_counted(tmp_path: Path, kind: str) -> None:
    requests = [aws_request(f"openshift-{name}", "creds", "sa") for name in ("one", "two")]
    if kind != "AWS":
        for request in requests:
            request["spec"]["providerSpec"] = {"kind": f"{kind}ProviderSpec"}
    branch, identity = PLACES[kind]
    folder = write_requests(tmp_path / "r", *requests)
    found = explained(tokenIssuer=branch, componentIdentities={"requests": folder})
    assert found.identity == identity
