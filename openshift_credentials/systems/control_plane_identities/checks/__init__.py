"""Rules between settings of control-plane identities, and what they promise."""

from collections.abc import Collection, Iterator, Mapping

from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.tree import Tree

from ..plan.references import reference_problems
from ..settings import ControlPlaneIdentitiesSettings
from .authentication import authentication_problems, capability_problems
from .promises import assert_promises
from .vaults import vault_problems

__all__ = ["assert_promises", "branch_problems", "problems"]


def branch_problems(root: Mapping[str, object], _secret_keys: Collection[str]) -> Iterator[Notice]:
    """Problems of settings of another branch, told beside those of single settings."""
    yield from reference_problems(Tree(root))


def problems(settings: ControlPlaneIdentitiesSettings) -> Iterator[Notice]:
    """Problems between settings, once each of them is valid."""
    yield from capability_problems(settings)
    yield from vault_problems(settings)
    yield from authentication_problems(settings)
