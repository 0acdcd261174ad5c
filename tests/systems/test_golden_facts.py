"""Facts of operators, clouds and kubelets, which change only on purpose.

Compared with what was last found right beside their sources (``tests/upstream``).
"""

from pathlib import Path
from typing import Final

import pytest
import yaml

from tests.kit.facts import facts_below
from tests.kit.golden import REFRESH, Golden
from tests.kit.places import REPOSITORY

FOLDER: Final = Path(__file__).parent / "golden_facts"
PACKAGE: Final = REPOSITORY / "openshift_credentials"
PLACES: Final = {
    **{path.parent.name: path for path in sorted(PACKAGE.glob("systems/*/rules"))},
    **{name: PACKAGE / name for name in ("deployer", "fleet", "live")},
}


@pytest.mark.parametrize("name", PLACES)
def test_facts_are_the_golden_ones(name: str, golden: Golden) -> None:
    facts = facts_below(str(PLACES[name].relative_to(REPOSITORY)))
    text = yaml.safe_dump(facts, sort_keys=False, width=100, allow_unicode=True)
    golden(FOLDER / f"{name}.yaml", f"# Written by: {REFRESH}\n{text}")
