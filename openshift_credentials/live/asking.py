"""How a cluster and every cloud is asked: a few reads at once, each with an answer of its own."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Final, TypeVar

from openshift_credentials.base.errors import UnusableInputError, unusable_input

from .cloud import CloudRead
from .observed import Answer, Observed, Obstacle, Read, Unexpected

AnyRead = TypeVar("AnyRead", bound=CloudRead | Read)

PAGES: Final = 50
"""Maximum pages of a cloud's list that are read."""

_AT_ONCE: Final = 4
_OBSTACLES: Final[dict[int, Obstacle]] = {
    HTTPStatus.UNAUTHORIZED: Obstacle.UNAUTHENTICATED,
    HTTPStatus.FORBIDDEN: Obstacle.FORBIDDEN,
    HTTPStatus.NOT_FOUND: Obstacle.ABSENT,
}

NOT_AN_OBJECT: Final = Unexpected("something that is not a JSON object")
"""An answer that no API gives, as from a proxy before it."""


def ask(reads: Iterable[AnyRead], answer: Callable[[AnyRead], Answer]) -> Observed:
    """Send every read, a few at once; a failed read is an obstacle and does not stop others."""
    listed = tuple(reads)
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        answers = pool.map(answer, listed)
        return Observed.of(zip((read.name for read in listed), answers, strict=True))


def refused(status: int, words: str) -> Obstacle | Unexpected:
    """What an HTTP status other than success means; ``words`` follow the status in a message."""
    return _OBSTACLES.get(status) or Unexpected(f"status {status} {words}")


def sdk_missing(cloud: str, sdk: str) -> UnusableInputError:
    """The error for ``--cloud`` without the SDK that reads the cloud."""
    reads = f"--cloud reads {cloud} through {sdk}, which is not installed"
    return unusable_input(f"{reads}; run: pip install 'openshift-credentials[cloud]'")
