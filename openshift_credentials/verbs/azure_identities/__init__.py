"""Verb ``azure-identities``: credential documents, rotations, HostedClusters and the whole map."""

import argparse
from typing import Final

from openshift_credentials.cli import PROGRAM
from openshift_credentials.exit_codes import ExitCode
from openshift_credentials.verbs.actions import add_actions, run_action

_EPILOG: Final = f"""\
Nothing that a credential document holds is ever shown: only names of members, dates and stages.

Examples: {PROGRAM} azure-identities check cpo.json ingress.json
          {PROGRAM} azure-identities rotate cpo-2025.json cpo-2026.json
          {PROGRAM} azure-identities hosted-cluster -o json hosted-cluster.yaml
          {PROGRAM} azure-identities map --stack aro -o mermaid
Exit codes: 0 yes, 1 no (does not load, is not in use at the end, is refused), 2 unusable input.
"""

_ACTIONS: Final = {
    "check": "say whether components can load credential documents",
    "rotate": "say which document is in use after each of several, put in place in order",
    "hosted-cluster": "say what the API server answers to HostedClusters, and what it misses",
    "map": "show the way of each identity from HostedCluster to pod",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of all actions."""
    parser.epilog = _EPILOG
    add_actions(parser, __name__, _ACTIONS)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Do what was asked for."""
    return run_action(arguments)
