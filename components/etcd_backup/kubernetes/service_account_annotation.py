"""Client ID annotation of the ServiceAccount of the backup Jobs."""

from dataclasses import dataclass

import pulumi

from openshift_credentials.platforms.azure.identifiers import CLIENT_ID_ANNOTATION, TENANT_ID_ANNOTATION
from openshift_credentials.platforms.kubernetes import names as upstream
from openshift_credentials.systems.etcd_backup.rules.names import SERVICE_ACCOUNT

from ...base.component import child_options
from ...kubernetes.core_objects import CoreKind, CoreObject


@dataclass(frozen=True, kw_only=True)
class ServiceAccountAnnotationArgs:
    """Namespace of the operator, and the client ID and tenant of its backup Jobs."""

    namespace: str
    client_id: pulumi.Input[str]
    tenant_id: str


class ServiceAccountAnnotation(pulumi.ComponentResource):
    """Owns two annotations of ``etcd-backup-job`` by server-side apply, and not the object.

    The operator sets the client ID only if it is absent or empty, and otherwise ignores that of the
    Secret; a backup in another mode removes it. It never sets the tenant, for which the webhook has
    a default. A destroy removes only the annotations. Source: openshift/hypershift
    ``hypershift-operator/controllers/etcdbackup/reconciler.go``, ``ensureServiceAccount``;
    Azure/azure-workload-identity ``pkg/webhook/webhook.go``.
    """

    def __init__(
        self, name: str, args: ServiceAccountAnnotationArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:kubernetes:ServiceAccountAnnotation", name, None, opts)
        self.patch = CoreObject(
            CoreKind.SERVICE_ACCOUNT_PATCH,
            name,
            {
                "metadata": {
                    "name": SERVICE_ACCOUNT,
                    "namespace": args.namespace,
                    "annotations": {
                        CLIENT_ID_ANNOTATION: args.client_id,
                        TENANT_ID_ANNOTATION: args.tenant_id,
                        # The operator owns the annotation once it has set it, never changes it
                        # again, and a new identity must override it.
                        upstream.PATCH_FORCE_ANNOTATION: "true",
                    },
                }
            },
            child_options(self, opts),
        )
        self.register_outputs({"clientId": args.client_id})
