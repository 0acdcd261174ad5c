"""Questions to the functions of a provider, which a cloud may refuse."""

from collections.abc import Callable
from typing import TypeVar

from openshift_credentials.base.errors import ContractError

from .errors import stopping_the_program

T = TypeVar("T")


def ask(question: Callable[[], T], *, about: str, why: str, way_out: str) -> T:
    """The answer to a question; a refusal stops the program with a message.

    ``about`` is the setting and its value. The question is a function of a provider that waits for
    its answer: an output that fails ends the program with a traceback, even where nothing uses it
    (pulumi/pulumi ``sdk/python/lib/pulumi/runtime/stack.py``, ``wait_for_rpcs``).
    """
    try:
        return question()
    except Exception as error:  # noqa: BLE001 - the SDK raises nothing more exact
        with stopping_the_program():
            raise ContractError(f"{about}: {why}: {error}; {way_out}") from None
