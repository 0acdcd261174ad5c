"""IAM, S3 and KMS policy documents, as JSON that is equal in every run."""

from openshift_credentials.aws.policies.bucket import TlsVersion, bucket_policy
from openshift_credentials.aws.policies.key import key_policy
from openshift_credentials.aws.policies.trust import trust_policy

__all__ = ["TlsVersion", "bucket_policy", "key_policy", "trust_policy"]
