"""Options of existing resources: imported into the stack, and changed only on request."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import pulumi

_NOTHING: Final = pulumi.ResourceOptions()


def taken_over(resource_id: str | None) -> pulumi.ResourceOptions:
    """Options of a resource with an import ID, which is imported unchanged.

    The engine refuses to import a resource that differs from the program, so differences are
    ignored until the import ID is removed from the settings. The preview of that update shows them.
    """
    return Adoption(imports=resource_id is not None, keeps=True).options(
        "", resource_id, keep=("*",)
    )


@dataclass(frozen=True, slots=True)
class Adoption:
    """Whether resources are imported, and kept unchanged.

    ``ids`` are IDs that cannot be derived from a name, by the name of the resource in the stack.
    """

    imports: bool = False
    keeps: bool = False
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
            ignore_changes=list(keep) if self.keeps else None,
        )
