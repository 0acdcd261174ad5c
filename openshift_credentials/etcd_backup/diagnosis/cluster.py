"""Causes that the cluster names: the operator, its Job, the pod, and the network.

Sources: openshift/hypershift ``hypershift-operator/controllers/etcdbackup/reconciler.go`` for the
messages of conditions; Kubernetes ``pkg/kubelet``, ``pkg/controller/job`` and the admission
plugins for those of pods, Jobs and events.
"""

from typing import Final

from openshift_credentials.operation.cause import Cause, cause

CLUSTER_CAUSES: Final[tuple[Cause, ...]] = (
    cause(
        "no-hosted-control-plane",
        r"HostedControlPlane not found in namespace",
        "the namespace of the backup holds no HostedControlPlane",
        "correct the hosted cluster, or name the namespace of its control plane",
        "etcdBackup.backups[].hostedControlPlaneNamespace",
    ),
    cause(
        "no-secret",
        r"credential Secret \"[^\"]*\" not found|secret \"cloud-credentials\" not found",
        "the credential Secret is not in the operator's namespace; the operator does not read it "
        "anywhere else",
        "create it there, then give a new trigger: the backup stays failed",
        "etcdBackup.credentials.secretName",
    ),
    cause(
        "no-pull-secret",
        r"pull secret \"pull-secret\" in namespace",
        "the namespace of the hosted control plane has no pull secret",
        "put the Secret pull-secret back, then give a new trigger",
    ),
    cause(
        "another-backup-runs",
        r"rejected: backup Job \"[^\"]*\" is already running",
        "another backup of this hosted cluster was running",
        "let it end, then give a new trigger",
        "etcdBackup.backupDefaults.trigger",
    ),
    cause(
        "etcd-unhealthy",
        r"etcd StatefulSet not (?:found|fully ready)",
        "etcd of the hosted control plane is not healthy, and the operator waits for it",
        "bring all replicas of StatefulSet etcd back; the backup then starts by itself",
    ),
    cause(
        "name-too-long",
        r"metadata\.labels: Invalid value:.{0,300}must be no more than 63|"
        r"must be no more than 63 (?:characters|bytes)",
        "the name of the backup is longer than the 63 characters of a label, so that the Job is "
        "never accepted",
        "use a name of at most 45 characters; names that the stack makes are shorter",
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
        "quota",
        r"exceeded quota|forbidden: (?:failed quota|must specify)",
        "a ResourceQuota of the operator's namespace refuses the pod, which names no resources",
        "raise the quota, or add a LimitRange with defaults to the namespace",
    ),
    cause(
        "limit-range",
        r"(?:minimum|maximum) (?:cpu|memory|ephemeral-storage) usage per",
        "a LimitRange of the operator's namespace refuses the pod",
        "widen the LimitRange",
    ),
    cause(
        "security-context-constraints",
        r"unable to validate against any security context constraint|violates PodSecurity",
        "the namespace does not admit the pod",
        "let ServiceAccount etcd-backup-job use a suitable security context constraint",
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
        "create what the event names; etcd-client-tls and etcd-ca belong to the hosted control "
        "plane",
    ),
    cause(
        "ephemeral-storage",
        r"low on resource: ephemeral-storage|ephemeral local storage usage exceeds"
        r"|no space left on device",
        "the node has too little disk for the snapshot, which lies in an emptyDir",
        "free disk on the node, or let fewer backups run at once",
        "etcdBackup.backupPolicy.concurrency",
    ),
    cause(
        "out-of-memory",
        r"OOMKilled|low on resource: memory",
        "a container of the Job ran out of memory",
        "raise the default of the namespace's LimitRange",
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
        r"panic: runtime error: invalid memory address",
        "the uploader crashed: the managed-identity document lacks not_before",
        "write the document again, with not_before",
        "etcdBackup.credentials.managedIdentityDocument",
    ),
    cause(
        "operator-forbidden",
        r"is forbidden: User \"[^\"]*\" cannot (?:create|get|list|update|patch|delete)",
        "the operator or the Job may not do what the backup needs",
        "restore the ClusterRole that 'hypershift install' makes",
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
        "a certificate was refused: that of etcd, or of a proxy on the way to the cloud",
        "renew the certificates of the hosted control plane; let the proxy pass the cloud's "
        "endpoints through",
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
        "deadline",
        r"active longer than specified deadline|DeadlineExceeded",
        "the Job did not end within 15 minutes and was stopped",
        "look for an image that is not pulled, an endpoint that is not reached, or a very large "
        "etcd",
        general=True,
    ),
    cause(
        "job-failed",
        r"BackoffLimitExceeded|reached the specified backoff limit|Backup Job failed",
        "the Job failed; the operator does not try it again",
        "read the log of container upload within 10 minutes of the failure, then give a new "
        "trigger",
        general=True,
    ),
)
"""From special to general."""
