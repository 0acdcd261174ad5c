"""Outputs of the place of snapshots and its identity, for each cloud."""

from dataclasses import dataclass
from typing import Annotated

import pulumi

from openshift_credentials.stack.outputs import About, Outputs
from openshift_credentials.systems.etcd_backup.plan.other_accounts import StatementsElsewhere


@dataclass(frozen=True, kw_only=True)
class S3Outputs(Outputs):
    """Outputs of a place on AWS and of the identity that uploads to it."""

    bucket: Annotated[pulumi.Output[str], About("S3 bucket of the snapshots.")]
    role_arn: Annotated[pulumi.Output[str] | None, About("ARN of the IAM role that uploads.")] = None
    statements: StatementsElsewhere


@dataclass(frozen=True, kw_only=True)
class AzureBlobOutputs(Outputs):
    """Outputs of a place on Azure and of the identity that uploads to it."""

    container: Annotated[str, About("Blob container of the snapshots.")]
    client_id: Annotated[pulumi.Output[str] | None, About("Client ID of the managed identity that uploads.")] = None
