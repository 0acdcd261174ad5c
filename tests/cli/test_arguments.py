"""Mistyped verbs, actions, options and values: each is named, with what was probably meant."""

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, cast

import pytest
import yaml

from openshift_credentials.cli import program
from openshift_credentials.cli.argument_parser import ArgumentParser
from openshift_credentials.cli.program import VERBS
from tests.cli.command import call
from tests.kit.golden import REFRESH, Golden
from tests.kit.tables import nonempty, rows_beside


@rows_beside("arguments, meant")
def test_what_was_meant_is_suggested(arguments: str, meant: str) -> None:
    outcome = call(*arguments.split())

    assert outcome.code == 2
    assert meant in outcome.others
    assert outcome.results == ""


@rows_beside("arguments, problem")
def test_only_what_is_wrong_is_reported(arguments: str, problem: str) -> None:
    outcome = call(*arguments.split())

    errors = [line for line in outcome.others.splitlines() if line.startswith("error: ")]
    assert (outcome.code, errors) == (2, [f"error: {problem}"])


def test_all_wrong_options_are_reported_at_once_and_as_json() -> None:
    outcome = call("preview", "--stak", "dev", "--dif", "-o", "json")

    errors = [each["message"] for each in json.loads(outcome.results)["errors"]]
    assert [each.split()[0] for each in errors[:2]] == ["--stak", "--dif"]
    assert "required" in errors[2]


@rows_beside("arguments, problem")
def test_a_value_that_is_no_answer_to_its_argument_is_refused(arguments: str, problem: str) -> None:
    outcome = call(*arguments.split())

    assert outcome.code == 2
    assert outcome.others.splitlines()[-1] == f"error: argument {problem}"


def test_a_suggestion_comes_before_the_choices() -> None:
    assert "error: did you mean preview? argument VERB: invalid choice: 'perview'" in call("perview").others


def test_help_is_a_verb_and_groups_the_others() -> None:
    shown = call("help").results
    headings = [line for line in shown.splitlines() if line.startswith("  ") and line.endswith(":")]
    assert headings == [
        "  Write:",
        "  Preview:",
        "  Look at what exists:",
        "  Judge files and objects:",
        "  Many clusters:",
    ]
    assert call("help", "cco", "mode").results == call("cco", "mode", "--help").results


@pytest.mark.parametrize("verb", VERBS)
def test_the_examples_of_a_verb_can_be_copied(verb: str) -> None:
    shown = call(verb, "--help").results

    examples = [line for line in shown.splitlines() if f"openshift-credentials {verb}" in line]
    assert nonempty(examples)
    assert "python -m" not in shown


# The completion, used by a real shell.

needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not on PATH")


def completed(line: str, directory: Path) -> list[str]:
    """What bash offers for the last word of a line."""
    script = call("completion", "bash").results
    words = " ".join(f"'{word}'" for word in line.split(" "))
    ask = f"COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))"
    shown = '_shtab_openshift_credentials; printf "%s\\n" "${COMPREPLY[@]}"'
    process = subprocess.run(
        ["bash", "-c", f"{script}\n{ask}\n{shown}"],  # noqa: S607 - that of the user
        capture_output=True,
        text=True,
        check=True,
        cwd=directory,
    )
    return process.stdout.split()


@pytest.mark.without_golden
@needs_bash
@rows_beside("line, offered")
def test_bash_offers_what_fits(line: str, offered: list[str], tmp_path: Path) -> None:
    (tmp_path / "backup.yaml").touch()
    (tmp_path / "bundle").mkdir()
    assert completed(line, tmp_path) == offered


@pytest.mark.without_golden
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_knows_every_verb(shell: str) -> None:
    script = call("completion", shell)

    assert script.code == 0
    assert all(verb in script.results for verb in VERBS)
    assert "python -m" not in script.results, "the command that is on the PATH"


# Every verb's arguments and help, compared with what was last read and found right.
#
# Read from the parsers: the layout of the help differs between versions of Python.

FILE: Final = Path(__file__).parent / "golden" / "arguments.yaml"

OWN_GROUPS: Final = ("positional arguments", "options")
"""Titles that argparse writes."""


def described(parser: argparse.ArgumentParser, command: str) -> Iterator[tuple[str, object]]:
    """The command and those below it."""
    shown = {"description": parser.description, "epilog": parser.epilog}
    arguments = [
        {**({"group": group.title} if group.title not in OWN_GROUPS else {}), **argument(action)}
        for group in parser._action_groups
        for action in group._group_actions
        if not isinstance(action, argparse._SubParsersAction | argparse._HelpAction)
    ]
    yield command, {**shown, "arguments": arguments}
    for name, below in parsers_below(parser):
        yield from described(below, f"{command} {name}")


def parsers_below(parser: argparse.ArgumentParser) -> Iterator[tuple[str, ArgumentParser]]:
    """The parsers of verbs, or of the actions of a verb, by name."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from cast("dict[str, ArgumentParser]", action.choices).items()


def argument(action: argparse.Action) -> dict[str, object]:
    """What a user reads of an argument, and what a verb gets without it."""
    parts = {
        "options": " ".join(action.option_strings),
        "metavar": action.metavar,
        "name": action.dest,
        "kind": type(action).__name__.removeprefix("_").removesuffix("Action"),
        "takes": action.nargs,
        "type": getattr(action.type, "__name__", None),
        "choices": [str(choice) for choice in action.choices or ()],
        "required": action.required,
        "default": None if action.default is None else str(action.default),
        "help": action.help,
    }
    return {name: part for name, part in parts.items() if part not in (None, "", [], False)}


def test_every_argument_has_help_and_a_timeout_is_a_maximum() -> None:
    for verb, parser in parsers_below(program.make_parser("x")):
        for command, shown in described(parser, verb):
            for item in cast("list[dict[str, str]]", cast("dict[str, object]", shown)["arguments"]):
                assert item.get("help"), (command, item)
                if item.get("options", "").endswith("timeout"):
                    assert item["help"].startswith("maximum "), (command, item)


def test_arguments_are_the_golden_ones(golden: Golden) -> None:
    shown: dict[str, object] = {}
    for verb, parser in parsers_below(program.make_parser("x")):
        shown.update(described(parser, verb))
    assert set(program.VERBS) <= set(shown)
    text = yaml.safe_dump(shown, sort_keys=False, width=sys.maxsize, default_flow_style=None, allow_unicode=True)
    golden(FILE, f"# Written by: {REFRESH}\n{text}")
