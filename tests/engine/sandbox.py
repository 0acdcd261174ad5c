"""Lives through stack ``dev`` on stand-in clouds, step by step: ``make sandbox``.

The engine, the program and every step are real; the clouds, the cluster and the operator's reaction
are played. No account is needed, and nothing is left behind.
"""

import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Final

from tests.engine.conftest import NEEDED
from tests.engine.examples import make_stack
from tests.engine.workspace import Workspace

STACK: Final = ("--stack", "dev")
NOISE: Final = re.compile(
    r"@ .*|.*warning: using pulumi-resource-.*|.* \w+ing \(\d+s\)(\[retain\])? ?| {4}\S+:\S+ \S+  |"
    r".*pulumi:pulumi:Stack \S+ .*\d+ (warning|message)s?"
)
"""Lines that are left out: progress, unchanged resources, where the stand-ins are."""

TRIGGER: Final = "openshift-credentials:etcdBackup.backupDefaults.trigger"


def main() -> int:
    if missing := [each for each in NEEDED if not shutil.which(each)]:
        sys.stderr.write(f"error: {' and '.join(missing)} not on PATH; 'make cli' installs them\n")
        return 1
    with tempfile.TemporaryDirectory() as place:
        live(Workspace.create(Path(place)))
    return 0


def live(workspace: Workspace) -> None:
    """Run all steps; the first that does not end as announced ends the sandbox."""
    tell(
        """
        The life of stack 'dev'
        It backs up the etcd of one hosted control plane on ROSA. The Pulumi CLI and the program are
        the real ones. AWS, the management cluster and HyperShift's operator are stand-ins on this
        machine: nothing is created, and no account is needed. Progress and unchanged resources are
        left out of what the CLI prints.
        """
    )
    make_stack(workspace, "dev")
    tell(
        """
        1. Preview
        Nothing exists yet. The program already asserts which credential mode the operator will
        detect in the Secret: see the output credentialMode.
        """
    )
    step(workspace, "preview")
    tell(
        """
        2. Up
        Bucket and role come first, then the wait for IAM, the Secret and the backup. The update
        waits until the operator has run the backup, and reports how it ended.
        """
    )
    step(workspace, "up", "--yes", "--skip-preview")
    tell(
        """
        3. The operator's reaction
        The operator found a role ARN in the Secret, ran a Job with a short-lived token, and wrote
        the result into the HCPEtcdBackup. The stack keeps it as an output.
        """
    )
    step(workspace, "stack", "output", "backups", "--json")
    tell(
        """
        4. Change
        A new trigger is a new backup, and nothing else changes. The earlier object stays for the
        operator's retention ('retain').
        """
    )
    step(workspace, "config", "set", "--path", TRIGGER, "2026-11-22")
    step(workspace, "up", "--yes", "--suppress-outputs")
    tell(
        """
        5. A backup that fails
        This time the operator's Job fails. That is final: the operator tries nothing again, and the
        update fails with the reason and the way out.
        """
    )
    workspace.clouds.operator_fails("Backup Job failed: Job has reached the specified backoff limit")
    step(workspace, "config", "set", "--path", TRIGGER, "2026-11-23")
    step(workspace, "up", "--yes", "--skip-preview", "--suppress-outputs", fails=True)
    tell(
        """
        6. The way out
        A new trigger starts another backup. The object of the failed one stays for 'diagnose'.
        """
    )
    step(workspace, "config", "set", "--path", TRIGGER, "2026-11-24")
    step(workspace, "up", "--yes", "--skip-preview", "--suppress-outputs")
    tell(
        """
        7. Verify
        A refresh compares the state with the clouds, and an update with the settings. Neither finds
        a difference: with --expect-no-changes any change would be an error.
        """
    )
    no_changes = ("--yes", "--skip-preview", "--expect-no-changes", "--suppress-outputs")
    step(workspace, "refresh", *no_changes)
    step(workspace, "up", *no_changes)
    tell(
        """
        8. Destroy, refused
        The bucket with the snapshots is protected, with everything that guards it. The command
        fails and leaves them; Secret and role are gone.
        """
    )
    step(workspace, "destroy", "--yes", "--skip-preview", fails=True)
    tell(
        """
        9. Destroy, allowed
        Somebody says that the snapshots may go and empties the bucket, which AWS would otherwise
        refuse to delete. Then the rest is removed.
        """
    )
    workspace.clouds.empty_stores()
    step(workspace, "state", "unprotect", "--all", "--yes")
    step(workspace, "destroy", "--yes", "--skip-preview")
    tell(
        f"""
        The end
        The stand-ins have served {len(workspace.calls)} calls, and nothing is left behind. Your own
        stack starts with docs/getting-started.md.
        """
    )


def step(workspace: Workspace, *arguments: str, fails: bool = False) -> None:
    """Run a command, show what a person types and sees."""
    say(f"\n$ {shlex.join(('pulumi', *arguments, *STACK))}")
    outcome = workspace.pulumi(*arguments, *STACK)
    say("\n".join(shortened(outcome.text)))
    if (outcome.code != 0) is not fails:
        raise SystemExit(f"error: this step had to {'fail' if fails else 'succeed'}")


def shortened(text: str) -> Iterator[str]:
    """The lines that tell something; of several empty ones the first."""
    previous = ""
    for line in text.strip().splitlines():
        if not NOISE.fullmatch(line) and (line.strip() or previous):
            yield line
            previous = line.strip()


def tell(text: str) -> None:
    """Say what comes, apart from what the CLI prints."""
    title, *rest = dedent(text).strip().splitlines()
    say("\n" + "\n".join((f"=== {title}", *rest)))


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
