"""Tells what to do where a cloud refuses to create a resource because its name is taken."""

import json
from collections.abc import Mapping
from typing import Final, cast

import pulumi
from pulumi.runtime.proto.resource_pb2 import RESOURCE_MONITOR_FEATURE_ERROR_HOOKS
from pulumi.runtime.settings import monitor_supports_feature

from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.live.taken_names import Refused, way_out
from openshift_credentials.platforms import resource_types

from .guard import guard_hook
from .telling import tell

Inputs = Mapping[str, pulumi.Input[str] | None]

_WATCHED: Final = ("aws:", "azure-native:", "gcp:", resource_types.SECRET)
_UNBOUND: Final[Inputs] = {}


def tell_taken_names() -> None:
    """Watch every resource of a cloud from now on; an older CLI has no hook for it.

    An object of Kubernetes that exists is taken over by its provider, unless another
    manager has written a value of it. That matters for Secrets.
    """
    if pulumi.runtime.is_dry_run():
        return
    if monitor_supports_feature(RESOURCE_MONITOR_FEATURE_ERROR_HOOKS):
        pulumi.runtime.register_stack_transformation(_Watched().transform)


class _Watched:
    def __init__(self) -> None:
        self._resources: dict[tuple[str, str], tuple[pulumi.Resource, pulumi.Resource | None]] = {}
        self._aws: dict[pulumi.Resource, Inputs] = {}
        hook = pulumi.ErrorHook("taken-names", guard_hook(self._tell))
        self._opts = pulumi.ResourceOptions(hooks=pulumi.ResourceHookBinding(on_error=[hook]))

    def transform(self, args: pulumi.ResourceTransformationArgs) -> pulumi.ResourceTransformationResult | None:
        if args.type_ == "pulumi:providers:aws":
            self._aws[args.resource] = cast("Inputs", args.props)
        if not args.type_.startswith(_WATCHED):
            return None
        self._resources[args.type_, args.name] = (args.resource, args.opts.parent)
        opts = pulumi.ResourceOptions.merge(args.opts, self._opts)
        return pulumi.ResourceTransformationResult(args.props, opts)

    async def _tell(self, args: pulumi.ErrorHookArgs) -> bool:
        """Log the way out, and let the engine fail: nothing is tried again.

        The message names the resource, which has no URN yet to attach it to.
        """
        if args.failed_operation == "create" and (told := way_out(await self._refusal(args))):
            tell(Notice("name-taken", Severity.ERROR, f"{args.type} {args.name}: {told}"))
        return False

    async def _refusal(self, args: pulumi.ErrorHookArgs) -> Refused:
        resource, parent = self._resources[args.type, args.name]
        provider = resource.get_provider(args.type)
        bound = self._aws.get(provider, _UNBOUND) if provider else _UNBOUND
        accounts = await _text(bound.get("allowed_account_ids"))
        return Refused(
            stack=pulumi.get_stack(),
            type=args.type,
            name=args.name,
            parent=await _text(parent.urn) if parent else None,
            provider=await _text(provider.urn) if provider else None,
            inputs=args.new_inputs or {},
            error=args.errors[0],
            account_id=json.loads(accounts)[0] if accounts else None,
            region=await _text(bound.get("region")),
        )


async def _text(value: pulumi.Input[str] | None) -> str | None:
    return await pulumi.Output.from_input(value).future()
