"""Objects of the management cluster as they are now, read by the program itself.

The engine reads an object only when it creates, changes or refreshes it. To wait for a controller
without failing if the controller does nothing, the program itself must read the object.
"""

from collections.abc import Mapping
from typing import Protocol


class LiveObjects(Protocol):
    """Reads objects of one kind, and asks whether one can be created."""

    async def read(self, namespace: str, name: str) -> Mapping[str, object] | None:
        """Return the object, or ``None`` if it, its namespace or its kind is absent.

        Raises :class:`ContractError` if it cannot be read.
        """
        ...

    async def refusal(self, namespace: str, manifest: Mapping[str, object]) -> str | None:
        """Return why the API server would not create the object; a dry run changes nothing.

        ``None`` if it would, if the object exists, and if there is no answer.
        """
        ...
