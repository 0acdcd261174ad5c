"""Trial requests of a token to the API server, as the kubelet sends them.

The request is a dry run. The API server nevertheless returns a token (seen on 1.34), which is
discarded unread and expires after ten minutes.

Source: kubernetes/kubernetes ``plugin/pkg/admission/noderestriction``: a node gets a token of a
pod that it runs, for an audience that the pod mounts or RBAC allows.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from openshift_credentials.base.json_values import object_member, text_member
from openshift_credentials.live.check import Check, failure, success
from openshift_credentials.live.observed import Observed, Read, name_of
from openshift_credentials.platforms.kubernetes.rbac import NODE_USER_PREFIX, NODES_GROUP, Manifest

from .. import plan
from ..settings import ImagePullsSettings, Workload
from .places import pods_in

_SECONDS: Final = 600
_NOT_TRIED: Final = "cannot impersonate"
"""The API server's message to a caller without permission to impersonate."""


def trials(settings: ImagePullsSettings, observed: Observed) -> Sequence[Read]:
    """One TokenRequest per workload that a running pod uses, as the node of that pod."""
    if not settings.uses_tokens:
        return ()
    found = ((workload, _pod_of(workload, observed)) for workload in settings.workloads)
    return [_trial(settings, workload, pod) for workload, pod in found if pod is not None]


def _pod_of(workload: Workload, observed: Observed) -> Manifest | None:
    for pod in observed.all(pods_in(workload.namespace)):
        spec = object_member(pod, "spec")
        is_its = text_member(spec, "serviceAccountName") == workload.service_account
        if is_its and text_member(spec, "nodeName"):
            return pod
    return None


def _trial(settings: ImagePullsSettings, workload: Workload, pod: Manifest) -> Read:
    place = f"/api/v1/namespaces/{workload.namespace}/serviceaccounts/{workload.service_account}"
    uid = text_member(pod, "metadata", "uid")
    bound = {"apiVersion": "v1", "kind": "Pod", "name": name_of(pod), "uid": uid}
    return Read(
        name=_name(workload),
        path=f"{place}/token",
        permission=f"impersonate a node to ask for a token of {workload.service_account}",
        parameters=(("dryRun", "All"),),
        question={
            "apiVersion": "authentication.k8s.io/v1",
            "kind": "TokenRequest",
            "spec": {
                "audiences": [plan.audience(settings)],
                "expirationSeconds": _SECONDS,
                "boundObjectRef": bound,
            },
        },
        user=f"{NODE_USER_PREFIX}{text_member(pod, 'spec', 'nodeName')}",
        group=NODES_GROUP,
        is_hosted=settings.hosted_cluster is not None,
    )


def _name(workload: Workload) -> str:
    return f"token of {workload.namespace}/{workload.service_account}"


def trial_checks(settings: ImagePullsSettings, observed: Observed) -> Iterator[Check]:
    """Results of the trials; none if no trial was possible. No token is read."""
    for workload in settings.workloads:
        answer = observed.one(_name(workload))
        if answer is None:
            continue
        subject = f"ServiceAccount {workload.namespace}/{workload.service_account}"
        audience = plan.audience(settings)
        message = text_member(answer, "message")
        if answer.get("kind") != "Status":
            yield success("pull-token", subject, f"a node gets a token for {audience}")
        elif _NOT_TRIED not in message:
            yield failure(
                "pull-token-refused",
                subject,
                f"the API server denies a node the token for {audience}: {message}",
                "run 'pulumi up --refresh', which binds the permission to all nodes",
            )
