"""``image-pulls token-request``: whether a node gets a token, or reads ServiceAccounts."""

import argparse
import sys

from openshift_credentials.base.exit_codes import ExitCode
from openshift_credentials.cli.output import print_json
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
    if arguments.output == "json":
        print_json(
            {"allowed": decision.allowed, "http": int(decision.http), "message": decision.why}
        )
    else:
        answer = "allowed" if decision.allowed else f"refused: {decision.why}"
        sys.stdout.write(printable(f"HTTP {int(decision.http)}, {answer}") + "\n")
    return ExitCode.OK if decision.allowed else ExitCode.NO
