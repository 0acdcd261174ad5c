"""Rights for every type of resource that a component can register, in each command."""

import re
from collections.abc import Sequence
from typing import Final

from openshift_credentials.deployer import aws, azure, gcp, kubernetes
from openshift_credentials.deployer.documents import documents, notices
from openshift_credentials.deployer.registered import Call, Command, Registered
from tests.test_watchers import resource_types

GROUP: Final = "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/made"
INPUTS: Final = {
    "scope": GROUP, "name": "made", "bucket": "made", "resourceGroupName": "made",
    "accountName": "made", "vaultName": "made", "metadata": {"name": "made", "namespace": "made"},
}  # fmt: skip
PROVIDER: Final = {
    "region": "us-east-1",
    "allowedAccountIds": ["123456789012"],
    "subscriptionId": "11111111-2222-3333-4444-555555555555",
    "project": "my-project",
}
NEVER_DELETED: Final = frozenset({"azure-native:storage:BlobServiceProperties", "aws:kms/key:Key"})
"""The rights of a key are those of its alias."""
WITH_A_KEY: Final = "azure-native:storage:Blob"
"""Written and deleted with the account's key, which listing the keys gives for each call."""
UNCHANGING: Final = frozenset({"aws:iam/userPolicyAttachment:UserPolicyAttachment", "gcp:serviceaccount/key:Key"})
"""Every input of it replaces it."""


def types(*prefixes: str) -> Sequence[str]:
    found = {token for _, token in resource_types() if token.startswith(prefixes)}
    assert found
    return sorted(found)


def types_of_clouds() -> Sequence[str]:
    return types("aws:", "azure-native:", "gcp:")


def registered(type_: str) -> Registered:
    return Registered(type=type_, name="made", inputs=INPUTS, provider=PROVIDER)


def actions(type_: str, *calls: Call) -> set[str]:
    if type_.startswith("gcp:"):
        return set(gcp.permissions(registered(type_), frozenset(calls)))
    table = aws if type_.startswith("aws:") else azure
    return {each.action for each in table.permissions(registered(type_), frozenset(calls))}


def test_each_call_needs_something() -> None:
    for type_ in types_of_clouds():
        assert actions(type_, Call.READ), type_
        if type_ == WITH_A_KEY:
            assert all("Microsoft.Storage/storageAccounts/listKeys/action" in actions(type_, call) for call in Call)
            continue
        assert actions(type_, Call.READ, Call.CREATE) > actions(type_, Call.READ), type_
        changes = actions(type_, Call.UPDATE) - actions(type_, Call.READ)
        assert bool(changes) is (type_ not in UNCHANGING), type_
        deletes = actions(type_, Call.DELETE) - actions(type_, Call.READ)
        assert bool(deletes) is (type_ not in NEVER_DELETED), type_


def test_objects_of_a_cluster_need_something_too() -> None:
    for type_ in types("kubernetes:"):
        if type_.count(":") == 2:
            for call in Call:
                assert list(kubernetes.permissions(registered(type_), frozenset({call}))), type_


def test_all_types_at_once_are_in_the_documents() -> None:
    of_clouds = types_of_clouds()
    everything = [registered(each) for each in of_clouds]
    assert "rights-unknown" not in {each.code for each in notices(everything, list(Command))}
    text = "".join(each.text for each in documents("all", everything, list(Command)))
    services = {each.split(":")[1].partition("/")[0] for each in of_clouds if each[:3] == "aws"}
    for service in services:
        assert f'"{service}:' in text, service
    for type_ in of_clouds:
        for action in actions(type_, *Call):
            assert re.search(rf'"{re.escape(action)}"|- {re.escape(action)}$', text, re.MULTILINE), action
