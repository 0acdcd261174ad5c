"""Flux's view of the health of a Stack, by the expressions that are rendered for it."""

from typing import cast

import cel
import pytest

from openshift_credentials.fleet.rules.objects.flux import HEALTH
from tests.fleet import stacks


def health(stack: stacks.Object) -> str:
    """The first expression that is true, in the order in which Flux asks."""
    for name in ("inProgress", "failed", "current"):
        if cel.evaluate(cast("str", HEALTH[name]), stack):
            return name
    return "unknown"


def unseen() -> stacks.Object:
    found = stacks.succeeded()
    found["metadata"]["generation"] = 4
    return found


DRIFTED = stacks.sentinel(("Stalled", "UpdateFailed", "preview failed 3 times"))


@pytest.mark.parametrize(
    ("stack", "expected"),
    [
        (stacks.succeeded(), "current"),
        (stacks.frozen(), "current"),
        (stacks.stalled("UpdateFailed"), "failed"),
        (stacks.running(), "inProgress"),
        (stacks.retrying("error"), "inProgress"),
        (stacks.waiting(), "inProgress"),
        (unseen(), "inProgress"),
        (stacks.sentinel(), "current"),
        (DRIFTED, "current"),
    ],
)
def test_a_wave_goes_on_once_its_stacks_are_well_and_drift_holds_back_none(
    stack: stacks.Object, expected: str
) -> None:
    assert health(stack) == expected
