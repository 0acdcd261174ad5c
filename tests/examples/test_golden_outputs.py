"""What each example exports in a preview, compared with what was last found right."""

from pathlib import Path

import pytest

from tests.examples.test_golden_graphs import EXAMPLES
from tests.kit.golden import Golden, data
from tests.kit.previews import preview_of

FOLDER = Path(__file__).parent / "golden_outputs"


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_outputs_of_an_example_are_the_golden_ones(name: str, golden: Golden) -> None:
    golden(FOLDER / f"{name}.yaml", data(dict(sorted(preview_of(name).outputs.items()))))
