"""Options of existing resources: imported into the stack, and changed only on request."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import pulumi

_NOTHING: Final = pulumi.ResourceOptions()


def imported(resource_id: str | None, *, keep: Sequence[str]) -> pulumi.ResourceOptions:
    """Options of a resource with an import ID, of which the named properties stay as they are.

    Only what the program sets needs a name. To ignore everything would make what the provider read
    at the import inputs of the resource, and a later update writes them back over its siblings.
    """
    return Adoption(imports=resource_id is not None, keeps=True).options("", resource_id, keep=keep)


def import_options(resource_id: str | None) -> pulumi.ResourceOptions:
    """Options of a resource with an import ID, which is imported unchanged.

    The engine refuses to import a resource that differs from the program, so differences are
    ignored until the import ID is removed from the settings. The preview of that update shows them.
    """
    return unchanged(resource_id).options("", resource_id)


def unchanged(resource_id: str | None) -> "Adoption":
    """The adoption of one resource with every property that it has."""
    return Adoption(imports=resource_id is not None, keeps=True, keeps_all=True)


@dataclass(frozen=True, slots=True)
class Adoption:
    """Whether resources are imported, and kept unchanged.

    With ``keeps_all``, no property of a resource is changed. ``ids`` are IDs that cannot be derived
    from a name, by the name of the resource in the stack.
    """

    imports: bool = False
    keeps: bool = False
    keeps_all: bool = False
    ids: Mapping[str, str] = field(default_factory=dict[str, str])

    def options(
        self, name: str, resource_id: str | None = None, *, keep: Sequence[str] = ()
    ) -> pulumi.ResourceOptions:
        """Options of one resource; ``keep`` are the properties that ccoctl sets differently.

        The engine imports a resource once; it ignores the import ID of a resource in the state.
        """
        if not self.imports:
            return _NOTHING
        return pulumi.ResourceOptions(
            import_=self.ids.get(name, resource_id),
            ignore_changes=["*"] if self.keeps_all else list(keep) if self.keeps else None,
        )
