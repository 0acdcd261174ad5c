"""Causes in messages of AWS: STS, S3 and KMS.

Sources: API references of AWS STS, Amazon S3 and AWS KMS ("Errors"); openshift/hypershift
``etcd-upload/s3_uploader.go`` for the uploader's calls; aws-sdk-go-v2 ``credentials`` and
``feature/ec2/imds`` for the order of credential sources.
"""

from typing import Final

from openshift_credentials.live.cause import Cause, cause

AWS_CAUSES: Final[tuple[Cause, ...]] = (
    cause(
        "aws-no-oidc-provider",
        r"No OpenIDConnect provider found in your account",
        "the account has no IAM OIDC provider for the issuer of the management cluster",
        "let the stack create it, or create it for exactly the issuer in the message",
        "etcdBackup.credentials.createOidcProvider",
    ),
    cause(
        "aws-wrong-audience",
        r"Incorrect token audience",
        "the IAM OIDC provider does not list the audience sts.amazonaws.com",
        "add sts.amazonaws.com to the client IDs of the OIDC provider",
        "etcdBackup.credentials.createOidcProvider",
    ),
    cause(
        "aws-issuer-unreachable",
        r"Couldn't retrieve verification key from your identity provider"
        r"|InvalidIdentityToken:? (?:The ID Token|Token Issuer)",
        "AWS cannot read the discovery document or the keys of the issuer",
        "make <issuer>/.well-known/openid-configuration and its key set reachable from the "
        "internet",
        "cluster.oidcIssuer",
    ),
    cause(
        "aws-token-expired",
        r"ExpiredToken(?:Exception)?\b|security token included in the request is expired",
        "the token or the session had expired when it was used",
        "check the clock of the node; renew temporary keys, or use mode aws-sts, which renews "
        "credentials automatically",
        "etcdBackup.credentials.mode",
    ),
    cause(
        "aws-trust-denied",
        r"Not authorized to perform:? sts:AssumeRoleWithWebIdentity",
        "the trust policy of the role does not allow this issuer, subject and audience, or a "
        "change in IAM is not effective everywhere yet",
        "compare the trust policy with the output of 'explain': the subject is "
        "system:serviceaccount:<operator namespace>:etcd-backup-job, not a ServiceAccount of the "
        "hosted control plane; then set a new trigger",
        "cluster.operatorNamespace",
    ),
    cause(
        "aws-kms-denied",
        r"not authorized to perform:? kms:|KMS\.AccessDenied|AccessDenied.{0,200}\bkms:",
        "the role does not have permission to use the KMS key of the bucket or the upload",
        "allow kms:GenerateDataKey and kms:Decrypt on the key for the role, in the role's policy "
        "and, for a key in another account, in the key policy",
        "etcdBackup.storage.s3.kmsKeyARN",
    ),
    cause(
        "aws-kms-key-unusable",
        r"KMS\.(?:NotFound|Disabled|KMSInvalidState|InvalidState)(?:Exception)?",
        "the KMS key does not exist in the region of the bucket, is disabled, or is pending "
        "deletion",
        "use an enabled key in the bucket's region, or cancel the deletion",
        "etcdBackup.storage.s3.kmsKeyARN",
    ),
    cause(
        "aws-explicit-deny",
        r"with an explicit deny in (?:a|an) (?:[\w-]+ )+policy|no permissions boundary allows",
        "a bucket policy, a permissions boundary or a policy of the organization denies the "
        "request although the role's policy allows it",
        "change the policy in the message; a rule that requires an encryption header denies "
        "every upload without etcdBackup.storage.s3.kmsKeyARN",
        "etcdBackup.credentials.permissionsBoundary",
    ),
    cause(
        "aws-s3-denied",
        r"operation error S3:.{0,400}AccessDenied|not authorized to perform:? s3:"
        r"|AccessDenied\) when calling the (?:Put|Create|Upload|Complete|Abort)\w+ operation",
        "the role has no permission to write this key in the bucket",
        "allow s3:PutObject and s3:AbortMultipartUpload under the key prefix; the prefix of the "
        "backup must be under the prefix of the storage",
        "etcdBackup.storage.s3.keyPrefix",
    ),
    cause(
        "aws-no-bucket",
        r"NoSuchBucket",
        "the bucket does not exist",
        "correct the name, or run 'pulumi refresh' and 'pulumi up' if it was deleted",
        "etcdBackup.storage.s3.bucket",
    ),
    cause(
        "aws-wrong-region",
        r"PermanentRedirect|AuthorizationHeaderMalformed|BucketRegionError|StatusCode: 301\b"
        r"|IllegalLocationConstraintException",
        "the bucket is not in the region of the backup's settings",
        "set the region of the bucket",
        "etcdBackup.storage.s3.region",
    ),
    cause(
        "aws-unknown-access-key",
        r"InvalidAccessKeyId|InvalidClientTokenId|UnrecognizedClientException",
        "AWS does not recognize the access key: it was deleted, belongs to another partition, "
        "or its "
        "session token is missing",
        "set existing keys, with the session token of temporary keys",
        "etcdBackup.credentials.accessKeyId",
    ),
    cause(
        "aws-wrong-secret-key",
        r"SignatureDoesNotMatch",
        "the secret access key does not belong to the access key ID",
        "set the ID and the secret of the same key",
        "etcdBackup.credentials.secretAccessKey",
    ),
    cause(
        "aws-clock-skew",
        r"RequestTimeTooSkewed",
        "the clock of the node differs from that of AWS by more than 15 minutes",
        "correct the time of the node",
    ),
    cause(
        "aws-node-credentials",
        r"no EC2 IMDS role found|ec2imds: GetMetadata|failed to refresh cached credentials"
        r"|get credentials: failed to|NoCredentialProviders",
        "the SDK found no credentials in the pod and queried the instance metadata of the node: "
        "the Secret has the wrong key, or its file has no profile [default]",
        "check the Secret with the verb 'detect'; the key must be 'credentials', and the Secret "
        "in the operator's namespace",
        "etcdBackup.credentials.mode",
    ),
    cause(
        "aws-throttled",
        r"\bSlowDown\b|ThrottlingException|RequestLimitExceeded|TooManyRequestsException",
        "AWS throttled the requests",
        "run fewer backups at once, then set a new trigger",
        "etcdBackup.backupPolicy.concurrency",
    ),
)
"""From special to general."""
