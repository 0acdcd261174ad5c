"""Starts the pack: ``pulumi preview --policy-pack policies``."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pulumi_policy import PolicyPack

from policies.pack import POLICIES

if __name__ == "__main__":
    PolicyPack(name="openshift-credentials", policies=list(POLICIES))
