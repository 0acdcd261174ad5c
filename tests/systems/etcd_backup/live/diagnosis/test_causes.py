"""Every cause is found in a text as the cloud, the SDK, the operator or Kubernetes writes it."""

from typing import Final

from hypothesis import given, strategies as st

from openshift_credentials.systems.etcd_backup.live.diagnosis import CAUSES, Evidence, diagnose

_STS: Final = (
    "operation error S3: PutObject, get identity: get credentials: failed to refresh cached "
    "credentials, failed to retrieve credentials, operation error STS: AssumeRoleWithWebIdentity, "
    "https response error StatusCode: {}, RequestID: 5a0c3f6e, "
)
_S3: Final = (
    "failed to upload snapshot: operation error S3: PutObject, https response error StatusCode: "
    "{}, RequestID: 7J2, HostID: x, api error "
)
_ENTRA: Final = (
    "DefaultAzureCredential authentication failed. POST "
    "https://login.microsoftonline.com/t/oauth2/v2.0/token RESPONSE 401: "
)
_ROLE: Final = (
    "User: arn:aws:sts::123456789012:assumed-role/etcd-backup/x is not authorized to perform: "
)

TEXTS: Final = {
    "aws-no-oidc-provider": _STS.format(400)
    + "api error InvalidIdentityToken: No OpenIDConnect provider found in your account "
    "for https://x",
    "aws-wrong-audience": _STS.format(400)
    + "api error InvalidIdentityToken: Incorrect token audience",
    "aws-issuer-unreachable": _STS.format(400)
    + "api error InvalidIdentityToken: Couldn't retrieve verification key from your identity "
    "provider, please reference AssumeRoleWithWebIdentity documentation",
    "aws-token-expired": _STS.format(400)
    + "api error ExpiredTokenException: Token expired: current date/time must be before the "
    "expiration date/time",
    "aws-trust-denied": _STS.format(403)
    + "api error AccessDenied: Not authorized to perform sts:AssumeRoleWithWebIdentity",
    "aws-kms-denied": _S3.format(403)
    + f"AccessDenied: {_ROLE}kms:GenerateDataKey on resource: arn:aws:kms:x:1:key/k because "
    "no identity-based policy allows the kms:GenerateDataKey action",
    "aws-kms-key-unusable": _S3.format(400) + "KMS.DisabledException: key/k is disabled.",
    "aws-explicit-deny": _S3.format(403)
    + f"AccessDenied: {_ROLE}s3:PutObject on resource: x with an explicit deny in a "
    "resource-based policy",
    "aws-s3-denied": "An error occurred (AccessDenied) when calling the PutObject operation: "
    "Access Denied",
    "aws-no-bucket": _S3.format(404) + "NoSuchBucket: The specified bucket does not exist",
    "aws-wrong-region": _S3.format(301)
    + "PermanentRedirect: The bucket you are attempting to access must be addressed using the "
    "specified endpoint.",
    "aws-unknown-access-key": _S3.format(403)
    + "InvalidAccessKeyId: The AWS Access Key Id you provided does not exist in our records.",
    "aws-wrong-secret-key": _S3.format(403)
    + "SignatureDoesNotMatch: The request signature we calculated does not match",
    "aws-clock-skew": _S3.format(403)
    + "RequestTimeTooSkewed: The difference between the request time and the current time is too "
    "large.",
    "aws-node-credentials": "operation error S3: PutObject, get identity: get credentials: failed "
    "to refresh cached credentials, no EC2 IMDS role found, operation error ec2imds: GetMetadata, "
    "http response error StatusCode: 404",
    "aws-throttled": _S3.format(503) + "SlowDown: Please reduce your request rate.",
    "azure-wrong-issuer": _ENTRA
    + "AADSTS700211: No matching federated identity record found for presented assertion issuer "
    "'https://x'",
    "azure-wrong-subject": _ENTRA
    + "AADSTS700213: No matching federated identity record found for presented assertion subject "
    "'system:serviceaccount:clusters-a:etcd-backup-job'",
    "azure-wrong-audience": _ENTRA
    + "AADSTS700212: No matching federated identity record found for presented assertion audience",
    "azure-no-federation": _ENTRA
    + "AADSTS70021: No matching federated identity record found for presented assertion. "
    "Assertion Issuer: 'x'.",
    "azure-client-secret-expired": _ENTRA
    + "AADSTS7000222: The provided client secret keys for app are expired.",
    "azure-client-secret-wrong": _ENTRA + "AADSTS7000215: Invalid client secret provided.",
    "azure-certificate-refused": _ENTRA
    + "AADSTS700027: The certificate with identifier used to sign the client assertion is expired",
    "azure-unknown-client": _ENTRA
    + "AADSTS700016: Application with identifier was not found in the directory",
    "azure-unknown-tenant": _ENTRA + "AADSTS90002: Tenant 't' not found.",
    "azure-no-webhook": "DefaultAzureCredential: failed to acquire a token.\n"
    "WorkloadIdentityCredential: no client ID specified. Check pod configuration",
    "azure-two-identities": "ManagedIdentityCredential authentication failed. GET "
    "http://169.254.169.254/metadata/identity/oauth2/token RESPONSE 400 Bad Request "
    '{"error":"invalid_request","error_description":"Multiple user assigned identities exist, '
    'please specify the clientId / resourceId of the identity in the token request"}',
    "azure-node-identity": "ManagedIdentityCredential: failed to authenticate a system assigned "
    "identity. The endpoint responded with Identity not found",
    "azure-no-role": "RESPONSE 403: 403 This request is not authorized to perform this operation "
    "using this permission.\nERROR CODE: AuthorizationPermissionMismatch",
    "azure-network-rules": "RESPONSE 403: 403 This request is not authorized to perform this "
    "operation.\nERROR CODE: AuthorizationFailure",
    "azure-no-container": "RESPONSE 404: 404 The specified container does not exist.\n"
    "ERROR CODE: ContainerNotFound",
    "azure-no-account": "dial tcp: lookup snapshots.blob.core.windows.net on 172.30.0.10:53: no "
    "such host",
    "azure-encryption-scope": "RESPONSE 400: InvalidHeaderValue HeaderName x-ms-encryption-scope",
    "azure-vault-key": "RESPONSE 403: ERROR CODE: KeyVaultEncryptionKeyNotFound",
    "azure-blob-exists": "RESPONSE 409: 409 The specified blob already exists.\n"
    "ERROR CODE: BlobAlreadyExists",
    "azure-shared-keys": "RESPONSE 403: ERROR CODE: KeyBasedAuthenticationNotPermitted",
    "feature-gate-off": "feature gate HCPEtcdBackup is off",
    "no-operator": "no replica of the operator is ready",
    "adopted-job": "the Job is older than the backup",
    "stale-annotation": "the annotation has client ID a, not b of the stack",
    "azure-no-annotation": "the ServiceAccount has no client ID annotation",
    "snapshot-url-missing": "succeeded without a snapshot URL",
    "no-condition": "there is no condition",
    "no-hosted-control-plane": "BackupFailed: HostedControlPlane not found in namespace clusters-a",
    "no-secret": 'BackupFailed: credential Secret "cloud-credentials" not found in namespace '
    '"hypershift"',
    "no-pull-secret": 'BackupFailed: pull secret "pull-secret" in namespace "clusters-a": '
    "not found",
    "another-backup-runs": 'rejected: backup Job "etcd-backup-x" is already running for this HCP; '
    "delete this CR and retry after the active backup completes",
    "etcd-unhealthy": "etcd StatefulSet not fully ready: 1/3 replicas ready",
    "name-too-long": 'Job.batch "etcd-backup-x" is invalid: metadata.labels: Invalid value: "x": '
    "must be no more than 63 characters",
    "image-pull": "Failed to pull image: rpc error: ErrImagePull",
    "quota-exceeded": 'Error creating: pods "x" is forbidden: exceeded quota: small, requested: '
    "pods=1, used: pods=10, limited: pods=10",
    "quota-needs-requests": 'Error creating: pods "x" is forbidden: failed quota: small: must '
    "specify limits.cpu for: snapshot,upload; requests.cpu for: snapshot,upload",
    "no-service-account": 'Error creating: pods "x" is forbidden: error looking up service account '
    'hypershift/etcd-backup-job: serviceaccount "etcd-backup-job" not found',
    "namespace-terminating": 'pods "x" is forbidden: unable to create new content in namespace '
    "hypershift because it is being terminated",
    "admission-denied": 'Error creating: admission webhook "validate.kyverno.svc-fail" denied the '
    "request: resource Pod/hypershift/x was blocked",
    "admission-unreachable": "Error creating: Internal error occurred: failed calling webhook "
    '"mutate.example.com": failed to call webhook: Post "https://x.svc:443/mutate": dial tcp '
    "10.0.0.1:443: connect: connection refused",
    "unschedulable": "Unschedulable 0/3 nodes are available: 3 node(s) had untolerated taint {a: }",
    "job-without-pod": "the Job has no pod",
    "limit-range": 'pods "x" is forbidden: minimum cpu usage per Container is 100m, but '
    "request is 0",
    "security-context-constraints": 'pods "x" is forbidden: unable to validate against '
    "any security context constraint",
    "missing-secret-key": "CreateContainerConfigError couldn't find key credentials in Secret "
    "hypershift/cloud-credentials",
    "mount-failed": 'FailedMount: MountVolume.SetUp failed for volume "etcd-client": secret '
    '"etcd-client-tls" not found',
    "ephemeral-storage": "Evicted The node was low on resource: ephemeral-storage.",
    "out-of-memory": "OOMKilled",
    "invalid-credentials-json": "failed to parse credentials file: unexpected end of JSON input",
    "uploader-crash": "panic: runtime error: invalid memory address or nil pointer dereference\n"
    "[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x8f2e1a]\n\n"
    "goroutine 1 [running]:\n"
    "github.com/Azure/msi-dataplane/pkg/dataplane.(*reloadingCredential).load(0xc0001b2000)\n"
    "\t/workspace/vendor/github.com/Azure/msi-dataplane/pkg/dataplane/reloadCredentials.go:161",
    "uploader-panic": "panic: runtime error: invalid memory address or nil pointer dereference\n"
    "goroutine 1 [running]:\n"
    "github.com/aws/aws-sdk-go-v2/service/s3.(*Client).PutObject(0x0, {0x1, 0x2}, 0x3)",
    "operator-forbidden": 'jobs.batch is forbidden: User "system:serviceaccount:hypershift:op" '
    'cannot create resource "jobs"',
    "no-crd": 'no matches for kind "HCPEtcdBackup" in version "hypershift.openshift.io/v1beta1"',
    "etcd-tls": "tls: failed to verify certificate: x509: certificate signed by unknown authority",
    "no-network": "dial tcp 52.216.0.1:443: i/o timeout",
    "deadline": "DeadlineExceeded Job was active longer than specified deadline",
    "job-failed": "BackupFailed: Backup Job failed: Job has reached the specified backoff limit",
}


