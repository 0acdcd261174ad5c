"""Lives through stack ``dev`` on stand-in clouds, step by step: ``make sandbox``.

The engine, the program and every step are real; the clouds, the cluster and the operator's reaction
are played. No account is needed, and nothing is left behind.
"""

import shutil
import sys
import tempfile
from pathlib import Path

from tests.engine.examples import make_stack
from tests.engine.workspace import Outcome, Workspace

STACK = ("--stack", "dev")


def main() -> int:
    if missing := [each for each in ("pulumi", "pulumi-language-python") if not shutil.which(each)]:
        sys.stderr.write(f"error: {' and '.join(missing)} not on PATH; 'make cli' installs them\n")
        return 1
    with tempfile.TemporaryDirectory() as place:
        live(Workspace.create(Path(place)))
    return 0


def live(workspace: Workspace) -> None:
    """Run all steps; the first that fails ends the sandbox with what it printed."""
    make_stack(workspace, "dev")
    say("1. Preview: the operator's rules are asserted before anything exists")
    step(workspace, "preview")
    say("2. Up: bucket, role, Secret; then the backup, and how it ended")
    step(workspace, "up", "--yes", "--skip-preview")
    say("3. What the operator made of it")
    step(workspace, "stack", "output")
    say("4. Change: a new trigger is a new backup, and nothing else")
    trigger = ("openshift-credentials:etcdBackup.backups[0].trigger", "2026-11-22")
    step(workspace, "config", "set", "--path", *trigger)
    step(workspace, "up", "--yes")
    say("5. Verify: a refresh and an update find nothing to do")
    step(workspace, "refresh", "--yes", "--skip-preview", "--expect-no-changes")
    step(workspace, "up", "--yes", "--skip-preview", "--expect-no-changes")
    say("6. Destroy: the bucket with the snapshots is protected, so this is refused")
    step(workspace, "destroy", "--yes", "--skip-preview", fails=True)
    say("7. Destroy, once somebody has said that the snapshots may go")
    step(workspace, "state", "unprotect", "--all", "--yes")
    step(workspace, "destroy", "--yes", "--skip-preview")


def step(workspace: Workspace, *arguments: str, fails: bool = False) -> None:
    """Run a command, show what a person types and sees."""
    say(f"\n$ pulumi {' '.join((*arguments, *STACK))}")
    outcome: Outcome = workspace.pulumi(*arguments, *STACK)
    say(outcome.text.strip())
    if (outcome.code != 0) is not fails:
        raise SystemExit("the sandbox stops here: this is not what was to be seen")


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
