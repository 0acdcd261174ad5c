"""Verb ``cco``: the Cloud Credential Operator's mode, requests, Secrets, permissions, rotation."""

import argparse
from typing import Final

from openshift_credentials.cli import PROGRAM
from openshift_credentials.exit_codes import ExitCode
from openshift_credentials.verbs.actions import add_actions, run_action

_EPILOG: Final = f"""\
Examples:
  {PROGRAM} cco mode live
  {PROGRAM} cco mode install-config.yaml
  {PROGRAM} cco requests credrequests -o json
  oc get secrets -A -o yaml | {PROGRAM} cco secrets -
  {PROGRAM} cco permissions --cloud aws --mode mint --policy policy.json
  {PROGRAM} cco diff credrequests-4.17 credrequests-4.18
  {PROGRAM} cco rotate --cloud aws --list
Exit codes: 0 yes, 1 no (something lacks, differs or cannot work), 2 unusable input.
"""

_ACTIONS: Final = {
    "mode": "say which mode a cluster is in, why, and whether it may be upgraded",
    "requests": "list the CredentialsRequests of a folder as upstream reads them",
    "secrets": "say what Secrets hold and what is wrong with them, never their content",
    "permissions": "list the permissions that are needed, and those a policy lacks",
    "diff": "compare the CredentialsRequests of two releases",
    "rotate": "list, or delete in order, the Secrets that the operator creates again",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of all actions."""
    parser.epilog = _EPILOG
    add_actions(parser, __name__, _ACTIONS)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Do what was asked for."""
    return run_action(arguments)
