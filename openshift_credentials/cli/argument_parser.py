"""The parser of every verb: help in the reader's spelling of the command, and near misses."""

import argparse
import difflib
import importlib
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NoReturn, cast

from openshift_credentials.base.errors import ProblemCode, UnusableInputError, input_problem

PROGRAM: Final = "openshift-credentials"
"""The name of the installed command, as texts of the program write it."""

_IN_TEXT: Final = re.compile(rf"(?<![\w/-]){PROGRAM}(?= [a-z])")
_ENUM: Final = re.compile(r"<[\w.]+: ('[^']*')>")
"""A member of an enumeration, as argparse writes a choice before Python 3.12."""
_CHOICE: Final = re.compile(r"invalid choice: '([^']*)' \(choose from (.*)\)", re.DOTALL)
_SIMILAR: Final = 0.6


def spelling() -> str:
    """The command as the user has called it, without its directory."""
    if Path(sys.argv[0]).parts[-2:] == ("openshift_credentials", "__main__.py"):
        return f"{Path(sys.executable).name} -m openshift_credentials"
    return PROGRAM


def spell_command(text: str) -> str:
    """``text`` with the user's spelling of the command in its examples."""
    return _IN_TEXT.sub(spelling(), text)


class ArgumentParser(argparse.ArgumentParser):
    """Unusable arguments are unusable input, so that they are also reported as JSON."""

    _given: Sequence[str] = ()

    def parse_known_args(  # pyright: ignore[reportIncompatibleMethodOverride]
        self,
        args: Any = None,  # noqa: ANN401 - as declared by argparse
        namespace: Any = None,  # noqa: ANN401
    ) -> Any:  # noqa: ANN401
        """Read the arguments; those of a verb that it does not know are its own errors."""
        self.declare()
        self._given = tuple(args or ())
        known, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return known, unknown

    def format_help(self) -> str:
        """The help, with examples that can be copied."""
        self.epilog = spell_command(self.epilog or "")
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Print the usage, and raise :class:`UnusableInputError` with every problem."""
        self.print_usage(sys.stderr)
        message = _ENUM.sub(r"\1", message)
        unknown = list(self._unknown_options())
        if not (unknown and message.startswith("unrecognized arguments")):
            unknown.append(_with_nearest_choice(message))
        raise UnusableInputError(input_problem(item, code=ProblemCode.ARGUMENT) for item in unknown)

    def declare_all(self) -> Iterator[argparse.Action]:
        """Declare the arguments of this parser and of all below it, and return them."""
        self.declare()
        for action in self._actions:
            yield action
            if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
                for parser in cast("Mapping[str, ArgumentParser]", action.choices).values():
                    yield from parser.declare_all()

    def declare(self) -> None:
        """Declare the arguments, of a parser that waits for their use."""

    def _unknown_options(self) -> Iterator[str]:
        """Long options that do not exist, with the most similar one that does."""
        known = list(self._option_string_actions)
        has_verbs = any(
            isinstance(action, argparse._SubParsersAction)  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
            for action in self._actions
        )
        for argument in self._given:
            if argument == "--" or (has_verbs and not argument.startswith("-")):
                return
            name = argument.partition("=")[0]
            if name.startswith("--") and name not in known:
                yield f"{name} is not an option; {_did_you_mean(name, known)}"


class LaterParser(ArgumentParser):
    """The parser of a verb or an action, set up only when the user names it.

    To set up dozens of parsers takes longer than most verbs. ``module`` is imported then, and
    ``declare_arguments`` declares its arguments.
    """

    def __init__(
        self,
        *,
        module: str,
        declare_arguments: Callable[[argparse.ArgumentParser, ModuleType], None],
        **options: Any,  # noqa: ANN401 - argparse's
    ) -> None:
        self._module, self._declare_arguments, self._options = module, declare_arguments, options

    def declare(self) -> None:
        """Make the parser and declare its arguments."""
        super().__init__(**self._options, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
        self._declare_arguments(self, importlib.import_module(self._module))


def add_later_parsers(
    parser: argparse.ArgumentParser,
    metavar: str,
    summaries: Mapping[str, str],
    package: str,
    declare_arguments: Callable[[argparse.ArgumentParser, ModuleType], None],
) -> None:
    """Add a parser for each name in ``summaries``; its module in ``package`` has the same name."""
    parsers = parser.add_subparsers(metavar=metavar, required=True, parser_class=LaterParser)
    for name, summary in summaries.items():
        parsers.add_parser(
            name,
            module=f"{package}.{name.replace('-', '_')}",
            declare_arguments=declare_arguments,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
        )


def _with_nearest_choice(message: str) -> str:
    wrong = _CHOICE.search(message)
    if wrong is None:
        return message
    told = _did_you_mean(wrong[1], re.findall(r"[\w.-]+", wrong[2]))
    return f"{told} {message}" if told.startswith("did") else f"{message}; {told}"


def _did_you_mean(wrong: str, known: Sequence[str]) -> str:
    by_lower_case = {name.lower(): name for name in known}
    near = difflib.get_close_matches(wrong.lower(), by_lower_case, n=1, cutoff=_SIMILAR)
    return f"did you mean {by_lower_case[near[0]]}?" if near else "--help lists all"
