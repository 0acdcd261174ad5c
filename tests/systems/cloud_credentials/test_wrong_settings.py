"""Wrong settings: what is said, where, and that no secret is in it.

Each row was read for sense: the setting by its path, the rule in words, and a way out.
"""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from tests.kit.tables import read_rows
from tests.systems.cloud_credentials import stacks
from tests.systems.cloud_credentials.stacks import AWS_KEY, MANUAL, MINT, Branch, problems, with_
from tests.systems.cloud_credentials.wrong_settings_samples import MARK, ROWS

ALL_ROWS = [*ROWS, *read_rows(__file__, "wrong_google_settings.json", vars(stacks))]


@pytest.mark.parametrize(("branch", "change", "setting", "rule"), ALL_ROWS, ids=range(len(ALL_ROWS)))
def test_a_wrong_setting_is_named_with_its_rule(
    branch: Branch, change: dict[str, Any], setting: str, rule: str
) -> None:
    found = problems(with_(branch, **change))
    where = f"cloudCredentials.{setting}"
    hits = [each for each in found if each.split(": ")[0].split(" = ")[0] == where]
    assert any(rule in each for each in hits), found
    assert all("; " in each for each in found)
    assert MARK not in "".join(found)
    assert AWS_KEY["secretAccessKey"] not in "".join(found)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.text(max_size=8) | st.sampled_from(sorted(MINT)), inner, max_size=4)
        ),
        max_leaves=12,
    )
)
def test_nothing_makes_the_checks_fail(branch: object) -> None:
    problems(branch)
    problems({**MANUAL, "aws": branch, "rootSecret": branch, "componentSecrets": branch})
    for name in MINT:
        problems({**MINT, name: branch})
