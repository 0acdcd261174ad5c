"""A wrong value stops the program with a message and without a traceback."""

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import TracebackType

import pulumi

from openshift_credentials.base.errors import ContractError, UnusableInputError


@contextmanager
def stopping_the_program(worded: Callable[[str], str] = str) -> Generator[None]:
    """Turn errors that people cause into :class:`pulumi.RunError`, which has no traceback.

    The original error stays its cause. ``worded`` adapts the message to its reader.
    """
    try:
        yield
    except (ContractError, UnusableInputError) as error:
        raise pulumi.RunError(worded(str(error))) from error


def hide_traceback_of_interrupt() -> None:
    """Print no traceback when the engine interrupts the program, as it does after any failure.

    The failed resource reports the failure itself.
    """
    shown = sys.excepthook

    def show(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if not issubclass(kind, KeyboardInterrupt):
            shown(kind, error, trace)

    sys.excepthook = show
