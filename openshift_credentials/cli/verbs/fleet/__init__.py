"""Verb ``fleet``: many management clusters from one inventory: objects, checks and status."""

from typing import Final

from ...actions import with_actions
from ...argument_parser import PROGRAM

_EPILOG: Final = f"""\
Examples:
  {PROGRAM} fleet check --inventory fleet.yaml
  {PROGRAM} fleet render --inventory fleet.yaml --out rendered
  kubectl get stacks -A -o json | {PROGRAM} fleet status -
Exit codes: 0 yes, 1 no (check: never; status: a stack needs attention), 2 unusable input.
"""

_ACTIONS: Final = {
    "render": "write the objects of every cluster of an inventory",
    "check": "check all stacks of an inventory offline, each and together",
    "status": "show the state of the stacks of a fleet, from recorded or live objects",
}

configure, run = with_actions(__name__, _ACTIONS, _EPILOG)
