"""Permissions of who deploys on Azure and on Google Cloud."""

import json
from dataclasses import replace
from typing import Any

import pytest
import yaml

from openshift_credentials.deployer import aws, azure, gcp, kubernetes
from openshift_credentials.deployer.azure import condition
from openshift_credentials.deployer.documents import documents, notices
from openshift_credentials.deployer.registered import Call, Command, Registered
from openshift_credentials.platforms import resource_types
from openshift_credentials.platforms.resource_types import GOOGLE_CUSTOM_ROLE
from tests.deployer.provider_calls import resources_of

# Rights on Azure: at the least scope, with nothing that only an owner has.

SUBSCRIPTION = "/subscriptions/11111111-2222-3333-4444-555555555555"


def roles_of(stack: str, *commands: Command) -> dict[str, Any]:
    """The custom roles by the scope in which they can be assigned."""
    found = documents(stack, resources_of(stack), commands or list(Command))
    roles = [json.loads(each.text) for each in found if each.title.startswith("Azure")]
    return {role["AssignableScopes"][0]: role for role in roles}


def registered(type_: str, **inputs: object) -> Registered:
    provider = {"subscriptionId": SUBSCRIPTION.rpartition("/")[2]}
    return Registered(type=type_, name="one", inputs=inputs, provider=provider)


def operations(resource: Registered, *calls: Call) -> set[tuple[str, str]]:
    found = azure.permissions(resource, frozenset(calls or Call))
    return {(each.scope.removeprefix(SUBSCRIPTION), each.action) for each in found}


def test_protected_accounts_are_never_deleted() -> None:
    roles = roles_of("aro-workload-identity")
    actions = {each for role in roles.values() for each in role["Actions"]}
    assert "Microsoft.Storage/storageAccounts/write" in actions
    assert "Microsoft.Storage/storageAccounts/delete" not in actions


def test_an_assignment_is_in_the_group_of_what_it_is_made_for() -> None:
    account = registered("azure-native:storage:StorageAccount", resourceGroupName="g")
    assignment = replace(registered(azure.ASSIGNMENT), depends_on={"scope": (account,)})
    assert {scope for scope, _ in operations(assignment)} == {"/resourceGroups/g"}


def test_content_of_a_vault_is_deleted_through_the_vault() -> None:
    secret = registered("azure-native:keyvault:Secret", resourceGroupName="g", vaultName="v")
    found = {(each.action, each.on_data) for each in azure.permissions(secret, frozenset(Call))}
    assert ("Microsoft.KeyVault/vaults/secrets/delete", True) in found
    assert ("Microsoft.KeyVault/vaults/secrets/write", False) in found


def test_what_azure_never_deletes_needs_no_right_to() -> None:
    service = registered("azure-native:storage:BlobServiceProperties", resourceGroupName="g")
    assert not any(action.endswith("/delete") for _, action in operations(service))


def test_only_the_roles_of_the_stack_may_be_assigned() -> None:
    resources = resources_of("aro-workload-identity")
    text = condition(resources) or ""
    assert text.count("GuidEquals {") == text.count("{'ServicePrincipal'}") == 2
    assert "e147488a-f6f5-4113-8e2d-b22465e65bf6" in text
    assert text in "".join(each.way_out for each in notices(resources, list(Command)))
    assert condition(resources_of("dev")) is None


def test_a_role_of_the_owners_is_assigned_by_a_deployer_that_changes_no_role() -> None:
    guid = "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee"
    role = f"{SUBSCRIPTION}/providers/Microsoft.Authorization/roleDefinitions/{guid}"
    resources = resources_of("aro", f"etcdBackup.credentials.roleDefinitionId={role}")

    text = condition(resources)
    assert text
    assert text.count(f"ForAnyOfAnyValues:GuidEquals {{{guid}}}") == 2
    found = documents("aro", resources, list(Command))
    assert not any("roleDefinitions/write" in each.text for each in found)
    assert any("roleDefinitions/write" in each.text for each in documents(
        "aro", resources_of("aro"), list(Command)
    ))  # fmt: skip


# Rights on Google Cloud: one custom role per project, with the permissions of the requests.


def registered_of_gcp(type_: str, **inputs: object) -> Registered:
    return Registered(type=type_, name="one", inputs=inputs, provider={"project": "example.com:mine"})


def stack() -> tuple[Registered, ...]:
    """An account with a predefined role and a custom role of the same project."""
    custom = registered_of_gcp(GOOGLE_CUSTOM_ROLE, roleId="myproject_ingress", project="my-project")
    mine = {"project": "my-project"}
    return (
        registered_of_gcp("gcp:serviceaccount/account:Account", **mine),
        custom,
        registered_of_gcp(gcp.PROJECT_MEMBER, role="roles/storage.admin", **mine),
        Registered(type=gcp.PROJECT_MEMBER, name="other", inputs=mine, provider={}, depends_on={"role": (custom,)}),
        registered_of_gcp(gcp.ACCOUNT_BINDING),
    )


