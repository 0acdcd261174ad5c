"""Action ``fleet check``: every setting of every stack, and the rules between stacks, offline."""

import argparse
import sys
from pathlib import Path

from openshift_credentials.base.errors import ExitCode, UnusableInputError
from openshift_credentials.base.wording import quantity
from openshift_credentials.fleet.check import Findings, check_path

from ...output import print_json

_EPILOG = """\
A directory is searched for inventories and for Stack objects, including those written by hand.
Exit codes: 0 no problem, 2 problems, one line per problem.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = _EPILOG
    parser.add_argument(
        "--inventory", required=True, metavar="FILE|DIR", help="an inventory, Stacks, or a directory of them"
    )


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print what was checked; problems go to standard error, all at once."""
    findings = check_path(Path(arguments.inventory))
    for warning in findings.warnings:
        sys.stderr.write(f"{warning.severity}: {warning}\n")
    if arguments.output == "json":
        print_json(_document(findings))
    if findings.problems:
        raise UnusableInputError(findings.problems, has_result=True)
    if arguments.output == "text":
        sys.stdout.write(_line(findings) + "\n")
    return ExitCode.OK


def _line(findings: Findings) -> str:
    parts: list[str] = []
    if findings.clusters:
        hosted = quantity(findings.hosted_clusters, "hosted cluster")
        parts.append(f"{quantity(findings.clusters, 'management cluster')} with {hosted}")
    if findings.stacks:
        parts.append(quantity(findings.stacks, "Stack object"))
    return f"{' and '.join(parts)}: no problem found"


def _document(findings: Findings) -> dict[str, object]:
    return {
        "clusters": findings.clusters,
        "hostedClusters": findings.hosted_clusters,
        "stacks": findings.stacks,
        "errors": [problem.document for problem in findings.problems],
        "warnings": [warning.document for warning in findings.warnings],
    }
