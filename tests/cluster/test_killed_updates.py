"""An update that is killed while it waits, and what docs/fleet.md says to do then."""

import os
import signal

from tests.cluster.operator import Operator
from tests.cluster.stack import Stack
from tests.cluster.test_backups import entries, namespace
from tests.kit.waiting import wait_until


def test_a_killed_update_leaves_its_lock_and_the_next_trigger_backs_up(
    stack: Stack, operator: Operator, clusters: list[str]
) -> None:
    place = namespace(clusters[0])
    operator.outcomes = {place: [None]}
    stack.configure(backups=entries(clusters[:1], "one"))

    update = stack.start("up", "--yes", "--skip-preview")
    try:
        wait_until(lambda: operator.backups(place))
    finally:
        os.killpg(update.pid, signal.SIGKILL)
        update.wait()

    locked = stack.failing_up()
    assert "the stack is currently locked by 1 lock(s)" in locked
    assert "pulumi cancel" in locked
    stack.succeed("cancel", "--yes")
    operator.outcomes = {}
    stack.up()
    assert len(operator.backups(place)[place]) == 1, "the same backup, not another one"
    stack.configure(backups=entries(clusters[:1], "two"))
    stack.up()
    assert [each["reason"] for each in stack.results().values()] == ["BackupSucceeded"]
    assert len(operator.backups(place)[place]) == 2
