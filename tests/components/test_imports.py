"""Which SDKs a stack imports, in a process of its own."""

import subprocess
import sys

import pytest

from tests.kit.places import REPOSITORY

SCRIPT = """
import sys
from openshift_credentials.preview.run import run_program
from openshift_credentials.preview.stack_files import read_stack
from pathlib import Path
recording = run_program(read_stack(Path(), sys.argv[1], None, []))
print(len(recording.requests))
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


@pytest.mark.parametrize(
    ("stack", "own", "other"),
    [
        ("dev", "pulumi_aws", "pulumi_azure_native"),
        ("aro", "pulumi_azure_native", "pulumi_aws"),
    ],
)
def test_a_stack_imports_the_sdk_of_its_own_cloud_only(stack: str, own: str, other: str) -> None:
    process = subprocess.run(
        [sys.executable, "-c", SCRIPT, stack],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    )

    registered, modules = process.stdout.splitlines()
    assert int(registered) > 10
    assert own in modules.split()
    assert other not in modules.split()
