"""Every verb's arguments and help, compared with what was last read and found right.

Read from the parsers: the layout of the help differs between versions of Python.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, cast

import yaml

from openshift_credentials.cli import program
from openshift_credentials.cli.argument_parser import ArgumentParser
from tests.kit.golden import REFRESH, Golden

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
