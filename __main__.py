"""The Pulumi program: read settings, build components, export."""

import pulumi
import pulumi_kubernetes as kubernetes

from components.cloud import make_target
from components.errors import stopping_the_program
from components.kubernetes.direct_backups import back_up_directly
from components.oadp.stack import back_up_through_oadp
from hcpbackup.oadp_advice import oadp_advice
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
direct = back_up_directly(settings, target, in_cluster)
through_oadp = back_up_through_oadp(settings, target, in_cluster)

for advice in oadp_advice(settings):
    pulumi.log.warn(advice)
pulumi.export("credentialMode", settings.mode.value)
for exports in (target.exports, direct, through_oadp):
    for key, value in exports.items():
        pulumi.export(key, value)
