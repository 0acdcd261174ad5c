"""Questions that a cloud refuses to answer."""

from collections.abc import Callable, Mapping
from typing import Any, NoReturn

import grpc


class RefusedCallError(grpc.RpcError):
    """A call that a provider refuses, in the form in which the SDK gets it."""

    def code(self) -> grpc.StatusCode:
        return grpc.StatusCode.UNKNOWN

    def details(self) -> str:
        return str(self)


def refusing(text: str) -> Callable[[Mapping[str, Any]], NoReturn]:
    """A lookup that is always refused with this text."""

    def refuse(_: Mapping[str, Any]) -> NoReturn:
        raise RefusedCallError(text)

    return refuse
