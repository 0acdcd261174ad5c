"""IAM, S3 and KMS policy documents, as JSON that is equal in every run."""

from .document import bucket_policy, key_policy
from .trust import trust_policy

__all__ = ["bucket_policy", "key_policy", "trust_policy"]
