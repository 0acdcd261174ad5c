"""Rights for one object or resource at a time, whole: what a provider calls, and nowhere else."""

import pytest

from openshift_credentials.deployer import aws, azure, gcp, kubernetes
from openshift_credentials.deployer.registered import Call, Registered
from openshift_credentials.platforms import resource_types

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


SUBSCRIPTION = "/subscriptions/s"
SUBNET = f"{SUBSCRIPTION}/resourceGroups/net/providers/Microsoft.Network/virtualNetworks/v"


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
        front = f"{SUBSCRIPTION}/resourceGroups/"
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
