"""Verb ``cco``: the Cloud Credential Operator's mode, requests, Secrets, permissions, rotation."""

from typing import Final

from ...actions import with_actions
from ...argument_parser import PROGRAM

_EPILOG: Final = f"""\
Examples:
  {PROGRAM} cco mode live
  {PROGRAM} cco mode install-config.yaml
  {PROGRAM} cco requests credrequests -o json
  oc get secrets -A -o yaml | {PROGRAM} cco secrets -
  {PROGRAM} cco permissions --cloud aws --mode mint --policy policy.json
  {PROGRAM} cco diff credrequests-4.17 credrequests-4.18
  {PROGRAM} cco rotate --cloud aws --list
Exit codes: 0 yes, 1 no (something is missing, differs or cannot work), 2 unusable input.
"""

_ACTIONS: Final = {
    "mode": "show the mode of a cluster, its reason, and whether the cluster can be upgraded",
    "requests": "list the CredentialsRequests of a folder as the operator reads them",
    "secrets": "show format and problems of Secrets, never their content",
    "permissions": "list the required permissions, and those that a policy lacks",
    "diff": "compare the CredentialsRequests of two releases",
    "rotate": "list the Secrets that the operator creates again, or delete them in order",
}

configure, run = with_actions(__name__, _ACTIONS, _EPILOG)
