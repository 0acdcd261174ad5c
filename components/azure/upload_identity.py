"""Managed identity that the backup Job becomes with its ServiceAccount token."""

from dataclasses import dataclass

import pulumi
from pulumi_azure_native import authorization, managedidentity

from hcpbackup.contract import azure
from hcpbackup.contract.names import SERVICE_ACCOUNT, service_account_subject


@dataclass(frozen=True, kw_only=True)
class UploadIdentityArgs:
    """Who may become the identity, and which account (``account``, by its name) it may write to."""

    identity_name: str
    issuer: str
    operator_namespace: str
    subscription_id: str
    resource_group: str
    location: str
    storage_account: str
    account: pulumi.Resource


class UploadIdentity(pulumi.ComponentResource):
    """A user-assigned identity, its federated credential and its role on the account."""

    identity: managedidentity.UserAssignedIdentity
    federated_credential: managedidentity.FederatedIdentityCredential
    role_assignment: authorization.RoleAssignment

    def __init__(
        self, name: str, args: UploadIdentityArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("hcp-etcd-backup:azure:UploadIdentity", name, None, opts)
        scope = azure.storage_account_id(
            args.subscription_id, args.resource_group, args.storage_account
        )
        self.identity = managedidentity.UserAssignedIdentity(
            name,
            resource_name_=args.identity_name,
            resource_group_name=args.resource_group,
            location=args.location,
            opts=pulumi.ResourceOptions(parent=self),
        )
        self.federated_credential = managedidentity.FederatedIdentityCredential(
            f"{name}-{SERVICE_ACCOUNT}",
            federated_identity_credential_resource_name=azure.federated_credential_name(
                args.operator_namespace, SERVICE_ACCOUNT
            ),
            resource_name_=self.identity.name,
            resource_group_name=args.resource_group,
            issuer=args.issuer,
            subject=service_account_subject(args.operator_namespace),
            audiences=[azure.TOKEN_EXCHANGE_AUDIENCE],
            opts=pulumi.ResourceOptions(parent=self, delete_before_replace=True),
        )
        self.role_assignment = authorization.RoleAssignment(
            f"{name}-blob-data-contributor",
            role_assignment_name=self.identity.principal_id.apply(
                lambda principal_id: azure.role_assignment_name(
                    scope, principal_id, azure.STORAGE_BLOB_DATA_CONTRIBUTOR
                )
            ),
            scope=scope,
            principal_id=self.identity.principal_id,
            principal_type=authorization.PrincipalType.SERVICE_PRINCIPAL,
            role_definition_id=azure.role_definition_id(
                args.subscription_id, azure.STORAGE_BLOB_DATA_CONTRIBUTOR
            ),
            opts=pulumi.ResourceOptions(parent=self, depends_on=[args.account]),
        )
        self.register_outputs({"clientId": self.client_id})

    @property
    def client_id(self) -> pulumi.Output[str]:
        """Client ID of the identity, which Azure assigns."""
        return self.identity.client_id
