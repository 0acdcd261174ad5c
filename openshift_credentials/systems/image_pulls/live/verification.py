"""Check that a cluster has what the stack defines: file, RBAC, annotations, kubelet versions."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from openshift_credentials.base.json_values import object_member
from openshift_credentials.live.check import Check, unknown
from openshift_credentials.platforms.kubernetes.rbac import (
    AUDIENCE_VERB,
    NODE_USER_PREFIX,
    NODES_GROUP,
    Manifest,
    find_object,
)

from .. import plan
from ..rules.audience import TokenWanted, may_request_token
from ..rules.shipped import CLIENT_ID_ANNOTATION, ROLE_ANNOTATION, TENANT_ID_ANNOTATION
from ..settings import ImagePullsSettings, Workload
from .node_configuration import check_of, file_checks, kubelet_checks

_ANY_NODE: Final = "verify"


def verify(
    settings: ImagePullsSettings,
    nodes_cluster: Sequence[Manifest],
    pods_cluster: Sequence[Manifest] | None,
) -> Iterator[Check]:
    """Compare what was read from the clusters with the settings.

    ``nodes_cluster`` has MachineConfigs, or ConfigMaps and NodePools of the management cluster;
    ``pods_cluster`` has ServiceAccounts, RBAC and Nodes of the cluster that runs the pods. It is
    ``None`` if that cluster was not read.
    """
    yield from file_checks(settings, nodes_cluster)
    if pods_cluster is None:
        yield unknown(
            "pull-hosted-cluster",
            "hosted cluster",
            "it contains the ServiceAccounts, RBAC and nodes, and was not read",
            "set its context in hostedKubernetes.context",
        )
        return
    yield from kubelet_checks(settings, pods_cluster)
    if settings.uses_tokens:
        yield from _annotations(settings, pods_cluster)
        yield from _permissions(settings, pods_cluster)


def _annotations(settings: ImagePullsSettings, manifests: Sequence[Manifest]) -> Iterator[Check]:
    expected = dict(_expected_annotations(settings))
    for workload in settings.workloads:
        subject = f"ServiceAccount {workload.namespace}/{workload.service_account}"
        account = find_object(
            manifests, "ServiceAccount", workload.service_account, workload.namespace
        )
        present = object_member(account or {}, "metadata", "annotations")
        wrong = [
            key
            for key, value in expected[plan.subject_of(workload)].items()
            if not present.get(key) or value not in (None, present[key])
        ]
        detail = f"has no or a different {', '.join(wrong)}" if wrong else "is annotated"
        yield check_of(
            "pull-annotations",
            subject,
            detail if account is not None else "does not exist",
            "run pulumi up",
            ok=not wrong,
        )


def _expected_annotations(
    settings: ImagePullsSettings,
) -> Iterator[tuple[str, Mapping[str, str | None]]]:
    """Annotations by subject; ``None`` is a value that only the cloud has."""
    if aws := settings.aws:
        for role in plan.roles(settings, aws):
            for subject in role.subjects:
                yield subject, {ROLE_ANNOTATION: role.arn}
    if azure := settings.azure:
        values = {CLIENT_ID_ANNOTATION: None, TENANT_ID_ANNOTATION: azure.tenant_id}
        for workload in settings.workloads:
            yield plan.subject_of(workload), values


def _permissions(settings: ImagePullsSettings, manifests: Sequence[Manifest]) -> Iterator[Check]:
    for workload in settings.workloads:
        pod: Manifest = {
            "kind": "Pod",
            "metadata": {"namespace": workload.namespace, "name": _ANY_NODE},
            "spec": {"nodeName": _ANY_NODE, "serviceAccountName": workload.service_account},
        }
        wanted = TokenWanted(
            user=f"{NODE_USER_PREFIX}{_ANY_NODE}",
            namespace=workload.namespace,
            service_account=workload.service_account,
            bound_pod=_ANY_NODE,
            audiences=(plan.audience(settings),),
        )
        decision = may_request_token(wanted, [*manifests, pod], settings.kubelet)
        yield _permission_finding(settings, workload, allowed=decision.allowed)


def _permission_finding(
    settings: ImagePullsSettings, workload: Workload, *, allowed: bool
) -> Check:
    audience = plan.audience(settings)
    return check_of(
        "pull-audience",
        f"ServiceAccount {workload.namespace}/{workload.service_account}",
        f"nodes {'get' if allowed else 'do not get'} a token for {audience}",
        f"bind a role with verb {AUDIENCE_VERB} to {NODES_GROUP}",
        ok=allowed,
    )
