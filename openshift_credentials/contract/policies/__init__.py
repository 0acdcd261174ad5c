"""IAM, S3 and KMS policy documents, as JSON that is equal in every run."""

from openshift_credentials.contract.policies.bucket import TlsVersion, bucket_policy
from openshift_credentials.contract.policies.key import key_policy
from openshift_credentials.contract.policies.permissions import RequestConditions, upload_policy
from openshift_credentials.contract.policies.table import UPLOAD_ACTIONS
from openshift_credentials.contract.policies.trust import trust_policy

__all__ = [
    "UPLOAD_ACTIONS",
    "RequestConditions",
    "TlsVersion",
    "bucket_policy",
    "key_policy",
    "trust_policy",
    "upload_policy",
]
