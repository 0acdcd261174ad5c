"""The Pulumi program: read settings, build components, export."""

import pulumi
import pulumi_kubernetes as kubernetes

from components.cloud import make_target
from components.errors import stopping_the_program
from components.kubernetes.credential_secret import CredentialSecret, CredentialSecretArgs
from components.kubernetes.etcd_backups import EtcdBackups, EtcdBackupsArgs
from components.kubernetes.service_account_annotation import (
    ServiceAccountAnnotation,
    ServiceAccountAnnotationArgs,
)
from hcpbackup.plan import planned_backups
from hcpbackup.settings import load_settings

with stopping_the_program():
    settings = load_settings(
        pulumi.runtime.get_config_env(), pulumi.runtime.get_config_secret_keys_env()
    )

target = make_target(settings)
cluster = kubernetes.Provider(
    "management-cluster",
    cluster_identifier=settings.management_cluster.name,
    enable_secret_mutable=True,
)
in_cluster = pulumi.ResourceOptions(providers=[cluster])

needed_first = target.needed_first
if target.service_account_client_id:
    annotation = ServiceAccountAnnotation(
        "service-account",
        ServiceAccountAnnotationArgs(
            namespace=settings.management_cluster.operator_namespace,
            client_id=target.service_account_client_id,
        ),
        in_cluster,
    )
    needed_first = (*needed_first, annotation.patch)

secret = CredentialSecret(
    "credentials",
    CredentialSecretArgs(
        secret_name=settings.credentials.secret_name,
        namespace=settings.management_cluster.operator_namespace,
        mode=settings.mode,
        contract_version=settings.contract_version,
        form=target.secret_form,
        data=target.secret_data,
        needed_first=needed_first,
    ),
    in_cluster,
)
backups = EtcdBackups(
    "backups",
    EtcdBackupsArgs(backups=tuple(planned_backups(settings)), secret=secret.secret),
    in_cluster,
)

for key, value in target.exports.items():
    pulumi.export(key, value)
pulumi.export("credentialMode", settings.mode.value)
pulumi.export("secretName", secret.secret_name)
pulumi.export("backupNames", list(backups.names))
