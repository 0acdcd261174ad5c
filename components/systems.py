"""The component of each system, found by the import path that the system defines."""

import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, cast

import pulumi

from openshift_credentials.stack.system import Deployment

from .base.telling import tell


class Facade(Protocol):
    """The parent of all resources of a system; ``exports`` are outputs of the stack."""

    exports: Mapping[str, pulumi.Input[object]]

    @property
    def urn(self) -> pulumi.Output[str]:
        """The URN of the component."""
        ...


def deploy(
    deployment: Deployment,
    made: Mapping[str, Facade] | None = None,
    *,
    name: str | None = None,
    opts: pulumi.ResourceOptions | None = None,
    worded: Callable[[str], str] = str,
) -> Facade:
    """Report the remarks of a system and create its facade; import only the SDKs of its clouds.

    ``made`` are the facades of earlier systems, by their keys. A facade gets those in its
    ``depends_on_systems``, and waits for what it needs from them. Every resource of this facade
    also waits for what other systems require to be ready first. ``name`` is the logical name, by
    default that of the system; ``worded`` adapts a remark to its reader.
    """
    for notice in deployment.remarks():
        tell(notice, worded=worded)
    module, _, class_name = deployment.system.facade.partition(":")
    facade: type[Facade] = getattr(importlib.import_module(module), class_name)
    earlier = made or {}
    names: Sequence[str] = getattr(facade, "depends_on_systems", ())
    needed = [
        resource
        for key, each in earlier.items()
        if key not in names
        for resource in getattr(each, "ready", ())
    ]
    others = [earlier.get(each) for each in names]
    arguments = (name or deployment.system.resource_name, deployment.settings, *others)
    return facade(*arguments, opts=after(needed, opts))  # type: ignore[call-arg]


def after(
    needed: Sequence[pulumi.Resource], opts: pulumi.ResourceOptions | None = None
) -> pulumi.ResourceOptions | None:
    """Options with which every resource below, not only the component, waits for ``needed``."""
    if not needed:
        return opts

    def wait(args: pulumi.ResourceTransformationArgs) -> pulumi.ResourceTransformationResult | None:
        custom = isinstance(args.resource, pulumi.CustomResource)
        if not custom or args.type_.startswith("pulumi:providers:"):
            return None
        waiting = pulumi.ResourceOptions(depends_on=list(needed))
        merged = pulumi.ResourceOptions.merge(args.opts, waiting)
        return pulumi.ResourceTransformationResult(cast("Mapping[str, Any]", args.props), merged)

    return pulumi.ResourceOptions.merge(opts, pulumi.ResourceOptions(transformations=[wait]))
