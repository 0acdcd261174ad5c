"""Objects of the management cluster as they are now, read by the program itself.

The engine reads an object only when it makes, changes or refreshes it. To wait for what a
controller does, without failing where it does nothing, the program has to look.
"""

from collections.abc import Mapping
from typing import Any, Protocol


class LiveObjects(Protocol):
    """Reads objects of one kind."""

    async def read(self, namespace: str, name: str) -> Mapping[str, Any] | None:
        """Return the object, or ``None`` where it, its namespace or its kind is absent.

        Raises :class:`~openshift_credentials.errors.ContractError` if it cannot be read.
        """
        ...
