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
stack, *files = sys.argv[1:]
recording = run_program(read_stack(Path(), stack, Path(files[0]) if files else None, []))
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
    "token_issuer",
)  # fmt: skip


def imports(*arguments: str) -> tuple[int, set[str]]:
    """How many resources a stack registers, and the modules that it imports."""
    process = subprocess.run(
        [sys.executable, "-c", SCRIPT, *arguments], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    registered, names = process.stdout.splitlines()
    return int(registered), set(names.split())


@pytest.mark.parametrize(
    ("stack", "own", "other"),
    [("dev", "pulumi_aws", "pulumi_azure_native"), ("aro", "pulumi_azure_native", "pulumi_aws")],
)
def test_a_stack_imports_what_it_needs_alone(stack: str, own: str, other: str) -> None:
    registered, modules = imports(stack)
    assert registered > 10
    assert own in modules
    assert modules.isdisjoint({other, *SLOW_AND_NOT_NEEDED})
    assert modules.isdisjoint(f"openshift_credentials.systems.{system}" for system in OTHER_SYSTEMS)


@pytest.mark.parametrize(("stack", "own"), [("mint-aws", {"pulumi_aws"}), ("mint-gcp", {"pulumi_gcp"})])
def test_cloud_credentials_import_the_sdk_of_the_users_that_they_create(stack: str, own: set[str]) -> None:
    registered, modules = imports(stack, f"examples/{stack}/Pulumi.{stack}.yaml")
    assert registered > 5
    assert {"pulumi_aws", "pulumi_azure_native", "pulumi_gcp"} & modules == own
    assert modules.isdisjoint(SLOW_AND_NOT_NEEDED[:1])
