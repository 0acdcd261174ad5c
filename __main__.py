"""The Pulumi program: read settings, build components, export."""

from pathlib import Path

import pulumi

from components.cloud import make_target
from components.errors import stopping_the_program
from components.kubernetes.direct_backups import back_up_directly
from components.kubernetes.providers import kubernetes_providers
from components.kubernetes.service_account_annotation import with_annotation
from components.oadp.stack import back_up_through_oadp
from openshift_credentials.plan.secret_form import assert_wanted_mode
from openshift_credentials.remarks.oadp import oadp_advice
from openshift_credentials.settings import load_settings

with stopping_the_program():
    settings = load_settings(
        pulumi.runtime.get_config_env(),
        pulumi.runtime.get_config_secret_keys_env(),
        directory=Path(__file__).parent,
    )
    assert_wanted_mode(settings)

cloud = make_target(settings)
providers = kubernetes_providers(settings)
in_cluster = pulumi.ResourceOptions(providers=[providers.objects])
target = with_annotation(cloud, settings.management_cluster.operator_namespace, in_cluster)
exports = {
    **back_up_directly(settings, target, providers),
    **back_up_through_oadp(settings, target, providers),
    **target.exports,
    "credentialMode": settings.mode.value,
}
for advice in oadp_advice(settings):
    pulumi.log.warn(advice)
for key, value in exports.items():
    pulumi.export(key, value)
