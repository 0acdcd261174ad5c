"""Removes what killed runs have left: their stacks first, then whatever carries their tag."""

from collections.abc import Callable
from pathlib import Path

from tests.acceptance.account import Account, left_of, sweep
from tests.acceptance.against import account_of, open_workspace
from tests.acceptance.life import StepError, destroy
from tests.acceptance.run import Against, Run, finish, holding, unfinished
from tests.acceptance.stacks import Options
from tests.engine.workspace import Workspace

Say = Callable[[str], None]


def clean_runs(
    parent: Path, like: Run, options: Options, say: Say, leave_cluster: Callable[[Run], None]
) -> bool:
    """Clean up after the runs of this machine that are of the same cloud, kind and account.

    What could not be removed is said, and the answer is then ``False``.
    """
    clean = True
    for run, directory in unfinished(parent):
        if (run.cloud, run.against, run.place) != (like.cloud, like.against, like.place):
            continue
        with holding(directory) as alone:
            if not alone:
                say(f"run {run.suffix} is going on; it is left alone")
                continue
            workspace = open_workspace(directory, run.against)
            if run.against is Against.MOTO:
                say(f"run {run.suffix}: its moto has ended, and everything with it")
            else:
                with account_of(run, workspace, options, None) as account:
                    if not _clean(workspace, account, run, say):
                        clean = False
                        continue
                leave_cluster(run)
            finish(directory)
    return clean


def _clean(workspace: Workspace, account: Account, run: Run, say: Say) -> bool:
    for stack in workspace.stacks() if workspace.directory.is_dir() else ():
        workspace.pulumi("cancel", "--yes", "--stack", stack)
        workspace.pulumi("state", "unprotect", "--all", "--yes", "--stack", stack)
        account.empty_stores(run)
        try:
            destroy(workspace, stack)
            say(f"run {run.suffix}: stack {stack} is destroyed")
        except StepError as error:
            say(f"run {run.suffix}: {error}")
    for line in sweep(account, run):
        say(f"run {run.suffix}: {line}")
    left = [str(item) for item in left_of(account, run) if not item.waits]
    if left:
        say(f"run {run.suffix}: still there: {', '.join(left)}")
    return not left
