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
    """Say the remarks of a system and make its facade.

    Only the SDKs of its own clouds are imported. ``made`` are the facades of systems that came
    before, by their keys. What they say has to be ready first is awaited by every resource of
    this one; a facade that has ``depends_on_systems`` is given those of them that it names.
    """
    for notice in deployment.remarks():
        log = pulumi.log.info if notice.severity is Severity.INFO else pulumi.log.warn
        log(str(notice))
    module, _, name = deployment.system.facade.partition(":")
    facade: type[Facade] = getattr(importlib.import_module(module), name)
    earlier = made or {}
    needed = [resource for each in earlier.values() for resource in getattr(each, "ready", ())]
    opts = pulumi.ResourceOptions(transformations=[_after(needed)]) if needed else None
    names: Sequence[str] = getattr(facade, "depends_on_systems", ())
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
