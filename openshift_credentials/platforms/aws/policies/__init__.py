"""IAM, S3 and KMS policy documents, as JSON that is equal in every run."""

from openshift_credentials.platforms.aws.policies.resource_policies import (
    TlsVersion,
    bucket_policy,
    key_policy,
)
from openshift_credentials.platforms.aws.policies.trust import trust_policy

__all__ = ["TlsVersion", "bucket_policy", "key_policy", "trust_policy"]
