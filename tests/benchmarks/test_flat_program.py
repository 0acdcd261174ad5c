"""A comparison is fair only while both programs make the same resources."""

import json
import subprocess
import sys
from collections import Counter

import pytest

from benchmarks.offline_preview import ROOT
from tests.kit.previews import previewed

pytestmark = pytest.mark.release

FLAT = """
import json
from benchmarks.flat_program import run
print(json.dumps([each.type for each in run(1).requests.values() if each.custom]))
"""


def output_of(*arguments: str) -> str:
    result = subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return result.stdout


def test_the_flat_program_makes_the_resources_of_dev() -> None:
    states = [step["newState"] for step in previewed(ROOT / "Pulumi.dev.yaml")["steps"]]
    ours = Counter(str(state["type"]) for state in states if state["custom"])
    assert Counter(json.loads(output_of("-c", FLAT))) == ours
