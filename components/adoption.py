"""Options of resources that exist already: taken into the stack, changed only when asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import pulumi

_NOTHING: Final = pulumi.ResourceOptions()


def taken_over(resource_id: str | None) -> pulumi.ResourceOptions:
    """Options of a resource with an import ID: it comes into the stack exactly as it is.

    The engine refuses to import what differs from the program, so that every difference is left
    for the update after the ID is taken from the settings. Its preview shows them.
    """
    return Adoption(imports=resource_id is not None, keeps=True).options(
        "", resource_id, keep=("*",)
    )


@dataclass(frozen=True, slots=True)
class Adoption:
    """Whether resources are taken over, and left as they are.

    ``ids`` are IDs that no name gives away, by the name of the resource in the stack.
    """

    imports: bool = False
    keeps: bool = False
    ids: Mapping[str, str] = field(default_factory=dict[str, str])

    def options(
        self, name: str, resource_id: str | None = None, *, keep: Sequence[str] = ()
    ) -> pulumi.ResourceOptions:
        """Options of one resource; ``keep`` are the properties that ccoctl sets differently.

        The engine imports a resource once; an import ID of what is in the state already means
        nothing to it.
        """
        if not self.imports:
            return _NOTHING
        return pulumi.ResourceOptions(
            import_=self.ids.get(name, resource_id),
            ignore_changes=list(keep) if self.keeps else None,
        )
