"""The component that deploys each system, found by the name that the system gives."""

import importlib
from collections.abc import Mapping
from typing import Any, Protocol

import pulumi

from openshift_credentials.notices import Severity
from openshift_credentials.stack.system import Deployment


class Facade(Protocol):
    """The parent of everything that a system makes; ``exports`` are outputs of the stack."""

    exports: Mapping[str, pulumi.Input[object]]


def deploy(deployment: Deployment[Any]) -> Facade:
    """Say the remarks of a system and make its facade.

    Only the SDKs of the system's own clouds are imported.
    """
    for notice in deployment.remarks():
        log = pulumi.log.info if notice.severity is Severity.INFO else pulumi.log.warn
        log(str(notice))
    module, _, name = deployment.system.facade.partition(":")
    facade: type[Facade] = getattr(importlib.import_module(module), name)
    return facade(deployment.system.resource_name, deployment.settings)  # type: ignore[call-arg]
