"""Errors that people cause, as opposed to errors in the program."""

from collections.abc import Iterable


class UnusableInputError(Exception):
    """Configuration or a file that cannot be worked with; exit code 2.

    ``problems`` holds all of them, one line or block each, ready to be printed: setting or
    file, value (secrets masked), rule and way out.
    """

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


class ContractError(Exception):
    """The operator would do something else than what is wanted; exit code 1."""
