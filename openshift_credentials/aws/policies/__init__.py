"""IAM, S3 and KMS policy documents, as JSON that is equal in every run."""

from openshift_credentials.aws.policies.bucket import TlsVersion, bucket_policy
from openshift_credentials.aws.policies.key import key_policy
from openshift_credentials.aws.policies.trust import trust_policy
from openshift_credentials.etcd_backup.rules.upload_actions import UPLOAD_ACTIONS
from openshift_credentials.etcd_backup.rules.upload_policy import RequestConditions, upload_policy

__all__ = [
    "UPLOAD_ACTIONS",
    "RequestConditions",
    "TlsVersion",
    "bucket_policy",
    "key_policy",
    "trust_policy",
    "upload_policy",
]
