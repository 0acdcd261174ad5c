"""One ServiceAccount whose pods pull with its own identity."""

from typing import Annotated

from pydantic import Field

from openshift_credentials.stack.base import (
    DnsLabel,
    DnsSubdomain,
    Follows,
    Lax,
    OneAsList,
    Settings,
)

from .text_rules import GROUP, REPOSITORY

Repositories = Annotated[Lax[tuple[Annotated[str, Follows(REPOSITORY)], ...]], OneAsList]


class Workload(Settings):
    """A ServiceAccount, the repositories of its pods, and the group that shares its identity."""

    namespace: DnsLabel
    """Namespace of the ServiceAccount."""
    service_account: DnsSubdomain
    """Name of the ServiceAccount."""
    repositories: Repositories = Field(min_length=1)
    """Repositories from which its pods pull, with their registries."""
    group: Annotated[str, Follows(GROUP)] | None = None
    """Group of the workload. The workloads of a group share an identity, and with it access to all
    their repositories. Default: the namespace, truncated to 32 characters.
    """
    create: bool = False
    """Create the ServiceAccount. With `false` it must exist, and the stack only sets its
    annotations.
    """
