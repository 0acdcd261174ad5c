"""Client ID annotation of the ServiceAccount that backup Jobs run with."""

from dataclasses import dataclass

import pulumi

from components.kubernetes.core_objects import CoreKind, CoreObject
from components.options import child_options
from openshift_credentials.azure.federation import CLIENT_ID_ANNOTATION, TENANT_ID_ANNOTATION
from openshift_credentials.etcd_backup.rules.names import SERVICE_ACCOUNT


@dataclass(frozen=True, kw_only=True)
class ServiceAccountAnnotationArgs:
    """Namespace of the operator, and the client ID and tenant that its backup Jobs shall have."""

    namespace: str
    client_id: pulumi.Input[str]
    tenant_id: str


class ServiceAccountAnnotation(pulumi.ComponentResource):
    """Owns two annotations of ``etcd-backup-job`` by server-side apply, and not the object.

    The operator sets the client ID only where it is absent or empty, and otherwise ignores that
    of the Secret; another mode's backup removes it. It never sets the tenant, for which the
    webhook has a default of its own. Destroying this takes away the annotations alone. Source:
    openshift/hypershift ``hypershift-operator/controllers/etcdbackup/reconciler.go``,
    ``ensureServiceAccount``; Azure/azure-workload-identity ``pkg/webhook/webhook.go``.
    """

    def __init__(
        self,
        name: str,
        args: ServiceAccountAnnotationArgs,
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        super().__init__(
            "openshift-credentials:kubernetes:ServiceAccountAnnotation", name, None, opts
        )
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
                        # again, and a new identity has to win over it.
                        "pulumi.com/patchForce": "true",
                    },
                }
            },
            child_options(self, opts),
        )
        self.register_outputs({"clientId": args.client_id})
