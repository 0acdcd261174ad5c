"""The tree of a stack: everything that a system creates is below its facade."""

from collections.abc import Mapping

from tests.kit import tokens
from tests.kit.recorded import Recorded


def assert_below_facades(stack: Recorded, facades: Mapping[str, str]) -> None:
    """Every resource is below one of these facades, whose name is the start of its own.

    ``facades`` has the logical names by type tokens; all of them must be there.
    """
    parents = {each.urn: each.parent_urn for each in stack.resources}
    names = {each.urn: facades[each.type] for each in stack.resources if each.type in facades}
    assert sorted(names.values()) == sorted(facades.values())
    for each in stack.resources:
        if each.type == tokens.STACK:
            continue
        top = each.urn
        while top not in names:
            assert top in parents, f"{each.urn} is not below a facade"
            top = parents[top]
        assert each.name.startswith(names[top]), each.urn
