"""Many stacks in one account: each needs room that the account has."""

from typing import Final

from tests.engine.fake_provider.lives import Life
from tests.engine.fake_provider.world import World
from tests.kit import tokens
from tests.kit.harness import record, run_main
from tests.kit.trees import AWS, changed, config

STACKS: Final = 11
"""One more than CloudWatch Logs has resource policies for an account and region."""


def test_an_account_has_room_for_the_alerts_of_many_stacks() -> None:
    account = World()
    for number in range(STACKS):
        tree = changed(
            AWS,
            cluster__name=f"mc-{number}",
            storage__s3__bucket=f"snapshots-{number}",
            credentials={"roleName": f"upload-{number}"},
            alerts={"newestObject": True, "expectedEvery": "24h"},
            backupPolicy={"wait": False},
        )
        for key in [each for each in account.resources if each.startswith("kubernetes:")]:
            del account.resources[key]  # each stack has a cluster of its own
        Life(record(run_main, preview=False, config=config(tree)), account)
    assert len(account.of_type(tokens.LOG_GROUP)) == STACKS
