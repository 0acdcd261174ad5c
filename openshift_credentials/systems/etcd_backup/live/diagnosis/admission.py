"""Why an API server or a scheduler does not let the pod of a Job run, in their own words.

Sources (Kubernetes 1.34): ``apiserver/pkg/admission/plugin/resourcequota/controller.go``,
``plugin/pkg/admission/limitranger/admission.go``, ``plugin/pkg/admission/serviceaccount``,
``apiserver/pkg/admission/plugin/namespace/lifecycle``, ``apiserver/pkg/admission/plugin/webhook``
and ``policy/validating/dispatcher.go``, ``pkg/scheduler/framework/types.go``. Those of OpenShift's
security context constraints: openshift/apiserver-library-go ``securitycontextconstraints``.
"""

from typing import Final

from openshift_credentials.live.cause import Cause, cause

ADMISSION_CAUSES: Final[tuple[Cause, ...]] = (
    cause(
        "quota-needs-requests",
        r"failed quota: .{0,253}must specify",
        "a ResourceQuota of the operator's namespace requires resource requests or limits, which "
        "the pod does not have",
        "add a LimitRange with defaults to the namespace",
    ),
    cause(
        "quota-exceeded",
        r"exceeded quota:|insufficient quota to (?:consume|match)",
        "a ResourceQuota of the operator's namespace is used up: the message names what was "
        "requested, used and limited",
        "raise the quota, or run fewer backups at once; then set a new trigger",
        "etcdBackup.backupPolicy.concurrency",
    ),
    cause(
        "limit-range",
        r"(?:minimum|maximum) \S+ usage per (?:Container|Pod)"
        r"|max limit to request ratio per (?:Container|Pod)",
        "a LimitRange of the operator's namespace rejects the pod",
        "widen the LimitRange",
    ),
    cause(
        "security-context-constraints",
        r"unable to validate against any security context constraint|violates PodSecurity",
        "the namespace does not admit the pod",
        "let ServiceAccount etcd-backup-job use a suitable security context constraint",
    ),
    cause(
        "no-service-account",
        r"error looking up service account \S+: serviceaccount \"[^\"]*\" not found",
        "the ServiceAccount of the pod does not exist",
        "look into the log of the operator, which creates it with each backup",
    ),
    cause(
        "namespace-terminating",
        r"because it is being terminated",
        "the namespace is being deleted, and takes no new objects",
        "let the deletion end, and create the namespace again",
    ),
    cause(
        "admission-denied",
        r"admission webhook \"[^\"]*\" denied the request"
        r"|ValidatingAdmissionPolicy '[^']*'.{0,300}denied request",
        "a webhook or a policy of admission rejects the object: the message names it and its "
        "reason",
        "change the webhook or the policy to admit the Jobs of the operator",
    ),
    cause(
        "admission-unreachable",
        r"failed calling webhook",
        "a webhook of admission does not answer, so the API server rejects the object",
        "restore the webhook that the message names",
    ),
    cause(
        "unschedulable",
        r"\d+/\d+ nodes are available|\bUnschedulable\b|FailedScheduling",
        "no node can run the pod: the message counts the nodes by reason",
        "free or add what the nodes lack, or remove the taint that the message names; the pod "
        "then starts automatically, within 15 minutes of the start of its Job",
    ),
)
"""From special to general."""
