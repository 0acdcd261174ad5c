"""Verb ``azure-identities``: credential documents, rotations, HostedClusters and the whole map."""

from typing import Final

from ...actions import with_actions
from ...argument_parser import PROGRAM

_EPILOG: Final = f"""\
The content of a credential document is never shown: only names of members, dates and stages.

Examples: {PROGRAM} azure-identities check cpo.json ingress.json
          {PROGRAM} azure-identities rotate cpo-2025.json cpo-2026.json
          {PROGRAM} azure-identities hosted-cluster -o json hosted-cluster.yaml
          {PROGRAM} azure-identities map --stack aro -o mermaid
Exit codes: 0 yes, 1 no (does not load, is not in use at the end, is refused), 2 unusable input.
"""

_ACTIONS: Final = {
    "check": "check whether components can load credential documents",
    "rotate": "show which document is in use after each step of a rotation",
    "hosted-cluster": ("check whether the API server accepts HostedClusters, and find problems that it misses"),
    "map": "show the path of each identity from HostedCluster to pod",
}

configure, run = with_actions(__name__, _ACTIONS, _EPILOG)
