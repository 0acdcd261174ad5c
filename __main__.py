"""The Pulumi program: read settings, build components, export."""

import pulumi
import pulumi_kubernetes as kubernetes

from components.cloud import make_target
from components.errors import stopping_the_program
from components.kubernetes.credential_secret import CredentialSecret, CredentialSecretArgs
from components.kubernetes.etcd_backups import EtcdBackups, EtcdBackupsArgs
from components.oadp.stack import back_up_through_oadp
from hcpbackup.oadp_advice import oadp_advice
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

if settings.backs_up_directly:
    secret = CredentialSecret(
        "credentials",
        CredentialSecretArgs(
            secret_name=settings.credentials.secret_name,
            namespace=settings.management_cluster.operator_namespace,
            mode=settings.mode,
            contract_version=settings.contract_version,
            form=target.secret_form,
            data=target.secret_data,
            needed_first=target.needed_first,
        ),
        in_cluster,
    )
    backups = EtcdBackups(
        "backups",
        EtcdBackupsArgs(backups=tuple(planned_backups(settings)), secret=secret.secret),
        in_cluster,
    )
    pulumi.export("secretName", secret.secret_name)
    pulumi.export("backupNames", list(backups.names))
for key, value in back_up_through_oadp(settings, target, in_cluster).items():
    pulumi.export(key, value)
for advice in oadp_advice(settings):
    pulumi.log.warn(advice)

for key, value in target.exports.items():
    pulumi.export(key, value)
pulumi.export("credentialMode", settings.mode.value)
