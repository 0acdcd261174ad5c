"""Every setting changed once on the stand-in clouds, without an engine.

``test_changes`` says what each change is to do. Here the clouds say whether they let it, and
whether what is there afterwards is what the program describes and goes with the stack.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

import pytest
from pulumi import RunError

from openshift_credentials.reference.settings_page import Setting
from tests.engine import changes
from tests.engine.fake_provider.lives import Life, ProtectedError
from tests.engine.fake_provider.world import RefusedError
from tests.kit.google_cloud import NEEDS_SDK
from tests.kit.harness import record_stack
from tests.kit.recorded import Recorded

WRONG: Final[Mapping[str, str]] = {
    "etcdBackup.credentials.existingRole": (
        "the role of its own, which the stack is then to create, has the name of the existing one: "
        "docs/aws.md says to name another one"
    )
}
"""Settings whose change does not end well in a cloud, and why; a row goes with its fault."""


@cache
def of(stack: str) -> Recorded:
    """What a stack registers."""
    return record_stack(changes.configuration(changes.tree(stack)), preview=False)


@cache
def life(stack: str) -> Life | None:
    """A stack that is up; none if the clouds do not let it: ``test_examples`` tells."""
    try:
        return Life(of(stack))
    except RefusedError:
        return None


def types_left(lived: Life) -> frozenset[str]:
    """Types of what is left when a stack is destroyed after its stores were emptied."""
    lived.world.empty_stores()
    lived.destroy()
    return frozenset(key.partition(" ")[0] for key in lived.left())


@cache
def types_left_anyway(stack: str) -> frozenset[str]:
    """Types of what stays without any change: ``test_examples`` tells."""
    lived = life(stack)
    return types_left(lived.copy()) if lived else frozenset()


def outcome(setting: Setting) -> str | None:
    """What goes wrong when a setting is changed; nothing if the program itself stops."""
    stack = changes.place_of(setting)
    configuration = changes.configuration(changes.changed(stack, setting))
    if (before := life(stack)) is None:
        return None
    try:
        recorded = record_stack(configuration, preview=False, earlier=of(stack))
    except RunError:
        return None
    lived = before.copy()
    try:
        lived.update(recorded)
        if changed := list(lived.changes()):
            return f"never the same: {changed}"
        left = types_left(lived) - types_left_anyway(stack)
    except ProtectedError:
        return None
    except RefusedError as error:
        return f"refused: {error}"
    return f"left: {sorted(left)}" if left else None


@NEEDS_SDK
@pytest.mark.timeout(1800)
def test_the_clouds_let_every_setting_change() -> None:
    found = {setting.path: outcome(setting) for setting in changes.settings()}
    wrong = {path: text for path, text in found.items() if text}
    assert {path: text for path, text in wrong.items() if path not in WRONG} == {}
    assert set(WRONG) == set(wrong), "a reason that nothing needs any more"
