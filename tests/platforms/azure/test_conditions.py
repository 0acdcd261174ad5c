"""Conditions on the path: evaluated as Azure does, for any prefix and any blob."""

import re

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.platforms.azure.conditions import below_prefixes
from openshift_credentials.platforms.azure.roles import ADD_BLOBS, READ_BLOBS, WRITE_BLOBS

PREFIXES = st.lists(st.text("ab/'\\\\", min_size=1, max_size=6), min_size=1, max_size=3)
ACTIONS = (WRITE_BLOBS, ADD_BLOBS)


def allows(condition: str, action: str, path: str) -> bool:
    """Whether it holds: for actions that it does not name, or below a path of its own."""
    named = re.findall(r"!\(ActionMatches\{'([^']*)'\}\)", condition)
    literals = re.findall(r"StringStartsWith '((?:[^'\\]|\\.)*)'", condition)
    starts = [re.sub(r"\\(.)", r"\1", each) for each in literals]
    return action not in named or any(path.startswith(each) for each in starts)


@given(PREFIXES, st.text("ab/'\\\\", max_size=10), st.sampled_from([*ACTIONS, READ_BLOBS]))
def test_a_blob_is_reached_below_the_prefixes_and_nowhere_else(
    prefixes: list[str], path: str, action: str
) -> None:
    below = any(path.startswith(f"{prefix}/") for prefix in prefixes)
    condition = below_prefixes(ACTIONS, prefixes)

    assert allows(condition, action, path) == (below or action not in ACTIONS)
    assert condition.count("(") == condition.count(")")


@pytest.mark.parametrize("prefixes", [[], [""], ["a", ""]])
def test_a_condition_without_a_prefix_would_refuse_everything_or_nothing(
    prefixes: list[str],
) -> None:
    with pytest.raises(ValueError, match="needs at least one prefix"):
        below_prefixes(ACTIONS, prefixes)
