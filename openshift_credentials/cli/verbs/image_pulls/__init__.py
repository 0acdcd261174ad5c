"""Verb ``image-pulls``: kubelet credential provider files, and how a pod's image is pulled."""

from typing import Final

from ...actions import with_actions
from ...argument_parser import PROGRAM

_EPILOG: Final = f"""\
Examples:
  {PROGRAM} image-pulls check /etc/kubernetes/credential-providers/ecr-credential-provider.yaml
  {PROGRAM} image-pulls match --config providers.yaml registry.example.com/team/app:1
  {PROGRAM} image-pulls simulate --scenario scenario.json
Exit codes: 0 yes, 1 no (refused, no match, no credentials), 2 something cannot be read.
"""

_ACTIONS: Final = {
    "check": "check whether a kubelet would start with a provider file",
    "match": "show which providers match images, or whether one pattern does",
    "simulate": "simulate the kubelet's steps for an image of a pod",
}

configure, run = with_actions(__name__, _ACTIONS, _EPILOG)
