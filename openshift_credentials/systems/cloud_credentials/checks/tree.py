"""Branch ``cloudCredentials`` as the checks read it."""

from functools import cached_property

from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.branch_tree import BranchTree
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.readable import readable

from ..settings import CloudCredentialsSettings

BRANCH = "cloudCredentials"


class CredentialsTree(BranchTree):
    """The raw tree of a stack whose cloud credentials are checked."""

    key = BRANCH
    model = CloudCredentialsSettings

    @cached_property
    def settings(self) -> CloudCredentialsSettings | None:
        """The branch, as far as it can be read."""
        return readable(CloudCredentialsSettings, self.value(BRANCH))

    def has(self, name: str) -> bool:
        """Whether a setting is there, right or wrong."""
        return self.value(f"{BRANCH}.{name}") is not None


def meaningless(name: str, reason: str) -> Notice:
    """A setting without effect because of another one."""
    return invalid(f"{BRANCH}.{name}", f"cannot be used when {reason}", "remove it, or change the other setting")
