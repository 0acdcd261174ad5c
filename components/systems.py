"""The component that deploys each system, found by the name that the system gives."""

import importlib
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, cast

import pulumi

from openshift_credentials.notices import Severity
from openshift_credentials.stack.system import Deployment


class Facade(Protocol):
    """The parent of everything that a system makes; ``exports`` are outputs of the stack."""

    exports: Mapping[str, pulumi.Input[object]]


def deploy(deployment: Deployment[Any], made: Mapping[str, Facade] | None = None) -> Facade:
    """Tell the remarks of a system and make its facade; only the SDKs of its clouds are imported.

    ``made`` are the facades of systems that came before, by their keys. A facade is given those
    that it names in ``depends_on_systems``, and waits for what it needs of them. What others say
    has to be ready first is awaited by every resource of this one.
    """
    for notice in deployment.remarks():
        log = pulumi.log.info if notice.severity is Severity.INFO else pulumi.log.warn
        log(str(notice))
    module, _, name = deployment.system.facade.partition(":")
    facade: type[Facade] = getattr(importlib.import_module(module), name)
    earlier = made or {}
    names: Sequence[str] = getattr(facade, "depends_on_systems", ())
    needed = [
        resource
        for key, each in earlier.items()
        if key not in names
        for resource in getattr(each, "ready", ())
    ]
    opts = pulumi.ResourceOptions(transformations=[_after(needed)]) if needed else None
    others = [earlier.get(each) for each in names]
    return facade(deployment.system.resource_name, deployment.settings, *others, opts=opts)  # type: ignore[call-arg]


def _after(needed: Sequence[pulumi.Resource]) -> pulumi.ResourceTransformation:
    """Let every resource below wait for what other systems have to have made."""

    def wait(args: pulumi.ResourceTransformationArgs) -> pulumi.ResourceTransformationResult | None:
        custom = isinstance(args.resource, pulumi.CustomResource)
        if not custom or args.type_.startswith("pulumi:providers:"):
            return None
        opts = pulumi.ResourceOptions(depends_on=list(needed))
        merged = pulumi.ResourceOptions.merge(args.opts, opts)
        return pulumi.ResourceTransformationResult(cast("Mapping[str, Any]", args.props), merged)

    return wait
