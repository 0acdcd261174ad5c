"""Annotations of ServiceAccounts that people or the stack make."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pulumi
from pulumi_kubernetes.core.v1 import ServiceAccount, ServiceAccountPatch


@dataclass(frozen=True, kw_only=True)
class AnnotatedAccount:
    """A ServiceAccount and its annotations; ``create`` makes it, else only they are owned."""

    namespace: str
    name: str
    annotations: Mapping[str, pulumi.Input[str]]
    create: bool
    after: Sequence[pulumi.Resource]


@dataclass(frozen=True, kw_only=True)
class AnnotatedServiceAccountsArgs:
    """The accounts, in the order of the settings."""

    accounts: Sequence[AnnotatedAccount]


class AnnotatedServiceAccounts(pulumi.ComponentResource):
    """ServiceAccounts with annotations, by field where somebody else made the account.

    Server-side apply leaves everything else of the account alone. An annotation that another
    manager owns makes the update fail with a conflict instead of being taken.
    """

    accounts: tuple[pulumi.Resource, ...]

    def __init__(
        self,
        name: str,
        args: AnnotatedServiceAccountsArgs,
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        super().__init__(
            "openshift-credentials:kubernetes:AnnotatedServiceAccounts", name, None, opts
        )
        self.accounts = tuple(self._account(name, each) for each in args.accounts)
        self.register_outputs({"count": len(self.accounts)})

    def _account(self, name: str, account: AnnotatedAccount) -> pulumi.Resource:
        make = ServiceAccount if account.create else ServiceAccountPatch
        return make(
            f"{name}-{account.namespace}-{account.name}",
            metadata={
                "name": account.name,
                "namespace": account.namespace,
                "annotations": dict(account.annotations),
            },
            opts=pulumi.ResourceOptions(parent=self, depends_on=list(account.after)),
        )