def test_every_cause_has_a_text_and_is_found_in_it() -> None:
    assert set(TEXTS) == {cause.code for cause in CAUSES}, "a text per cause, and a cause per text"
    for code, text in TEXTS.items():
        found = diagnose([Evidence("log", text)], CAUSES)
        assert [each.cause.code for each in found] == [code], text


def test_a_general_cause_is_reported_only_where_nothing_better_was_found() -> None:
    general = Evidence("Job", TEXTS["job-failed"])
    special = Evidence("pod", TEXTS["aws-trust-denied"])

    assert [each.cause.code for each in diagnose([general], CAUSES)] == ["job-failed"]
    both = diagnose([general, special], CAUSES)
    assert [each.cause.code for each in both] == ["aws-trust-denied"]


def test_every_cause_says_why_and_names_a_way_out() -> None:
    for cause in CAUSES:
        assert cause.why, cause.code
        assert cause.way_out, cause.code


@given(st.text(st.characters(categories=["L", "N"], codec="ascii"), min_size=20, max_size=40))
def test_evidence_never_quotes_a_secret(secret: str) -> None:
    for text in (
        f'AZURE_CLIENT_SECRET="{secret}" AADSTS7000215',
        f"clientSecret: {secret}",
        f"aws_secret_access_key = {secret}",
        f"password={secret}&x=1",
        f"token eyJhbGciOiJSUzI1NiJ9.{secret}.{secret}",
        f"-----BEGIN PRIVATE KEY-----\n{secret}\n-----END PRIVATE KEY-----",
    ):
        assert secret not in Evidence("log", text).quote, text


def test_evidence_is_one_short_line_that_steers_no_terminal() -> None:
    quoted = Evidence("log", "a\x1b[31m\nb" + "c" * 1000).quote

    assert len(quoted) == 300
    assert "\x1b" not in quoted
    assert "\n" not in quoted
