"""RBAC that allows nodes to request tokens for an audience."""

from collections.abc import Sequence
from dataclasses import dataclass

import pulumi
from pulumi_kubernetes.meta.v1 import ObjectMetaArgs
from pulumi_kubernetes.rbac.v1 import (
    ClusterRole,
    ClusterRoleBinding,
    PolicyRuleArgs,
    Role,
    RoleBinding,
    RoleRefArgs,
    SubjectArgs,
)

from openshift_credentials.platforms.kubernetes import upstream
from openshift_credentials.platforms.kubernetes.rbac import AUDIENCE_VERB, NODES_GROUP


@dataclass(frozen=True, kw_only=True)
class AudiencePermissionArgs:
    """The audience, the name of the objects, and the namespaces; none means the whole cluster."""

    audience: str
    object_name: str
    namespaces: Sequence[str]


class AudiencePermission(pulumi.ComponentResource):
    """A role and its binding to all nodes, per namespace or for the whole cluster.

    A binding in the ServiceAccount's namespace is sufficient, and nodes can read the
    ServiceAccounts of their own pods without RBAC. Source: kubernetes/kubernetes
    ``plugin/pkg/admission/noderestriction/admission.go`` and the node authorizer.
    """

    def __init__(
        self, name: str, args: AudiencePermissionArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:kubernetes:AudiencePermission", name, None, opts)
        rules = [PolicyRuleArgs(api_groups=[""], resources=[args.audience], verbs=[AUDIENCE_VERB])]
        subjects = [SubjectArgs(kind="Group", api_group=upstream.RBAC_GROUP, name=NODES_GROUP)]
        child = pulumi.ResourceOptions(parent=self)
        self.bindings: dict[str, pulumi.Resource] = {}
        self.everywhere: pulumi.Resource | None = None
        if not args.namespaces:
            role = ClusterRole(name, metadata={"name": args.object_name}, rules=rules, opts=child)
            self.everywhere = ClusterRoleBinding(
                f"{name}-binding",
                metadata={"name": args.object_name},
                role_ref=_reference("ClusterRole", args.object_name),
                subjects=subjects,
                opts=pulumi.ResourceOptions(parent=self, depends_on=[role]),
            )
        for namespace in args.namespaces:
            metadata = ObjectMetaArgs(name=args.object_name, namespace=namespace)
            narrow = Role(f"{name}-{namespace}", metadata=metadata, rules=rules, opts=child)
            self.bindings[namespace] = RoleBinding(
                f"{name}-{namespace}-binding",
                metadata=metadata,
                role_ref=_reference("Role", args.object_name),
                subjects=subjects,
                opts=pulumi.ResourceOptions(parent=self, depends_on=[narrow]),
            )
        self.register_outputs({"audience": args.audience})

    def of(self, namespace: str) -> list[pulumi.Resource]:
        """Dependencies of a token in a namespace."""
        binding = self.bindings.get(namespace) or self.everywhere
        return [binding] if binding else []

    @property
    def all(self) -> list[pulumi.Resource]:
        """Every binding."""
        return [*self.bindings.values(), *([self.everywhere] if self.everywhere else [])]


def _reference(kind: str, name: str) -> RoleRefArgs:
    return RoleRefArgs(api_group=upstream.RBAC_GROUP, kind=kind, name=name)
