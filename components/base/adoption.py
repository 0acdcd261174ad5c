"""Options of existing resources: imported into the stack, and changed only on request."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import pulumi

_NOTHING: Final = pulumi.ResourceOptions()


@dataclass(frozen=True, slots=True)
class Adoption:
    """Whether resources are imported, and whether their properties are kept as they are.

    ``ids`` are IDs that cannot be derived from a name, by the name of the resource in the stack.
    """

    imports: bool = False
    keeps: bool = False
    ids: Mapping[str, str] = field(default_factory=dict[str, str])

    def options(self, name: str, resource_id: str | None = None, *, keep: Sequence[str]) -> pulumi.ResourceOptions:
        """Options of one resource; ``keep`` names every property that may differ and has to stay.

        The engine refuses to import a resource that differs from the program in any other property.
        To ignore everything (``*``) would make inputs of what the provider read at the import, and
        an update after a refresh writes them back over what sibling resources manage. The engine
        imports a resource once; it ignores the import ID of a resource in the state.

        What is only kept is not the stack's to delete: it is retained.
        """
        if not self.imports:
            return _NOTHING
        return pulumi.ResourceOptions(
            import_=self.ids.get(name, resource_id),
            ignore_changes=list(keep) if self.keeps else None,
            retain_on_delete=True if self.keeps else None,
        )
