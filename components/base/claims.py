"""What the components of one program write, so that no two of them write the same object.

The API server accepts the second one of equal objects, and refuses another value with a conflict
only after everything before it was created.
"""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final
from weakref import WeakKeyDictionary

import pulumi

from openshift_credentials.base.errors import ContractError

Claims = dict[str, str]
"""Names of components by what they write."""

_SHARED: Final[ContextVar[Claims | None]] = ContextVar("claims", default=None)
_BY_PROGRAM: Final[WeakKeyDictionary[object, Claims]] = WeakKeyDictionary()


@contextmanager
def share_claims(claims: Claims) -> Generator[None]:
    """Let components share these claims: those of a plugin have no program in common."""
    token = _SHARED.set(claims)
    try:
        yield
    finally:
        _SHARED.reset(token)


def claim(written: str, component: str, setting: str, way_out: str) -> None:
    """Raise :class:`ContractError` if another component of the program writes the same.

    ``setting`` is the one that decides what is ``written``.
    """
    claims = _SHARED.get()
    if claims is None:
        monitor = pulumi.runtime.settings.get_monitor()
        claims = _BY_PROGRAM.setdefault(monitor, {})
    other = claims.setdefault(written, component)
    if other != component:
        raise ContractError(f"{setting}: component {other} of this program writes {written} too; {way_out}")
