"""What is written or deleted at once: one write of a bucket, account or identity at a time."""

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from itertools import combinations
from typing import Final

import pytest
from pulumi.runtime.proto.resource_pb2 import RegisterResourceRequest

from tests.engine.fake_provider.acting import refused
from tests.engine.fake_provider.lives import Life
from tests.engine.fake_provider.rounds import assert_writes_follow_each_other
from tests.engine.fake_provider.world import RefusedError
from tests.engine.stacks import VAULT, WORKSPACE
from tests.kit import tokens
from tests.kit.harness import record, run_main
from tests.kit.recorded import Recorded, Resource
from tests.kit.trees import AWS, AZURE, Tree, changed, config

GROUP: Final = {"resourceGroupName": "backups"}
SUBNET: Final = VAULT.replace("KeyVault/vaults", "Network/virtualNetworks") + "/subnets/one"
ALERTS: Final = {"newestObject": True, "expectedEvery": "24h"}
OF_A_BUCKET: Final[Mapping[str, object]] = {
    "storage__s3__accessLogging": {"bucket": "logs"},
    "storage__s3__objectLock": {"mode": "governance", "days": 7},
    "storage__s3__inventory": {"bucket": "lists"},
    "storage__s3__dataEvents": {"bucket": "trails"},
    "storage__s3__replication": {"bucket": "copies", "region": "us-west-2"},
    "alerts": ALERTS,
}
OF_AN_ACCOUNT: Final[Mapping[str, object]] = {
    "storage__azureBlob__diagnostics": {"workspaceId": WORKSPACE},
    "storage__azureBlob__inventory": {"container": "lists"},
    "storage__azureBlob__privateEndpoint": {"subnetId": SUBNET},
    "storage__azureBlob__replication": {"storageAccount": "copies", "location": "northeurope"},
}
AWS_FREE: Final = changed(AWS, storage__s3__protect=False)
AZURE_FREE: Final = changed(
    AZURE, storage__azureBlob__protect=False, storage__azureBlob__deleteSnapshots=True
)


def of(tree: Tree, parts: Mapping[str, object]) -> Recorded:
    return record(run_main, preview=False, config=config(changed(tree, **parts)))


@pytest.mark.parametrize(
    ("tree", "parts"), [(AWS_FREE, OF_A_BUCKET), (AZURE_FREE, OF_AN_ACCOUNT)], ids=["s3", "blob"]
)
def test_parts_of_a_store_are_switched_off_together(
    tree: Tree, parts: Mapping[str, object]
) -> None:
    def refusal(going: tuple[str, ...]) -> str | None:
        lived = everything.copy()
        try:
            lived.update(of(tree, {key: parts[key] for key in parts if key not in going}))
        except RefusedError as error:
            return str(error)
        return None

    everything = Life(of(tree, parts))
    together = [*combinations(parts, 2), tuple(parts)]
    refusals = {going: refusal(going) for going in together}
    assert {going: text for going, text in refusals.items() if text} == {}


@pytest.mark.parametrize("kept", [["b/b"], ["a/a", "c/c"], ["c/c"], []])
def test_federated_credentials_of_one_identity_go_one_by_one(kept: Sequence[str]) -> None:
    def accounts(names: Sequence[str]) -> Recorded:
        return of(AZURE, {"credentials__serviceAccounts": list(names)})

    lived = Life(accounts(["a/a", "b/b", "c/c"]))
    lived.update(accounts(kept))
    assert len(lived.world.of_type(tokens.FEDERATED_CREDENTIAL)) == 1 + len(kept)


@pytest.mark.parametrize("after", [(), ("first",)], ids=["at once", "one by one"])
@pytest.mark.parametrize(
    ("type_", "given", "rule"),
    [
        (tokens.S3_VERSIONING, {"bucket": "snapshots"}, "bucket-is-written"),
        (tokens.MANAGEMENT_POLICY, {**GROUP, "accountName": "snapshots"}, "operation-in-progress"),
        (
            tokens.FEDERATED_CREDENTIAL,
            {**GROUP, "resourceName": "upload"},
            "concurrent-federated-credentials",
        ),
    ],
)
def test_what_does_not_depend_on_each_other_is_written_at_once(
    type_: str, given: Mapping[str, str], rule: str, after: Sequence[str]
) -> None:
    first, wait, second = (
        Resource(urn, RegisterResourceRequest(type=of, custom=True, dependencies=on), None)
        for urn, of, on in (
            ("first", type_, ()),
            ("wait", tokens.SLEEP, after),
            ("second", type_, ["wait"]),
        )
    )
    for each in (first, second):
        each.request.object.update(given)
    with nullcontext() if after else refused(rule):
        assert_writes_follow_each_other([first, wait, second])
