"""Comparison of a stack with its cluster: settings and observations."""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from openshift_credentials.base.errors import unusable_input
from openshift_credentials.live.check import Operation, Purpose, operation_of
from openshift_credentials.live.client import Access, observe
from openshift_credentials.live.observed import Observed, Read
from openshift_credentials.live.published_issuer import observe_issuers
from openshift_credentials.stack.base import Settings
from openshift_credentials.stack.cluster import HostedKubernetes, Kubernetes
from openshift_credentials.stack.load import load_settings
from openshift_credentials.stack.secret_texts import is_sealed

from .cluster_arguments import access_of
from .stack_arguments import read_named_stack


@dataclass(frozen=True, slots=True)
class Seen:
    """A system of the stack, its settings, and what was read for it.

    ``reads`` must be answered; follow-up reads are optional.
    """

    operation: Operation[Settings]
    settings: Settings
    reads: Sequence[Read]
    observed: Observed


def operations(arguments: argparse.Namespace) -> list[tuple[Operation[Settings], Settings]]:
    """Every system of the stack with an operation part, with its settings.

    Raises :class:`UnusableInputError` for a stack that cannot be read, or without such a system.
    """
    stack = read_named_stack(arguments)
    found = [
        (operation, deployment.settings)
        for deployment in load_settings(stack.config, stack.secrets, stack.program)
        if (operation := operation_of(deployment.system))
        and (not operation.only_cloud or getattr(arguments, "cloud", False))
    ]
    if not found:
        raise unusable_input("the stack has no system that can be checked in a cluster")
    return found


def look(arguments: argparse.Namespace, purpose: Purpose) -> Iterator[Seen]:
    """Read the cluster for every system of the stack with an operation part.

    Raises :class:`UnusableInputError` as :func:`operations` does.
    """
    for operation, settings in operations(arguments):
        yield look_at(arguments, operation, settings, purpose)


def look_at(
    arguments: argparse.Namespace, operation: Operation[Settings], settings: Settings, purpose: Purpose
) -> Seen:
    """Read the cluster for one system, and what follows from the first answers."""
    reads = operation.reads(settings, purpose)
    observed = _ask(arguments, settings, reads)
    issuers = operation.issuers(settings, purpose)
    if issuers:
        found = observe_issuers(issuers, arguments.request_timeout)
        observed = observed.together_with(found)
    more = operation.follow_up(settings, observed)
    if more:
        observed = observed.together_with(_ask(arguments, settings, more))
    return Seen(operation, settings, reads, observed)


def _ask(arguments: argparse.Namespace, settings: Settings, reads: Sequence[Read]) -> Observed:
    """The answers of the management cluster, and of the hosted one if needed."""
    own = [read for read in reads if not read.is_hosted]
    observed = Observed({})
    if own:
        observed = observe(_access(arguments, getattr(settings, "kubernetes", None)), own)
    if hosted := [read for read in reads if read.is_hosted]:
        access = _access(arguments, getattr(settings, "hosted_kubernetes", None))
        observed = observed.together_with(observe(access, hosted))
    return observed


def _access(arguments: argparse.Namespace, connection: Kubernetes | HostedKubernetes | None) -> Access:
    """Connection to a cluster of the stack; the arguments apply to the management cluster."""
    secret = connection.kubeconfig if connection else None
    content = secret.get_secret_value() if secret and not is_sealed(secret) else None
    context = connection.context if connection else None
    if isinstance(connection, HostedKubernetes):
        return Access(
            kubeconfig=arguments.kubeconfig, context=context, timeout=arguments.request_timeout, content=content
        )
    return access_of(arguments, content, context)
