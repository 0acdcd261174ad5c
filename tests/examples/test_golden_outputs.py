"""What each example exports in a preview, compared with what was last found right."""

import json
from pathlib import Path

import pytest

from tests.examples.test_golden_graphs import EXAMPLES
from tests.kit.golden import Golden
from tests.kit.previews import preview_of

FOLDER = Path(__file__).parent / "golden_outputs"


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_outputs_of_an_example_are_the_golden_ones(name: str, golden: Golden) -> None:
    outputs = json.dumps(preview_of(name).outputs, indent=1, sort_keys=True, default=str)
    golden(FOLDER / f"{name}.json", f"{outputs}\n")
