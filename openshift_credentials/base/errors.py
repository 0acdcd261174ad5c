"""User errors, as opposed to errors in the program."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, Self

PROBLEM_LIMIT: Final = 100
"""Maximum number of problems that are reported at once; the others are counted."""

LENGTH_LIMIT: Final = 2000
"""Maximum characters of one problem; a policy or a key of a hostile file can be longer."""


class ProblemCode(StrEnum):
    """The type of input that a problem is about; stable, for programs."""

    ARGUMENT = "argument"
    """An argument of the command line."""

    FILE = "file"
    """A file that cannot be read, or has invalid content."""

    INPUT = "input"
    """Any other input."""

    INTERNAL = "internal"
    """A fault of the program."""

    INTERRUPTED = "interrupted"
    """The user stopped the verb before its result."""

    MANIFEST = "manifest"
    """An object in a file of manifests."""

    MODE = "mode"
    """The result would differ from the prediction of the stack, such as another credential mode."""

    REFUSED = "refused"
    """An object that the API server would reject."""

    SETTING = "setting"
    """A setting of a stack."""

    SYNTAX = "syntax"
    """A file that is not YAML, JSON or CSV."""


class ReportedProblem(str):
    """A problem as text for people, with its parts for programs.

    ``setting`` is the path of a setting with the project as prefix, ``line`` counts from 1.
    """

    __slots__ = ("code", "file", "line", "setting")

    code: ProblemCode
    file: str | None
    line: int | None
    setting: str | None

    def __new__(
        cls,
        text: str,
        code: ProblemCode = ProblemCode.INPUT,
        *,
        file: str | None = None,
        line: int | None = None,
        setting: str | None = None,
    ) -> Self:
        """Truncate text that is longer than :data:`LENGTH_LIMIT`."""
        shown = text if len(text) <= LENGTH_LIMIT else f"{text[: LENGTH_LIMIT - 3]}..."
        problem = super().__new__(cls, shown)
        problem.code, problem.file, problem.line, problem.setting = code, file, line, setting
        return problem

    @classmethod
    def of(cls, text: str) -> "ReportedProblem":
        """``text`` itself if it already has its parts."""
        return text if isinstance(text, cls) else cls(text)

    def after(self, place: str, code: ProblemCode, *, file: str | None = None) -> "ReportedProblem":
        """The same problem, prefixed with its place."""
        text = f"{place}: {self}"
        return ReportedProblem(
            text, code, file=file or self.file, line=self.line, setting=self.setting
        )

    @property
    def document(self) -> dict[str, object]:
        """The problem for programs, without unknown parts."""
        parts = {"setting": self.setting, "file": self.file, "line": self.line}
        known = {name: value for name, value in parts.items() if value is not None}
        return {"code": self.code.value, "severity": "error", "message": str(self), **known}


class UnusableInputError(Exception):
    """Unusable configuration or file; exit code 2.

    ``problems`` has one line or block each, ready to be printed: setting or file, value (secrets
    masked), rule and way out. ``has_result`` is true if the verb has nevertheless printed a result.
    """

    def __init__(self, problems: Iterable[str], *, has_result: bool = False) -> None:
        self.problems = tuple(map(ReportedProblem.of, problems))
        self.has_result = has_result
        super().__init__("\n".join(self.reported))

    @property
    def reported(self) -> tuple[ReportedProblem, ...]:
        """The first :data:`PROBLEM_LIMIT` problems, and the number of the others."""
        rest = len(self.problems) - PROBLEM_LIMIT
        if rest <= 0:
            return self.problems
        more = ReportedProblem(f"and {rest} more problems; correct those above first")
        return (*self.problems[:PROBLEM_LIMIT], more)


class ContractError(Exception):
    """The operator would not do what the stack declares; exit code 1."""

    code = ProblemCode.MODE
    has_result = False

    @property
    def reported(self) -> tuple[ReportedProblem, ...]:
        """The error as one problem."""
        return (ReportedProblem(str(self), self.code),)
