"""Causes in messages of the cluster: the operator, its Job, the running pod, and the network.

Sources: openshift/hypershift ``hypershift-operator/controllers/etcdbackup/reconciler.go`` for the
messages of conditions; Kubernetes ``pkg/kubelet`` and ``pkg/controller/job`` for those of pods,
Jobs and events.
"""

from typing import Final

from openshift_credentials.live.cause import Cause, cause

CLUSTER_CAUSES: Final[tuple[Cause, ...]] = (
    cause(
        "no-hosted-control-plane",
        r"HostedControlPlane not found in namespace",
        "the namespace of the backup has no HostedControlPlane",
        "correct the hosted cluster, or set the namespace of its control plane",
        "etcdBackup.backups[].hostedControlPlaneNamespace",
    ),
    cause(
        "no-secret",
        r"credential Secret \"[^\"]*\" not found|secret \"cloud-credentials\" not found",
        "the credential Secret is not in the operator's namespace; the operator does not read it "
        "anywhere else",
        "create it there, then set a new trigger: the failed backup is not retried",
        "etcdBackup.credentials.secretName",
    ),
    cause(
        "no-pull-secret",
        r"pull secret \"pull-secret\" in namespace",
        "the namespace of the hosted control plane has no pull secret",
        "restore the Secret pull-secret, then set a new trigger",
    ),
    cause(
        "another-backup-runs",
        r"rejected: backup Job \"[^\"]*\" is already running",
        "another backup of this hosted cluster was running",
        "wait until it has finished, then set a new trigger",
        "etcdBackup.backupDefaults.trigger",
    ),
    cause(
        "etcd-unhealthy",
        r"etcd StatefulSet not (?:found|fully ready)",
        "etcd of the hosted control plane is not healthy, and the operator waits for it",
        "restore all replicas of StatefulSet etcd; the backup then starts automatically",
    ),
    cause(
        "name-too-long",
        r"metadata\.labels: Invalid value:.{0,300}must be no more than 63|"
        r"must be no more than 63 (?:characters|bytes)",
        "the name of the backup is longer than the 63 characters of a label, so the API server "
        "never accepts the Job",
        "use a name of at most 45 characters; the names of the stack are shorter",
    ),
    cause(
        "image-pull",
        r"ErrImagePull|ImagePullBackOff|Back-off pulling image|pull access denied"
        r"|unauthorized: (?:authentication|access)",
        "the node cannot pull an image of the hosted cluster's release",
        "add the pull secret to imagePullSecrets of ServiceAccount etcd-backup-job, or mirror the "
        "release",
    ),
    cause(
        "missing-secret-key",
        r"couldn't find key \S+ in Secret|references non-existent secret key",
        "the Secret lacks the key that the pod mounts",
        "check the Secret with the verb 'detect'",
        "etcdBackup.credentials.mode",
    ),
    cause(
        "mount-failed",
        r"MountVolume\.SetUp failed|FailedMount|Unable to attach or mount volumes",
        "a volume of the pod cannot be mounted: its Secret or ConfigMap is missing",
        "create the object in the event; etcd-client-tls and etcd-ca belong to the hosted control "
        "plane",
    ),
    cause(
        "ephemeral-storage",
        r"low on resource: ephemeral-storage|ephemeral local storage usage exceeds"
        r"|no space left on device",
        "the node does not have enough disk space for the snapshot, which is stored in an emptyDir",
        "free disk space on the node, or run fewer backups at once",
        "etcdBackup.backupPolicy.concurrency",
    ),
    cause(
        "out-of-memory",
        r"OOMKilled|low on resource: memory",
        "a container of the Job ran out of memory",
        "increase the default of the namespace's LimitRange",
    ),
    cause(
        "invalid-credentials-json",
        r"failed to (?:parse|unmarshal|read).{0,60}credential"
        r"|invalid character .{0,40} looking for",
        "the credential file in the Secret is not the JSON that its mode needs",
        "check the Secret with the verb 'detect'",
        "etcdBackup.credentials.mode",
    ),
    cause(
        "uploader-crash",
        r"(?:^|\n)\s*\S*github\.com/Azure/msi-dataplane/pkg/dataplane\.\S+\(",
        "the uploader crashed when it read the managed-identity document, which lacks not_before",
        "store the document again, with not_before",
        "etcdBackup.credentials.managedIdentityDocument",
    ),
    cause(
        "operator-forbidden",
        r"is forbidden: User \"[^\"]*\" cannot (?:create|get|list|update|patch|delete)",
        "the operator or the Job lacks a permission that the backup needs",
        "restore the ClusterRole that 'hypershift install' creates",
    ),
    cause(
        "no-crd",
        r"no matches for kind \"HCPEtcdBackup\"|hcpetcdbackups\S* (?:not found|does not exist)",
        "the management cluster does not have the CRD of HCPEtcdBackup",
        "install HyperShift with --tech-preview-no-upgrade",
    ),
    cause(
        "etcd-tls",
        r"x509: certificate (?:has expired|signed by unknown authority)|remote error: tls",
        "the certificate of etcd, or of a proxy between the pod and the cloud, was rejected",
        "renew the certificates of the hosted control plane; do not intercept the cloud's "
        "endpoints in the proxy",
    ),
    cause(
        "no-network",
        r"no such host|i/o timeout|connection refused|network is unreachable"
        r"|TLS handshake timeout|context deadline exceeded",
        "the pod cannot reach etcd, the API server or the cloud",
        "allow egress from the operator's namespace: DNS, the API server, port 2379 of the hosted "
        "control planes, port 443 of the cloud's storage and token endpoints",
    ),
    cause(
        "uploader-panic",
        r"(?:^|\n)(?:panic|fatal error): ",
        "a container of the Job crashed, and no known cause matches its stack trace",
        "read the stack trace below this line; report it to HyperShift's maintainers, with the "
        "version of the control-plane operator",
        general=True,
    ),
    cause(
        "deadline",
        r"active longer than specified deadline|DeadlineExceeded",
        "the Job did not end within 15 minutes and was stopped",
        "check for an image that cannot be pulled, an endpoint that cannot be reached, or a "
        "very large etcd",
        general=True,
    ),
    cause(
        "job-failed",
        r"BackoffLimitExceeded|reached the specified backoff limit|Backup Job failed",
        "the Job failed, and the operator does not retry it",
        "read the log of container upload within 10 minutes of the failure, then set a new trigger",
        general=True,
    ),
)
"""From special to general."""
