"""Verb ``image-pulls``: kubelet credential provider files, and how a pod's image is pulled."""

import argparse
from typing import Final

from openshift_credentials.cli import PROGRAM
from openshift_credentials.exit_codes import ExitCode
from openshift_credentials.verbs.actions import add_actions, run_action

_EPILOG: Final = f"""\
Examples:
  {PROGRAM} image-pulls check /etc/kubernetes/credential-providers/ecr-credential-provider.yaml
  {PROGRAM} image-pulls match --config providers.yaml registry.example.com/team/app:1
  {PROGRAM} image-pulls simulate --config providers.yaml --pod pod.yaml --rbac rbac.yaml
Exit codes: 0 yes, 1 no (refused, no match, no credentials), 2 something cannot be read.
"""

_ACTIONS: Final = {
    "check": "say whether a kubelet would start with a provider file",
    "match": "say which providers, or whether one pattern, match images",
    "simulate": "simulate the kubelet's steps for the images of a pod",
    "token-request": "say whether a node gets a token, or reads ServiceAccounts",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of all actions."""
    parser.epilog = _EPILOG
    add_actions(parser, __name__, _ACTIONS)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Run the action."""
    return run_action(arguments)
