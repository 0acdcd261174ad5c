"""Verb ``completion``: verbs, actions, options and their choices, for the user's shell.

The script is generated from the parsers themselves, so that it never lags behind them.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final, assert_never

from openshift_credentials.base.exit_codes import ExitCode
from openshift_credentials.cli.argument_parser import PROGRAM, Words
from openshift_credentials.cli.output import print_lines

_EPILOG: Final = f"""\
Files and names of stacks are completed by the shell itself. The command must be on the PATH.

Examples:
  source <({PROGRAM} completion bash)
  source <({PROGRAM} completion zsh)
  {PROGRAM} completion fish | source
Exit codes: 0 printed.
"""

_BASH: Final = """\
_openshift_credentials() {
    local words="" path="" option="" each index
    for ((index = 1; index < COMP_CWORD; index++)); do
        each="${COMP_WORDS[index]}"
        case "$each" in
        -*) option="$each" ;;
        *) option="" path="$path $each" ;;
        esac
    done
    case "$path $option" in
%s
    esac
    COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _openshift_credentials openshift-credentials
"""
_ZSH: Final = "autoload -U +X bashcompinit && bashcompinit\n"


class Shell(StrEnum):
    """A shell with a completion of its own."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the argument."""
    parser.epilog = _EPILOG
    parser.add_argument("shell", choices=tuple(Shell), help="the shell")


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the script."""
    from openshift_credentials.cli.program import words_of_verbs  # noqa: PLC0415 - imports verbs

    verbs = words_of_verbs()
    match shell := Shell(arguments.shell):
        case Shell.BASH:
            sys.stdout.write(_BASH % _cases(verbs))
        case Shell.ZSH:
            sys.stdout.write(_ZSH + _BASH % _cases(verbs))
        case Shell.FISH:
            print_lines(_fish(verbs))
        case _:
            assert_never(shell)
    return ExitCode.OK


def _cases(verbs: Mapping[str, Words]) -> str:
    """The branches of the function, from the longest path to the shortest."""
    lines: list[str] = []
    for name, verb in verbs.items():
        for action, words in verb.below.items():
            lines += _case([name, action], words)
        lines += _case([name], verb)
    return "\n".join(f"    {line}" for line in [*lines, f'*) words="{" ".join(verbs)}" ;;'])


def _case(path: list[str], words: Words) -> Iterator[str]:
    """One branch for each option with choices, and one for everything else."""
    place = " ".join(["", *path])
    for option, choices in words.choices.items():
        if option:
            yield f'"{place}"*" {option}") words="{" ".join(choices)}" ;;'
    following = [*words.below, *words.choices.get("", ()), *words.options]
    yield f'"{place} "*) words="{" ".join(following)}" ;;'


def _fish(verbs: Mapping[str, Words]) -> Iterator[str]:
    front = f"complete -c {PROGRAM}"
    yield f'{front} -n __fish_use_subcommand -f -a "{" ".join(verbs)}"'
    for name, verb in verbs.items():
        seen = f"__fish_seen_subcommand_from {name}"
        if verb.below:
            without = f"not __fish_seen_subcommand_from {' '.join(verb.below)}"
            yield f'{front} -n "{seen}; and {without}" -f -a "{" ".join(verb.below)}"'
        yield from (f'{front} -n "{seen}" {option}' for option in _fish_options(verb))
        for action, words in verb.below.items():
            both = f"{seen}; and __fish_seen_subcommand_from {action}"
            yield from (f'{front} -n "{both}" {option}' for option in _fish_options(words))


def _fish_options(words: Words) -> Iterator[str]:
    if following := words.choices.get(""):
        yield f'-f -a "{" ".join(following)}"'
    for option in words.options:
        if option.startswith("--"):
            choices = words.choices.get(option)
            values = f' -x -a "{" ".join(choices)}"' if choices else ""
            yield f"-l {option.removeprefix('--')}{values}"
