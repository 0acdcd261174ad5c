"""Azure as ccoctl makes it."""

from collections.abc import Iterator

import pytest
from _pytest.mark import ParameterSet

from openshift_credentials.platforms.credentials_requests import SecretRef, load_requests
from openshift_credentials.systems.component_identities.rules.azure import IdentityOptions, plan_identities
from openshift_credentials.systems.component_identities.rules.requests import azure_data, azure_secret, file_name
from tests.cco_samples import Row, request_folder, sample
from tests.kit.tables import nonempty
from tests.systems.component_identities.ccoctl_samples import loaded, with_requests


@pytest.mark.parametrize("case", with_requests("azure.json", "create-managed-identities"), ids=lambda case: case["id"])
def test_azure_manifests_are_those_of_ccoctl(case: Row) -> None:
    found, arguments = loaded(case), case["args"]
    if case["exit"]:
        assert case["error"]["class"] == "usage"
        return
    planned = plan_identities(found.requests, _azure_options(arguments, arguments["issuer-url"]))
    manifests = {f"out/manifests/{file_name(each.secret)}": each.manifest for each in planned.identities}
    # The dry run of ccoctl looks at no provider spec: a request for AWS gets a Secret too.
    if not planned.problems:
        assert manifests == case["files"]
    assert case["files"] == {
        f"out/manifests/{file_name(each.secret)}": azure_secret(
            azure_data("", "", arguments["region"], arguments["subscription-id"], each.cloud_token_path), each.secret
        )
        for each in found.requests
    }


@pytest.mark.parametrize(("client", "tenant", "is_whole"), [("", "", False), ("c", "", True), ("", "t", True)])
def test_a_secret_is_unfinished_without_client_and_tenant(client: str, tenant: str, is_whole: bool) -> None:
    text = azure_secret(azure_data(client, tenant, "r", "s"), SecretRef("ns", "n"))
    assert text.endswith("\ntype: Opaque") is is_whole


def _azure_options(arguments: Row, issuer_url: str) -> IdentityOptions:
    return IdentityOptions(
        name=arguments["name"],
        region=arguments["region"],
        subscription_id=arguments["subscription-id"],
        issuer_url=issuer_url,
        oidc_resource_group=arguments.get("oidc-resource-group-name", ""),
        installation_resource_group=arguments.get("installation-resource-group-name", ""),
        dns_zone_resource_group=arguments.get("dnszone-resource-group-name", ""),
        network_resource_group=arguments.get("network-resource-group-name", ""),
        user_tags=dict(pair.split("=", 1) for pair in arguments.get("user-tags", "").split(",") if pair),
    )


def azure_steps() -> Iterator[ParameterSet]:
    for scenario in sample("live-azure.json"):
        step = scenario["steps"][0]
        if step["exit"] == 0 and isinstance(step.get("request_files"), str):
            yield pytest.param(step, id=scenario["id"])


@pytest.mark.parametrize("step", list(azure_steps()))
def test_azure_resources_are_those_that_ccoctl_wrote(step: Row) -> None:
    arguments = step["args"]
    account = arguments.get("storage-account-name", arguments["name"])
    issuer = f"https://{account}.blob.core.windows.net/{arguments['name']}"
    found = load_requests(request_folder(step["request_files"]))
    planned = plan_identities(found.requests, _azure_options(arguments, issuer))
    assert not planned.problems
    written = {write["path"]: write["body"] for write in step["writes"]}
    paths = list(written)
    roles = {
        body["properties"]["roleName"]: (path, body["properties"])
        for path, body in written.items()
        if "/roleDefinitions/" in path
    }
    for identity in nonempty(planned.identities):
        path = next(each for each in paths if each.endswith(f"/{identity.name}"))
        assert written[path]["tags"] == identity.tags
        federations = {
            each.name: {"audiences": [each.audience], "issuer": each.issuer, "subject": each.subject}
            for each in identity.federations
        }
        front = f"{path}/federatedIdentityCredentials/"
        assert federations == {
            each.removeprefix(front): written[each]["properties"] for each in paths if each.startswith(front)
        }
        custom = identity.custom_role
        assert (custom and custom.properties()) == roles.get(identity.name, (None, None))[1]
    assigned = [
        path.partition("/providers/Microsoft.Authorization/")[0] for path in paths if "/roleAssignments/" in path
    ]
    assert sorted(assigned) == sorted(
        each.scope for identity in planned.identities for each in identity.role_assignments
    )
