"""Rules between settings of control-plane identities, and what they promise."""

from collections.abc import Iterator

from openshift_credentials.base.notices import Notice
from openshift_credentials.systems.control_plane_identities.checks.branch import branch_problems
from openshift_credentials.systems.control_plane_identities.checks.promises import assert_promises
from openshift_credentials.systems.control_plane_identities.settings import (
    ControlPlaneIdentitiesSettings,
)

__all__ = ["assert_promises", "branch_problems", "problems"]


def problems(_: ControlPlaneIdentitiesSettings) -> Iterator[Notice]:
    """Every rule is one on the raw tree."""
    return iter(())
