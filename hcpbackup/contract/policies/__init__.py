"""IAM, S3 and KMS policy documents, as JSON that is equal in every run."""

from hcpbackup.contract.policies.bucket import TlsVersion, bucket_policy
from hcpbackup.contract.policies.key import key_policy
from hcpbackup.contract.policies.permissions import RequestConditions, upload_policy
from hcpbackup.contract.policies.table import UPLOAD_ACTIONS
from hcpbackup.contract.policies.trust import trust_policy

__all__ = [
    "UPLOAD_ACTIONS",
    "RequestConditions",
    "TlsVersion",
    "bucket_policy",
    "key_policy",
    "trust_policy",
    "upload_policy",
]
