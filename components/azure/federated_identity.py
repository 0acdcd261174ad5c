"""Managed identity that service accounts use with their tokens."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import pulumi
from pulumi_azure_native import managedidentity

from openshift_credentials.platforms.azure.federation import AdoptedIdentity, Federation
from openshift_credentials.platforms.azure.identifiers import STAND_IN_GUID

from ..base.component import Adoption, child_options
from ..base.engine import value_or_example


@dataclass(frozen=True, kw_only=True)
class FederatedIdentityArgs:
    """The identity, created unless it is ``adopted``, and the service accounts that can use it.

    An ``adoption`` imports the identity with resource ID ``import_id`` into the stack, unlike an
    ``adopted`` one, and its federated credentials only with ``adopts_credentials``.
    """

    identity_name: str
    resource_group: pulumi.Input[str]
    location: str
    federations: Sequence[Federation]
    adopted: AdoptedIdentity | None = None
    import_id: str | None = None
    adoption: Adoption = field(default_factory=Adoption)
    tags: Mapping[str, str] | None = None


class FederatedIdentity(pulumi.ComponentResource):
    """A user-assigned identity and its federated identity credentials.

    Azure rejects concurrent writes of federated credentials on one identity, so each waits for all
    before it: the engine orders deletions by direct dependencies alone, and any of them may go.
    """

    client_id: pulumi.Output[str]
    principal_id: pulumi.Output[str]

    def __init__(self, name: str, args: FederatedIdentityArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("openshift-credentials:azure:FederatedIdentity", name, None, opts)
        self._opts = opts
        identity_name: pulumi.Input[str] = args.identity_name
        if args.adopted:
            self.client_id = pulumi.Output.from_input(args.adopted.client_id)
            self.principal_id = pulumi.Output.from_input(args.adopted.principal_id)
        else:
            identity = managedidentity.UserAssignedIdentity(
                name,
                resource_name_=args.identity_name,
                resource_group_name=args.resource_group,
                location=args.location,
                tags=args.tags or None,
                opts=pulumi.ResourceOptions.merge(
                    child_options(self, opts),
                    args.adoption.options(name, args.import_id, keep=("isolationScope", "location", "tags")),
                ),
            )
            identity_name = identity.name
            known = partial(value_or_example, example=STAND_IN_GUID)
            self.client_id = identity.client_id.apply(known)
            self.principal_id = identity.principal_id.apply(known)
        self.federated_credentials: Sequence[pulumi.Resource] = self._federate(name, args, identity_name)
        self.register_outputs(
            {
                "clientId": self.client_id,
                "issuer": next((federation.issuer for federation in args.federations), None),
                "subjects": [federation.subject for federation in args.federations],
                "audience": next((federation.audience for federation in args.federations), None),
            }
        )

    def _federate(
        self, name: str, args: FederatedIdentityArgs, identity_name: pulumi.Input[str]
    ) -> list[pulumi.Resource]:
        credentials: list[pulumi.Resource] = []
        for federation in args.federations:
            credentials.append(
                managedidentity.FederatedIdentityCredential(
                    f"{name}-{federation.name}",
                    federated_identity_credential_resource_name=federation.name,
                    resource_name_=identity_name,
                    resource_group_name=args.resource_group,
                    issuer=federation.issuer,
                    subject=federation.subject,
                    audiences=[federation.audience],
                    opts=pulumi.ResourceOptions.merge(
                        child_options(self, self._opts, after=credentials, delete_before_replace=True),
                        _adopted_credential(f"{name}-{federation.name}", args, federation),
                    ),
                )
            )
        return credentials


def _adopted_credential(name: str, args: FederatedIdentityArgs, federation: Federation) -> pulumi.ResourceOptions:
    return args.adoption.options(
        name,
        f"{args.import_id}/federatedIdentityCredentials/{federation.name}",
        keep=("issuer", "subject", "audiences"),
    )
