"""A stack beside the cluster in which it lives: settings, and what was read."""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from openshift_credentials.errors import UnusableInputError
from openshift_credentials.operation.check import Operation
from openshift_credentials.operation.client import observe
from openshift_credentials.operation.observed import Observed
from openshift_credentials.stack.load import load_settings
from openshift_credentials.stack.secret_texts import is_sealed
from openshift_credentials.verbs.cluster_arguments import access_of
from openshift_credentials.verbs.stack_arguments import named_stack


@dataclass(frozen=True, slots=True)
class Seen:
    """A system of the stack, its settings, and what was read for it."""

    operation: Operation[Any]
    settings: Any
    observed: Observed


def look(arguments: argparse.Namespace) -> Iterator[Seen]:
    """Read the cluster for every system of the stack that can be looked at.

    Raises :class:`~openshift_credentials.errors.UnusableInputError` for a stack that cannot be
    read, or of which no system can be looked at.
    """
    stack = named_stack(arguments)
    operations = [
        (operation, each.settings)
        for each in load_settings(stack.config, stack.secrets, stack.program)
        if (operation := each.system.operation())
    ]
    if not operations:
        raise UnusableInputError(["the stack has no system that can be looked at in a cluster"])
    for operation, settings in operations:
        kubeconfig = settings.kubernetes.kubeconfig
        content = (
            kubeconfig.get_secret_value() if kubeconfig and not is_sealed(kubeconfig) else None
        )
        if arguments.context is None:
            arguments.context = settings.kubernetes.context
        reads = operation.reads(settings)
        yield Seen(operation, settings, observe(access_of(arguments, content), reads))
