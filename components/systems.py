"""The component that deploys each system, found by the name that the system gives."""

import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, cast

import pulumi

from components.telling import tell
from openshift_credentials.stack.system import Deployment


class Facade(Protocol):
    """The parent of everything that a system makes; ``exports`` are outputs of the stack."""

    exports: Mapping[str, pulumi.Input[object]]

    @property
    def urn(self) -> pulumi.Output[str]:
        """The URN of the component."""
        ...


def deploy(
    deployment: Deployment[Any],
    made: Mapping[str, Facade] | None = None,
    *,
    name: str | None = None,
    opts: pulumi.ResourceOptions | None = None,
    worded: Callable[[str], str] = str,
) -> Facade:
    """Tell the remarks of a system and make its facade; only the SDKs of its clouds are imported.

    ``made`` are the facades of systems that came before, by their keys. A facade is given those
    that it names in ``depends_on_systems``, and waits for what it needs of them. What others say
    has to be ready first is awaited by every resource of this one. ``name`` is the logical name,
    by default that of the system; ``worded`` puts a remark in the words of whoever reads it.
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
    """Options with which every resource below waits for ``needed``, not the component alone."""
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
