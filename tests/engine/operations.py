"""What an update would do to each resource, from what two runs of the program registered.

The same rules of replacement as those of the stand-in providers
(:mod:`tests.kit.replacing`), without an engine: ``test_changes`` compares both. ``refused`` is an
update that the cloud does not make.
"""

from collections.abc import Mapping

from tests.kit.recorded import Recorded, Resource
from tests.kit.replacing import REFUSED, replacing


def operations(old: Recorded, new: Recorded) -> Mapping[str, str]:
    """Operation by ``type name`` of every resource of a cloud that does not stay the same."""
    before, after = _resources(old), _resources(new)
    found: dict[str, str] = {}
    for name, resource in before.items():
        if name not in after:
            found[name] = "forget" if resource.retain_on_delete else "delete"
        elif operation := _operation(resource, after[name]):
            found[name] = operation
    return found | {name: "create" for name in after if name not in before}


def _resources(recorded: Recorded) -> Mapping[str, Resource]:
    return {
        f"{each.type} {each.name}": each
        for each in recorded.resources
        if each.request.custom and not each.type.startswith("pulumi:")
    }


def _operation(old: Resource, new: Resource) -> str | None:
    before, after = dict(old.inputs), dict(new.inputs)
    if before == after:
        return None
    changed = {key for key in {*before, *after} if before.get(key) != after.get(key)}
    if replacing(new.type, before, after) or changed & {*new.request.replaceOnChanges}:
        return "replace"
    return "refused" if changed & REFUSED.get(new.type, frozenset()) else "update"
