"""What ``explain`` prints for each example, compared with what was last read and found right."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from openshift_credentials.stack.explanation import to_json
from openshift_credentials.stack.load import load_settings
from tests.examples.test_golden_graphs import EXAMPLES
from tests.kit.golden import Golden, data
from tests.kit.stacks import example_stack

FOLDER: Final = Path(__file__).parent / "golden_explanations"


def explained(name: str) -> dict[str, Any]:
    stack = example_stack(name)
    deployments = load_settings(stack.config, stack.secrets, stack.program)
    return json.loads(to_json({item.system.key: item.explain() for item in deployments}))


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_explanation_of_an_example_is_the_golden_one(name: str, golden: Golden) -> None:
    golden(FOLDER / f"{name}.yaml", data(explained(name)))
