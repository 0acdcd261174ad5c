"""Outputs of the place of snapshots, its identity, and that of Velero, for each cloud."""

from dataclasses import dataclass
from typing import Annotated

import pulumi

from openshift_credentials.stack.outputs import About, Outputs
from openshift_credentials.systems.etcd_backup.plan.other_accounts import StatementsElsewhere


@dataclass(frozen=True, kw_only=True)
class VeleroManifests(Outputs):
    """Manifests that configure Velero with its identity."""

    velero_service_account: Annotated[
        pulumi.Output[str], About("Annotation of Velero's ServiceAccount, as a manifest to apply.")
    ]
    data_protection_application: Annotated[
        pulumi.Output[str],
        About("Fields of the DataProtectionApplication, as a manifest to apply."),
    ]


@dataclass(frozen=True, kw_only=True)
class VeleroRoleOutputs(Outputs):
    """Outputs of an identity of Velero on AWS."""

    velero_role_arn: Annotated[pulumi.Output[str], About("ARN of the IAM role of Velero.")]
    manifests: VeleroManifests


@dataclass(frozen=True, kw_only=True)
class VeleroIdentityOutputs(Outputs):
    """Outputs of an identity of Velero on Azure."""

    velero_client_id: Annotated[
        pulumi.Output[str], About("Client ID of the managed identity of Velero.")
    ]
    manifests: VeleroManifests


@dataclass(frozen=True, kw_only=True)
class S3Outputs(Outputs):
    """Outputs of a place on AWS and of the identity that uploads to it."""

    bucket: Annotated[pulumi.Output[str], About("S3 bucket of the snapshots.")]
    role_arn: Annotated[pulumi.Output[str] | None, About("ARN of the IAM role that uploads.")] = (
        None
    )
    velero: VeleroRoleOutputs | None = None
    statements: StatementsElsewhere


@dataclass(frozen=True, kw_only=True)
class AzureBlobOutputs(Outputs):
    """Outputs of a place on Azure and of the identity that uploads to it."""

    container: Annotated[str, About("Blob container of the snapshots.")]
    client_id: Annotated[
        pulumi.Output[str] | None, About("Client ID of the managed identity that uploads.")
    ] = None
    velero: VeleroIdentityOutputs | None = None
