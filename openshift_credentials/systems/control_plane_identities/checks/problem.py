"""A problem of the branch."""

from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.problems import invalid

KEY = "controlPlaneIdentities"


def problem(path: str, rule: str, way_out: str) -> Notice:
    """An invalid setting, by its path below the branch."""
    return invalid(f"{KEY}.{path}", rule, way_out)