def roles(*commands: Command) -> dict[str, Any]:
    found = documents("dev", stack(), commands or list(Command))
    return {each.file: yaml.safe_load(each.text) for each in found}


def test_a_refresh_reads_and_a_preview_of_nothing_imported_needs_nothing() -> None:
    verbs = {
        permission.rpartition(".")[2]
        for role in roles(Command.REFRESH).values()
        for permission in role["includedPermissions"]
    }
    assert verbs == {"get", "getIamPolicy"}
    assert roles(Command.PREVIEW) == {}


def test_what_is_kept_is_never_deleted() -> None:
    kept = Registered(type=GOOGLE_CUSTOM_ROLE, name="one", inputs={}, provider={"project": "p"}, is_kept=True)
    (document,) = documents("dev", [kept], list(Command))
    assert "iam.roles.update" in document.text
    assert "iam.roles.delete" not in document.text


def test_a_deleted_custom_role_is_restored_when_it_is_created_again() -> None:
    custom = registered_of_gcp(GOOGLE_CUSTOM_ROLE)
    assert "iam.roles.undelete" in set(gcp.permissions(custom, frozenset({Call.CREATE})))


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (Command.UP, {"rights-to-grant", "rights-to-impersonate"}),
        (Command.DESTROY, {"rights-to-grant", "rights-to-impersonate"}),
        (Command.REFRESH, set[str]()),
    ],
)
def test_what_a_change_of_policies_makes_possible_is_reported(command: Command, expected: set[str]) -> None:
    told = {each.code: each for each in notices(stack(), [command])}
    assert {code for code in told if code.startswith("rights-to-")} == expected
    assert all("api.getAttribute" in str(told[code]) for code in expected & {"rights-to-grant"})


# Rights for one object or resource at a time, whole: what a provider calls, and nowhere else.

PLACE = {"namespace": "one", "name": "two"}
RULES = [{"apiGroups": ["", "a.io"], "resources": ["pods"], "verbs": ["get", "list"]}]


def in_cluster(kind: str, *calls: Call, **more: object) -> list[str]:
    """The rights for an object of a version and kind, one line each."""
    inputs = {"metadata": PLACE, **more}
    resource = Registered(type=f"kubernetes:{kind}", name="x", inputs=inputs, provider={})
    rights = kubernetes.permissions(resource, frozenset(calls))
    return [f"{r.namespace}/{r.name} {r.resource}.{r.group} {r.verb}" for r in rights]


def lines(where: str, resource: str, *verbs: str) -> list[str]:
    return [f"{where} {resource} {verb}" for verb in verbs]


ALL_SECRETS = lines("one/", "secrets.", "list", "watch")


@pytest.mark.parametrize(
    ("kind", "calls", "rights"),
    [
        ("core/v1:Secret", (), []),
        ("core/v1:Secret", (Call.READ,), lines("one/two", "secrets.", "get")),
        ("core/v1:Secret", (Call.CREATE,), lines("one/two", "secrets.", "create", "get", "patch")),
        ("core/v1:Secret", (Call.UPDATE,), lines("one/two", "secrets.", "get", "patch")),
        ("core/v1:Secret", (Call.DELETE,), [*lines("one/two", "secrets.", "delete", "get"), *ALL_SECRETS]),
        ("core/v1:SecretPatch", (Call.CREATE,), lines("one/two", "secrets.", "get", "patch")),
        ("core/v1:SecretPatch", (Call.DELETE,), lines("one/two", "secrets.", "get", "patch")),
        ("core/v1:ConfigMapPatch", (Call.CREATE,), lines("one/two", "configmaps.", "create", "get", "patch")),
        ("core/v1:ServiceAccountPatch", (Call.CREATE,), lines("one/two", "serviceaccounts.", "create", "get", "patch")),
        (
            "hypershift.openshift.io/v1beta1:HCPEtcdBackup",
            (Call.UPDATE,),
            lines("/", "hcpetcdbackups.hypershift.openshift.io", "get", "patch"),
        ),
        ("a.io/v1:Class", (Call.READ,), lines("one/two", "classes.a.io", "get")),
        ("a.io/v1:Policy", (Call.READ,), lines("one/two", "policies.a.io", "get")),
    ],
)
def test_an_object_needs_what_its_calls_need(kind: str, calls: tuple[Call, ...], rights: list[str]) -> None:
    assert in_cluster(kind, *calls) == rights


def test_whoever_grants_rights_has_them() -> None:
    own = "rbac.authorization.k8s.io"
    granted = [*lines("one/", "pods.", "get", "list"), *lines("one/", "pods.a.io", "get", "list")]
    kind = f"{own}/v1:Role"
    created = lines("one/two", f"roles.{own}", "create", "get", "patch")
    assert in_cluster(kind, Call.CREATE, rules=RULES) == [*created, *granted]
    assert in_cluster(kind, Call.READ, rules=RULES) == lines("one/two", f"roles.{own}", "get")
    created = lines("one/two", "secrets.", "create", "get", "patch")
    assert in_cluster("core/v1:Secret", Call.CREATE, rules=RULES) == created


