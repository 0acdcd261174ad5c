"""What the Kubernetes side needs from the cloud side, for any cloud."""

from dataclasses import dataclass

import pulumi

from .outputs import AzureBlobOutputs, S3Outputs


@dataclass(frozen=True, kw_only=True)
class ServiceAccountIdentity:
    """A managed identity for the annotations of the ServiceAccount that uses it."""

    client_id: pulumi.Output[str]
    tenant_id: str


@dataclass(frozen=True, kw_only=True)
class UploadTarget:
    """A place for snapshots and an identity that can upload to it.

    ``assigned`` is what the cloud assigns and the credential Secret contains: the ARN of the role
    or the client ID of the managed identity, if there is one. Everything in ``needed_first`` must
    exist before the Secret and the backups. With ``service_account`` the ServiceAccount of the
    backup Jobs is annotated.
    """

    assigned: pulumi.Output[str | None]
    needed_first: tuple[pulumi.Resource, ...]
    outputs: S3Outputs | AzureBlobOutputs
    service_account: ServiceAccountIdentity | None = None
