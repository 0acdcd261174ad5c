"""What a stack imports, in a process of its own: imports are most of the time of a small one."""

import subprocess
import sys
from typing import Final

import pytest

from tests.kit.places import REPOSITORY

SCRIPT = """
import sys
from openshift_credentials.preview.run import run_program
from openshift_credentials.preview.stack_files import read_stack
from pathlib import Path
recording = run_program(read_stack(Path(), sys.argv[1], None, []))
print(len(recording.requests))
print(*sorted(sys.modules))
"""

SLOW_AND_NOT_NEEDED: Final = (
    "kubernetes",  # the client: only what looks at a cluster
    "pulumi_kubernetes.core.v1.Secret",  # see components.kubernetes.core_objects
    "cryptography",  # only what makes keys
)
OTHER_SYSTEMS: Final = (
    "cloud_credentials", "component_identities", "control_plane_identities", "image_pulls",
    "snapshot_store", "token_issuer",
)  # fmt: skip


@pytest.mark.parametrize(
    ("stack", "own", "other"),
    [
        ("dev", "pulumi_aws", "pulumi_azure_native"),
        ("aro", "pulumi_azure_native", "pulumi_aws"),
    ],
)
def test_a_stack_imports_what_it_needs_alone(stack: str, own: str, other: str) -> None:
    process = subprocess.run(
        [sys.executable, "-c", SCRIPT, stack],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    )

    registered, names = process.stdout.splitlines()
    modules = set(names.split())
    assert int(registered) > 10
    assert own in modules
    assert modules.isdisjoint({other, *SLOW_AND_NOT_NEEDED})
    assert modules.isdisjoint(f"openshift_credentials.systems.{system}" for system in OTHER_SYSTEMS)
