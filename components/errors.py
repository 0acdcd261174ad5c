"""How a wrong value stops the program: with its message and without a traceback."""

from collections.abc import Callable, Generator
from contextlib import contextmanager

import pulumi

from openshift_credentials.errors import ContractError, UnusableInputError


@contextmanager
def stopping_the_program(worded: Callable[[str], str] = str) -> Generator[None]:
    """Turn errors that people cause into :class:`pulumi.RunError`, which has no traceback.

    The original error stays its cause. ``worded`` puts it in the words of whoever reads it.
    """
    try:
        yield
    except (ContractError, UnusableInputError) as error:
        raise pulumi.RunError(worded(str(error))) from error
