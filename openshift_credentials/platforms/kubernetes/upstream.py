"""Names in the API of Kubernetes that other projects have chosen: groups, labels, annotations.

Each stands here if more than one module needs it, and otherwise in the one that does.
"""

from typing import Final

PART_OF_LABEL: Final = "app.kubernetes.io/part-of"
RBAC_GROUP: Final = "rbac.authorization.k8s.io"
RBAC_API: Final = "rbac.authorization.k8s.io/v1"

HYPERSHIFT_GROUP: Final = "hypershift.openshift.io"
HYPERSHIFT_API: Final = "hypershift.openshift.io/v1beta1"
BACKUP_NAME_LABEL: Final = "hypershift.openshift.io/backup-name"
CONTROL_PLANE_LABEL: Final = "hypershift.openshift.io/hcp"
CONTROL_PLANE_NAMESPACE_LABEL: Final = "hypershift.openshift.io/hcp-namespace"

ROLE_ARN_ANNOTATION: Final = "eks.amazonaws.com/role-arn"
"""Annotation of a ServiceAccount from which the pod identity webhook of EKS takes a role."""

WORKLOAD_IDENTITY_LABEL: Final = "azure.workload.identity/use"
"""Label of pods that the webhook of Azure workload identity changes."""

PATCH_FORCE_ANNOTATION: Final = "pulumi.com/patchForce"
"""Lets Pulumi's Kubernetes provider take over fields that another manager has written."""
