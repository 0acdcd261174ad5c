"""What is needed, what a policy lacks of it, and what a new release changes."""

import json
import time
from dataclasses import replace
from typing import Any

import pytest

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.platforms.credentials_requests import (
    CredentialsRequest,
    SecretRef,
    StatementEntry,
    load_requests,
)
from openshift_credentials.platforms.go.json import marshal
from openshift_credentials.systems.cloud_credentials.plan import split_policies
from openshift_credentials.systems.cloud_credentials.rules.permissions import (
    AWS_MINT_ACTIONS,
    GCP_MINT_PERMISSIONS,
    OperatorCloud,
    PermissionMode,
    documented_permissions,
    permissions_of_mode,
)
from openshift_credentials.systems.cloud_credentials.rules.policies import missing, policy_of
from openshift_credentials.systems.cloud_credentials.rules.request_diff import Change, diff
from tests.kit.cco import folder
from tests.kit.rows import read_rows


@pytest.mark.parametrize("mode", PermissionMode)
@pytest.mark.parametrize("cloud", OperatorCloud)
def test_the_policy_that_is_printed_lacks_nothing(cloud: OperatorCloud, mode: PermissionMode) -> None:
    try:
        need = permissions_of_mode(cloud, mode)
    except UnusableInputError:
        assert mode is not PermissionMode.PASSTHROUGH
        return
    policy = policy_of(cloud, need)
    assert need.names or need.roles
    if policy is not None:
        assert not missing(cloud, need, json.dumps(policy))
    elif cloud is OperatorCloud.VSPHERE:
        assert not missing(cloud, need, json.dumps(list(need.privileges)))


def test_the_catalogue_has_the_numbers_of_the_documentation() -> None:
    counts = {each.request: len(each.actions) + len(each.grants) for each in documented_permissions().aws}
    assert counts == {
        "openshift-cluster-api-aws": 30,
        "openshift-machine-api-aws": 29,
        "cloud-credential-operator-iam-ro": 3,
        "openshift-image-registry": 18,
        "openshift-ingress": 6,
        "openshift-cloud-network-config-controller-aws": 9,
        "aws-ebs-csi-driver-operator": 25,
    }
    azure = [len(each.permissions) + len(each.data_permissions) for each in documented_permissions().azure]
    assert sorted(azure) == [0, 4, 6, 8, 9, 11, 14, 35]
    assert len(AWS_MINT_ACTIONS) == 11
    assert len(GCP_MINT_PERMISSIONS) == 10
    assert len(documented_permissions().vsphere) == 8


def test_a_documented_policy_fits_into_few_managed_ones() -> None:
    statements = permissions_of_mode(OperatorCloud.AWS, PermissionMode.PASSTHROUGH).statements
    documents = split_policies(statements)
    assert len(documents) == 1
    assert len(documents[0]) <= 6144


@pytest.mark.parametrize(("size", "number"), [(6144, 1), (6145, 2)])
def test_a_managed_policy_has_at_most_6144_characters(size: int, number: int) -> None:
    def policies(action: str) -> tuple[str, ...]:
        entry = StatementEntry(effect="Allow", action=("s3:A", action), resource="*")
        return split_policies([entry])

    (short,) = policies("s3:")
    assert len(policies(f"s3:{'b' * (size - len(short))}")) == number


AZURE_POLICIES: list[tuple[dict[str, Any], bool]] = [
    ({"actions": ["Microsoft.Compute/*", "Microsoft.Network/*"]}, False),
    ({"Actions": ["*"], "DataActions": ["*"]}, True),
    ({"dataActions": ["*"]}, False),
    ({"actions": ["*"], "dataActions": ["*"], "notActions": ["*/write"]}, False),
    ({"properties": {"permissions": [{"actions": ["*"], "dataActions": ["*"]}]}}, True),
    ({"permissions": [{"actions": ["*"]}, {"dataActions": ["microsoft.storage/*"]}]}, True),
]


@pytest.mark.parametrize(("role", "is_enough"), AZURE_POLICIES, ids=range(len(AZURE_POLICIES)))
def test_azure_roles_are_read_in_all_forms(role: dict[str, Any], is_enough: bool) -> None:
    need = permissions_of_mode(OperatorCloud.AZURE, PermissionMode.PASSTHROUGH)
    assert (not missing(OperatorCloud.AZURE, need, json.dumps(role))) is is_enough


def request(name: str, actions: list[str], **more: Any) -> CredentialsRequest:  # noqa: ANN401
    spec = {"kind": "AWSProviderSpec", "statementEntries": [{"effect": "Allow", "action": actions, "resource": "*"}]}
    values: dict[str, Any] = {"secret": SecretRef("n", name), "service_accounts": ("sa",), **more}
    return CredentialsRequest(
        file="a.yaml", document=1, name=name, namespace="o", provider_spec=marshal(spec), **values
    )


def test_equal_folders_ask_for_the_same() -> None:
    for name in ("seven-aws", "gcp-mixed", "az-perms", "multi-doc"):
        requests = load_requests(folder(name)).requests
        assert diff(requests, tuple(reversed(requests))) == ()


def test_a_new_release_is_due_before_the_upgrade_where_it_asks_for_more() -> None:
    old = [request("same", ["a:b"]), request("gone", ["a:b"]), request("more", ["a:b", "a:c"])]
    new = [
        request("same", ["a:b"]),
        request("new", ["x:y"]),
        request("more", ["a:c", "a:d"], service_accounts=("sa", "sb")),
    ]
    changes = {each.name: each for each in diff(old, new)}
    assert {name: each.change for name, each in changes.items()} == {
        "gone": Change.REMOVED,
        "new": Change.ADDED,
        "more": Change.CHANGED,
    }
    assert not changes["gone"].before_upgrade
    assert changes["new"].before_upgrade
    more = changes["more"].deltas
    assert (more["permissions"].added, more["permissions"].removed) == (("a:d",), ("a:b",))
    assert more["serviceAccounts"].added == ("sb",)


def test_a_permission_that_only_goes_is_due_afterwards() -> None:
    (change,) = diff([request("r", ["a:b", "a:c"])], [request("r", ["a:b"])])
    assert not change.before_upgrade


def test_a_thousand_requests_are_read_and_united_quickly() -> None:
    text = dict(folder("one"))["a.yaml"]
    files = [(f"{index:04}.yaml", text) for index in range(1000)]
    start = time.process_time()
    requests = load_requests(files).requests
    need = permissions_of_mode(OperatorCloud.AWS, PermissionMode.PASSTHROUGH, requests)
    assert time.process_time() - start < 2
    assert len(requests) == 1000
    assert "s3:GetObject" in need.names


SPECS: dict[str, tuple[dict[str, Any], dict[str, tuple[str, ...]]]] = {
    name: (spec, {fact: tuple(asked) for fact, asked in facts.items()})
    for name, spec, facts in read_rows(__file__, "compared_requests.json")
}


@pytest.mark.parametrize("name", SPECS)
def test_each_kind_of_request_is_compared_by_what_it_asks_for(name: str) -> None:
    spec, wanted = SPECS[name]
    plain = request("r", [])
    full = replace(plain, provider_spec=marshal(spec), cloud_token_path="/x")
    (change,) = diff([], [full])
    added = {fact: delta.added for fact, delta in change.deltas.items()}
    usual = {"secret": ("n/r",), "serviceAccounts": ("sa",), "cloudTokenPath": ("/x",), "kind": (spec["kind"],)}
    raw = {"providerSpec": (marshal(spec),)} if name == "unreadable" else {}
    assert added == {**usual, **wanted, **raw}
