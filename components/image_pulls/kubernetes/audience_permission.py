"""RBAC that allows nodes to request tokens for an audience."""

from typing import Final

import pulumi
from pulumi_kubernetes.rbac.v1 import ClusterRole, ClusterRoleBinding, PolicyRuleArgs, RoleRefArgs, SubjectArgs

from openshift_credentials.platforms.kubernetes import upstream
from openshift_credentials.platforms.kubernetes.rbac import AUDIENCE_VERB, NODES_GROUP

_OBJECT_NAME: Final = "image-pull-audience"


class AudiencePermission(pulumi.ComponentResource):
    """A role and its binding to all nodes.

    Nodes can read the ServiceAccounts of their own pods without RBAC. Source: kubernetes/kubernetes
    ``plugin/pkg/admission/noderestriction/admission.go`` and the node authorizer.
    """

    def __init__(self, name: str, audience: str, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("openshift-credentials:kubernetes:AudiencePermission", name, None, opts)
        rules = [PolicyRuleArgs(api_groups=[""], resources=[audience], verbs=[AUDIENCE_VERB])]
        role = ClusterRole(name, metadata={"name": _OBJECT_NAME}, rules=rules, opts=pulumi.ResourceOptions(parent=self))
        self.binding = ClusterRoleBinding(
            f"{name}-binding",
            metadata={"name": _OBJECT_NAME},
            role_ref=RoleRefArgs(api_group=upstream.RBAC_GROUP, kind="ClusterRole", name=_OBJECT_NAME),
            subjects=[SubjectArgs(kind="Group", api_group=upstream.RBAC_GROUP, name=NODES_GROUP)],
            opts=pulumi.ResourceOptions(parent=self, depends_on=[role]),
        )
        self.register_outputs({"audience": audience})
