"""Rules between the settings of cloud credentials, and what they promise."""

from openshift_credentials.systems.cloud_credentials.checks.branch import branch_problems
from openshift_credentials.systems.cloud_credentials.checks.contents import problems
from openshift_credentials.systems.cloud_credentials.checks.promises import assert_promises

__all__ = ["assert_promises", "branch_problems", "problems"]
