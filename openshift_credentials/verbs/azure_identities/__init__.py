"""Verb ``azure-identities``: credential documents, rotations, HostedClusters and the whole map."""

import argparse
from typing import Final

from openshift_credentials.cli import PROGRAM
from openshift_credentials.exit_codes import ExitCode
from openshift_credentials.verbs.actions import add_actions, run_action

_EPILOG: Final = f"""\
The content of a credential document is never shown: only names of members, dates and stages.

Examples: {PROGRAM} azure-identities check cpo.json ingress.json
          {PROGRAM} azure-identities rotate cpo-2025.json cpo-2026.json
          {PROGRAM} azure-identities hosted-cluster -o json hosted-cluster.yaml
          {PROGRAM} azure-identities map --stack aro -o mermaid
Exit codes: 0 yes, 1 no (does not load, is not in use at the end, is refused), 2 unusable input.
"""

_ACTIONS: Final = {
    "check": "say check whether components can load credential documents",
    "rotate": "say show which document is in use after each step of a rotation",
    "hosted-cluster": (
        "say whether the API server accepts HostedClusters, and problems that it does not detect"
    ),
    "map": "show show the path of each identity from HostedCluster to pod",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of all actions."""
    parser.epilog = _EPILOG
    add_actions(parser, __name__, _ACTIONS)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Run the action."""
    return run_action(arguments)
