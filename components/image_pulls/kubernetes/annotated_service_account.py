"""Annotations of a ServiceAccount that exists or that the stack creates."""

from collections.abc import Mapping
from dataclasses import dataclass

import pulumi

from ...base.component import child_options
from ...kubernetes.core_objects import CoreKind, CoreObject


@dataclass(frozen=True, kw_only=True)
class AnnotatedServiceAccountArgs:
    """A ServiceAccount and its annotations; without ``create``, only the annotations are owned."""

    namespace: str
    account_name: str
    annotations: Mapping[str, pulumi.Input[str]]
    create: bool


class AnnotatedServiceAccount(pulumi.ComponentResource):
    """A ServiceAccount with annotations; of an existing account only the annotations are owned.

    Server-side apply does not change other fields of the account. If another manager owns an
    annotation, the update fails with a conflict.
    """

    def __init__(
        self, name: str, args: AnnotatedServiceAccountArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:kubernetes:AnnotatedServiceAccount", name, None, opts)
        self.account: pulumi.Resource = CoreObject(
            CoreKind.SERVICE_ACCOUNT if args.create else CoreKind.SERVICE_ACCOUNT_PATCH,
            name,
            {
                "metadata": {
                    "name": args.account_name,
                    "namespace": args.namespace,
                    "annotations": dict(args.annotations),
                }
            },
            child_options(self, opts),
        )
        self.register_outputs({"account": f"{args.namespace}/{args.account_name}"})
