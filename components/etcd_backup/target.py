"""What the Kubernetes side needs from the cloud side, for any cloud, and the outputs of it."""

from dataclasses import dataclass
from typing import Annotated

from pulumi import Output, Resource

from openshift_credentials.stack.outputs import About, Outputs
from openshift_credentials.systems.etcd_backup.plan.s3 import StatementsElsewhere


@dataclass(frozen=True, kw_only=True)
class S3Outputs(Outputs):
    """Outputs of a place on AWS and of the identity that uploads to it."""

    bucket: Annotated[Output[str], About("S3 bucket of the snapshots.")]
    role_arn: Annotated[Output[str] | None, About("ARN of the IAM role that uploads.")] = None
    statements: StatementsElsewhere


@dataclass(frozen=True, kw_only=True)
class AzureBlobOutputs(Outputs):
    """Outputs of a place on Azure and of the identity that uploads to it."""

    container: Annotated[str, About("Blob container of the snapshots.")]
    client_id: Annotated[Output[str] | None, About("Client ID of the managed identity that uploads.")] = None


@dataclass(frozen=True, kw_only=True)
class UploadTarget:
    """A place for snapshots and an identity that can upload to it.

    ``assigned`` is what the cloud assigns and the credential Secret contains: the ARN of the role or the client ID of
    the managed identity, if there is one. Everything in ``needed_first`` must exist before the Secret and the backups.
    ``annotated`` are client ID and tenant for the annotations of the ServiceAccount of the backup Jobs.
    """

    assigned: Output[str | None]
    needed_first: tuple[Resource, ...]
    outputs: S3Outputs | AzureBlobOutputs
    annotated: tuple[Output[str], str] | None = None