def test_an_object_that_is_read_is_that_of_its_id() -> None:
    for read_id, where in (("three/four", "three/four"), ("four", "/four")):
        resource = Registered(type="kubernetes:core/v1:Secret", name="x", inputs={}, provider={}, read_id=read_id)
        (right,) = kubernetes.permissions(resource, frozenset({Call.READ}))
        assert f"{right.namespace}/{right.name}" == where


SUBSCRIPTION_RIGHTS_OF_OBJECTS = "/subscriptions/s"
SUBNET = f"{SUBSCRIPTION_RIGHTS_OF_OBJECTS}/resourceGroups/net/providers/Microsoft.Network/virtualNetworks/v"


@pytest.mark.parametrize(
    ("kind", "inputs", "linked"),
    [
        (
            "storage:StorageAccount",
            {"networkRuleSet": {"virtualNetworkRules": [{"virtualNetworkResourceId": SUBNET}]}},
            {"net Microsoft.Network/virtualNetworks/subnets/joinViaServiceEndpoint/action"},
        ),
        (
            "storage:StorageAccount",
            {"identity": {}},
            {"own Microsoft.ManagedIdentity/userAssignedIdentities/assign/action"},
        ),
        (
            "keyvault:Vault",
            {"properties": {"networkAcls": {"virtualNetworkRules": [{"id": SUBNET}]}}},
            {"net Microsoft.Network/virtualNetworks/subnets/joinViaServiceEndpoint/action"},
        ),
    ],
)
def test_a_resource_of_azure_needs_rights_to_what_it_is_linked_to(
    kind: str, inputs: dict[str, object], linked: set[str]
) -> None:
    def rights(inputs: dict[str, object], *calls: Call) -> set[str]:
        resource = Registered(
            type=f"azure-native:{kind}",
            name="x",
            inputs={"resourceGroupName": "own", **inputs},
            provider={"subscriptionId": "s"},
        )
        found = azure.permissions(resource, frozenset(calls))
        front = f"{SUBSCRIPTION_RIGHTS_OF_OBJECTS}/resourceGroups/"
        return {f"{item.scope.removeprefix(front)} {item.action}" for item in found}

    for call in (Call.CREATE, Call.UPDATE):
        assert rights(inputs, call) >= linked
    read_or_deleted = rights(inputs, Call.READ, Call.DELETE)
    assert not read_or_deleted & linked


@pytest.mark.parametrize(
    ("region", "partition"), [("us-east-1", "aws"), ("us-gov-west-1", "aws-us-gov"), (None, "aws")]
)
def test_a_bucket_is_reached_by_its_name_as_far_as_it_is_known(region: str | None, partition: str) -> None:
    provider = {"region": region}

    def configuration(above: Registered | None, **inputs: object) -> Registered:
        made_from = {"bucket": (above,)} if above else {}
        return Registered(type="aws:s3/x:X", name="x", inputs=inputs, provider=provider, depends_on=made_from)

    def bucket(type_: str, **inputs: object) -> Registered:
        return Registered(type=type_, name="b", inputs=inputs, provider=provider)

    arn = f"arn:{partition}:s3:::"
    named = bucket(resource_types.BUCKET, bucket="mine")
    for resource, name in (
        (configuration(None, bucket="given"), "given"),
        (configuration(named), "mine"),
        (configuration(bucket("aws:s3/other:Other", bucket="mine")), "*"),
        (configuration(bucket(resource_types.BUCKET)), "*"),
        (configuration(None), "*"),
    ):
        assert aws.bucket(resource) == (f"{arn}{name}",)
        assert aws.objects(resource) == (f"{arn}{name}/*",)


def test_every_call_of_google_cloud_is_one_permission_of_the_service() -> None:
    role = Registered(type=resource_types.WORKLOAD_IDENTITY_POOL, name="x", inputs={}, provider={})
    member = Registered(type=gcp.PROJECT_MEMBER, name="x", inputs={}, provider={})
    pools, policy = "iam.workloadIdentityPools", "resourcemanager.projects"
    for call, verb in {Call.CREATE: "create", Call.UPDATE: "update", Call.DELETE: "delete"}.items():
        calls = frozenset({call})
        assert {*gcp.permissions(role, calls)} == {f"{pools}.get", f"{pools}.{verb}"}
        changed = {f"{policy}.getIamPolicy", f"{policy}.setIamPolicy"}
        assert {*gcp.permissions(member, calls)} == changed
    assert [*gcp.permissions(role, frozenset({Call.READ}))] == [f"{pools}.get"]
    assert [*gcp.permissions(member, frozenset({Call.READ}))] == [f"{policy}.getIamPolicy"]
    assert not [*gcp.permissions(member, frozenset())]
