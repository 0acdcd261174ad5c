"""Answers on standard output, and notes on standard error."""

import argparse
import json
import sys
from collections.abc import Iterable

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.manifests import printable


def add_output(parser: argparse.ArgumentParser, *forms: str) -> None:
    """Declare ``-o`` with the forms of the answer; the first is the default."""
    parser.add_argument("-o", "--output", choices=forms, default=forms[0], help=f"default: {forms[0]}")


def print_json(value: object) -> None:
    """Write an answer for programs."""
    sys.stdout.write(json.dumps(value, indent=2) + "\n")


def print_lines(lines: Iterable[str]) -> None:
    """Write an answer for people."""
    sys.stdout.writelines(f"{line}\n" for line in lines)


def print_answer(output: str, document: object, lines: Iterable[str]) -> None:
    """Write an answer in the form that ``-o`` names: for programs, or for people."""
    if output == "json":
        print_json(document)
    else:
        print_lines(lines)


def finding_documents(findings: Iterable[Notice]) -> list[dict[str, str]]:
    """Findings about a Secret for programs."""
    return [
        {"code": finding.code, "severity": finding.severity, "why": finding.why, "whatToDo": finding.way_out}
        for finding in findings
    ]


def print_notes(notes: Iterable[str]) -> None:
    """Write notes to standard error."""
    sys.stderr.writelines(f"note: {printable(note)}\n" for note in notes)
