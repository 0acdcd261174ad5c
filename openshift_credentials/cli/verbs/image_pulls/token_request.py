"""``image-pulls token-request``: whether a node gets a token, or reads ServiceAccounts."""

import argparse

from openshift_credentials.base.exit_codes import ExitCode
from openshift_credentials.cli.output import print_answer
from openshift_credentials.cli.verbs.image_pulls import inputs, token_rows
from openshift_credentials.platforms.manifests.values import printable


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--scenario", metavar="FILE", required=True, help="request, rbac (or rules) and pods"
    )


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the decision."""
    decision = token_rows.decide(inputs.document(arguments.scenario))
    http = int(decision.http)
    answer = "allowed" if decision.allowed else f"refused: {decision.why}"
    print_answer(
        arguments.output,
        {"allowed": decision.allowed, "http": http, "message": decision.why},
        [printable(f"HTTP {http}, {answer}")],
    )
    return ExitCode.OK if decision.allowed else ExitCode.NO
