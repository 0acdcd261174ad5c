"""Address of an issuer, for any cloud."""

from dataclasses import dataclass
from typing import Annotated

import pulumi

from openshift_credentials.stack.outputs import About, Outputs


@dataclass(frozen=True, kw_only=True)
class BucketOutputs(Outputs):
    """Outputs of an issuer on AWS."""

    issuer_bucket: Annotated[pulumi.Output[str], About("Bucket of the documents.")]
    issuer_provider_arn: Annotated[pulumi.Output[str], About("ARN of the IAM OIDC provider.")]
    issuer_domain: Annotated[pulumi.Output[str], About("Domain that serves the issuer.")]


@dataclass(frozen=True, kw_only=True)
class BlobOutputs(Outputs):
    """Outputs of an issuer on Azure."""

    issuer_storage_account: Annotated[pulumi.Output[str], About("Storage account of the documents.")]


@dataclass(frozen=True, kw_only=True)
class PoolOutputs(Outputs):
    """Outputs of an issuer on Google Cloud."""

    issuer_bucket: Annotated[pulumi.Output[str] | None, About("Bucket of the documents, if the issuer has one.")]
    workload_identity_pool: Annotated[pulumi.Output[str], About("Resource name of the workload identity pool.")]
    workload_identity_provider: Annotated[pulumi.Output[str], About("Resource name of the provider in the pool.")]


@dataclass(frozen=True, kw_only=True)
class IssuerAddress:
    """The issuer, its OIDC provider on AWS, and what must exist before it is used."""

    issuer_url: pulumi.Output[str]
    ready: tuple[pulumi.Resource, ...]
    provider_arn: pulumi.Output[str] | None = None
    outputs: BucketOutputs | BlobOutputs | PoolOutputs
