"""The wheel, built once for all tests of it."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.places import REPOSITORY

UNREACHABLE = ("hatchling was not found", "error sending request", "Temporary failure")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("wheel")
    built = subprocess.run(
        [
            *(sys.executable, "-m", "uv", "build", "--quiet", "--wheel", "--no-create-gitignore"),
            *("--out-dir", str(directory), str(REPOSITORY)),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if built.returncode and any(reason in built.stderr for reason in UNREACHABLE):
        pytest.skip("uv reaches no package index, and building a wheel needs hatchling")
    assert built.returncode == 0, built.stderr
    [path] = directory.iterdir()
    return path
