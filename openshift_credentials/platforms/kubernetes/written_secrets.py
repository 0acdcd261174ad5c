"""Secrets whose content a stack writes, and what stands in the way if others have written it.

Source: Kubernetes documentation, "Server-Side Apply". The API server records in ``managedFields``
who has written a field. The owner of ``stringData`` is recorded under that name, although the
Secret keeps the value in ``data``: an apply of ``data`` meets no conflict with it, and replaces it.
"""

import base64
import shlex
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Final

from openshift_credentials.base.json_values import object_items, object_member, text_member

PULUMI: Final = "pulumi-kubernetes"
"""Start of the names under which Pulumi's Kubernetes provider applies objects."""

_FIELDS: Final = ("data", "stringData")
_NOBODY: Final = "a manager that the API server has not recorded"

Content = Mapping[str, bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenSecret:
    """A Secret that a stack writes: its place, and the name of its resource.

    ``logical_name`` follows the name of the facade. ``rename`` says how to choose another name, if
    that is possible. ``expected`` is the content that the stack would write, from what is there:
    values that a cloud assigns are kept; ``None`` if a part cannot be read. ``replaces`` are
    managers whose content the stack replaces on purpose, as it does any change to a Secret that it
    has written once.
    """

    namespace: str
    name: str
    logical_name: str
    rename: str = ""
    expected: Callable[[Content], Content | None] | None = None
    replaces: Collection[str] | None = None

    @property
    def path(self) -> str:
        """Path of the Secret in the API."""
        return f"/api/v1/namespaces/{self.namespace}/secrets/{self.name}"

    @property
    def place(self) -> str:
        """Namespace and name."""
        return f"{self.namespace}/{self.name}"

    @property
    def way_out(self) -> str:
        """How to let the stack have a Secret of somebody else, or how to leave it alone."""
        delete = shlex.join(["kubectl", "delete", "secret", "-n", self.namespace, self.name])
        rename = f"; otherwise {self.rename}" if self.rename else ""
        return (
            "if the stack is to have it, stop that manager from writing it, delete it with "
            f"'{delete}', and run 'pulumi up --refresh', which writes it anew{rename}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What a state knows of a Secret: whether it has it, and under which name it was applied.

    ``has_siblings`` if it has other resources of the same facade: an update that was killed may
    have written the Secret before it could write the state.
    """

    is_in_state: bool = False
    manager: str = ""
    has_siblings: bool = False


def obstacle(written: WrittenSecret, found: Mapping[str, object], known: Known) -> str | None:
    """Why the stack must not write a Secret, as a sentence about it; never with its content."""
    others = _writers_beside(known, found)
    if known.is_in_state:
        if not others or written.replaces is not None or is_as_expected(written, found):
            return None
        return f"{_list(others)} since this stack wrote it"
    if written.replaces is not None:
        others = {manager: others[manager] for manager in others if manager not in written.replaces}
        if not others:
            return None
    if all(manager.startswith(PULUMI) for manager in others):
        is_ours = is_as_expected(written, found)
        if is_ours or (is_ours is None and others and known.has_siblings):
            return None
    by = _list(others) if others else f"{_NOBODY} has written it"
    return f"it exists and is not in the state of this stack: {by}"


def writers(found: Mapping[str, object]) -> Mapping[str, frozenset[str]]:
    """Who has written which parts of the content, such as ``data.credentials``."""
    by_manager: dict[str, frozenset[str]] = {}
    for entry in object_items(object_member(found, "metadata"), "managedFields"):
        owned = object_member(entry, "fieldsV1")
        parts = frozenset(
            f"{field}.{key.removeprefix('f:')}"
            for field in _FIELDS
            for key in object_member(owned, f"f:{field}")
            if key.startswith("f:")
        )
        if parts:
            manager = text_member(entry, "manager")
            by_manager[manager] = by_manager.get(manager, frozenset()) | parts
    return by_manager


def is_as_expected(written: WrittenSecret, found: Mapping[str, object]) -> bool | None:
    """Whether it has what the stack would write; ``None`` if that is not known."""
    content = content_of(found)
    if written.expected is None or content is None:
        return None
    expected = written.expected(content)
    return None if expected is None else dict(expected) == dict(content)


def content_of(found: Mapping[str, object]) -> Content | None:
    """The decoded content of a Secret, or ``None`` if it was not read."""
    if "data" not in found:
        return None
    texts = object_member(found, "data").items()
    return {key: base64.b64decode(str(value)) for key, value in texts}


def _writers_beside(known: Known, found: Mapping[str, object]) -> Mapping[str, frozenset[str]]:
    """Others who have written something that the stack has not written too."""
    by_manager = writers(found)
    own = {
        manager
        for manager in by_manager
        if known.is_in_state and (manager == known.manager if known.manager else manager.startswith(PULUMI))
    }
    ours = frozenset[str]().union(*(by_manager[manager] for manager in own))
    beside = {manager: by_manager[manager] - ours for manager in by_manager if manager not in own}
    return {manager: parts for manager, parts in beside.items() if parts}


def _list(others: Mapping[str, frozenset[str]]) -> str:
    return " and ".join(f"{manager} has written {', '.join(sorted(keys))}" for manager, keys in sorted(others.items()))
