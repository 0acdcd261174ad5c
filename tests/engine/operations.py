"""What an update would do to each resource, from what two runs of the program registered.

The same rules of replacement as those of the stand-in providers
(:mod:`tests.kit.replacing`), without an engine: ``test_changes`` compares both. ``refused`` is an
update that the cloud does not make.
"""

from collections.abc import Mapping
from typing import Any

from tests.kit.cloud_rows import ROWS
from tests.kit.recorded import Recorded, Resource
from tests.kit.replacing import deletes_first, never_changes, replaces, replacing


def operations(old: Recorded, new: Recorded) -> Mapping[str, str]:
    """Operation by ``type name`` of every resource of a cloud that does not stay the same."""
    before, after = _resources(old), _resources(new)
    found: dict[str, str] = {}
    for name, resource in before.items():
        if name not in after:
            found[name] = "forget" if resource.retain_on_delete else "delete"
        elif operation := _operation(after[name], _inputs(old, resource), _inputs(new, after[name])):
            found[name] = operation
    _follow_replacements(found, before, after)
    return found | {name: "create" for name in after if name not in before}


def _follow_replacements(found: dict[str, str], before: Mapping[str, Resource], after: Mapping[str, Resource]) -> None:
    """What is replaced, deletion first, has no outputs meanwhile: an input from it may replace its resource too.

    Source: pulumi/pulumi ``pkg/resource/deploy/step_generator.go``, ``calculateDependentReplacements``.
    """
    waiting = [after[name] for name, operation in found.items() if operation == "replace"]
    while waiting:
        replaced = waiting.pop()
        said = replaced.request.deleteBeforeReplaceDefined
        if not (replaced.delete_before_replace if said else deletes_first(replaced.type, replaced.inputs)):
            continue
        for name, resource in after.items():
            given = resource.request.propertyDependencies
            keys = [key for key in given if replaced.urn in given[key].urns]
            if name in before and found.get(name) != "replace" and any(replaces(resource.type, key) for key in keys):
                found[name] = "replace"
                waiting.append(resource)


def _resources(recorded: Recorded) -> Mapping[str, Resource]:
    return {
        f"{each.type} {each.name}": each
        for each in recorded.resources
        if each.request.custom
        and not each.type.startswith("pulumi:")
        and each.urn not in recorded.reads  # nothing is done to what is only read
    }


def _inputs(recorded: Recorded, resource: Resource) -> Mapping[str, Any]:
    """Inputs as Check leaves them: a resource of a region has that of its provider."""
    row = ROWS.get(resource.type)
    if row is None or not row.regional or not resource.provider_urn:
        return dict(resource.inputs)
    return {"region": recorded.provider(resource).inputs.get("region"), **resource.inputs}


def _operation(new: Resource, before: Mapping[str, Any], after: Mapping[str, Any]) -> str | None:
    if before == after:
        return None
    changed = {key for key in {*before, *after} if before.get(key) != after.get(key)}
    if replacing(new.type, before, after) or changed & {*new.request.replaceOnChanges}:
        return "replace"
    return "refused" if changed & never_changes(new.type) else "update"
