"""What a provider sees as a change, and what a refresh makes of it.

AWS and Google Cloud: the inputs against the state, where policies are compared by their meaning
(pulumi/pulumi-terraform-bridge ``pkg/tfbridge/provider.go``). Azure and Kubernetes: the inputs
against the earlier inputs (pulumi/pulumi-azure-native ``provider/pkg/provider/diff.go``).
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from tests.engine.fake_provider.checks import unknown_inputs
from tests.kit.cloud_rows import ROWS
from tests.kit.monitors import deletes_first, replacing

Inputs = Mapping[str, Any]


_BRIDGED: Final = ("aws:", "gcp:")
"""Types of bridged providers of Terraform."""


@dataclass(frozen=True)
class Difference:
    """Names of the inputs that changed, of those that replace, and what comes first then."""

    changed: Sequence[str]
    replaces: Sequence[str]
    deletes_first: bool


def difference(type_: str, old: Inputs, state: Inputs, new: Inputs) -> Difference:
    """Compare the inputs of a resource with what it was."""
    before = _of_a_bridge(type_, old, state, new) if type_.startswith(_BRIDGED) else old
    changed = [key for key in sorted({*before, *new}) if not _same(key, before.get(key), new.get(key))]
    replaces = [key for key in replacing(type_, before, new) if key.partition(".")[0] in changed]
    return Difference(changed, replaces, bool(replaces) and deletes_first(type_, new))


def _of_a_bridge(type_: str, old: Inputs, state: Inputs, new: Inputs) -> Inputs:
    """The state of what the program gives, or gave."""
    kept = ROWS[type_].kept
    gone = {key: old[key] for key in old if key not in new and key not in kept}
    compared = {key: state[key] for key in new if key in state}
    if "region" not in state and "region" in new:
        compared["region"] = new["region"]
    return {**gone, **compared}


def _same(key: str, old: object, new: object) -> bool:
    return same(old, new) if key in POLICIES else old == new


def refreshed(type_: str, old_inputs: Inputs, old_state: Inputs, found: Inputs) -> tuple[Inputs, Inputs]:
    """Inputs and state after a refresh; ``found`` is what the cloud has.

    AWS and Google Cloud: inputs keep their shape and take the values of the cloud: a list becomes
    no longer, a group gets no member, and a policy stays as it was written
    (pulumi/pulumi-terraform-bridge ``pkg/tfbridge/schema.go``). Azure: a member of an input that has
    changed since the state was written is an input, and nothing that Azure computes is.
    """
    if type_.startswith(_BRIDGED):
        state = {
            key: old_state[key] if key in old_state and key in POLICIES and same(old_state[key], value) else value
            for key, value in found.items()
        }
        return _input_after(old_inputs, state), state
    asked = unknown_inputs(type_, found) if type_ in ROWS else ()
    computed = {path.partition(".")[0] for path in asked} - old_inputs.keys()
    given = {key: value for key, value in found.items() if key not in computed}
    return _changed_members(old_inputs, old_state, given), found


def _changed_members(old: Inputs, old_state: Inputs, found: Inputs) -> Inputs:
    after = {key: value for key, value in old.items() if key in found}
    for key, value in found.items():
        before = old_state.get(key)
        if before == value:
            continue
        if isinstance(before, Mapping) and isinstance(value, Mapping) and isinstance(old.get(key, {}), Mapping):
            group, changed = cast("Inputs", before), cast("Inputs", value)
            after[key] = _changed_members(cast("Inputs", old.get(key, {})), group, changed)
        else:
            after[key] = value
    return after


def _input_after(old: object, found: Any, key: str = "") -> Any:  # noqa: ANN401 - any JSON
    """An input of AWS after a refresh, at any depth."""
    value = found
    if key in POLICIES and isinstance(found, str):
        return old
    if isinstance(old, Mapping) and isinstance(found, Mapping):
        group, values = cast("Inputs", old), cast("Inputs", found)
        return {name: _input_after(item, values[name], name) for name, item in group.items() if name in values}
    if isinstance(old, list) and isinstance(found, list):
        pairs = zip(cast("list[object]", old), cast("list[object]", found), strict=False)
        return [_input_after(item, value) for item, value in pairs]
    return value


POLICIES: Final = frozenset({"policy", "assumeRolePolicy", "policyDocument"})
"""Inputs that are policy documents."""


_ACCOUNT: Final = re.compile(r"\d{12}")


def normalized(text: str) -> str:
    """A policy as AWS returns it; a text that is no document stays as it is."""
    try:
        document = json.loads(text)
    except ValueError:
        return text
    return json.dumps(_normalized(document), separators=(",", ":"), sort_keys=True)


def same(old: object, new: object) -> bool:
    """Whether two texts are the same policy."""
    if isinstance(old, str) and isinstance(new, str):
        return normalized(old) == normalized(new)
    return old == new


def _normalized(value: object, key: str = "", above: str = "") -> object:
    if isinstance(value, dict):
        group = cast("Mapping[str, Any]", value)
        return {name: _normalized(item, name, key) for name, item in group.items()}
    if isinstance(value, list):
        items = [_normalized(item, key, above) for item in cast("list[object]", value)]
        if key == "Statement":
            return items
        in_order = sorted(items, key=json.dumps)
        return in_order[0] if len(in_order) == 1 else in_order
    if key == "AWS" and isinstance(value, str) and _ACCOUNT.fullmatch(value):
        return f"arn:aws:iam::{value}:root"
    return value
