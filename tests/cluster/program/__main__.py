"""The Kubernetes side of the program: no cloud, and a timeout that a test can wait for."""

import os
from base64 import b64encode

import pulumi
from pulumi_kubernetes.core.v1 import Secret

from components.base.program import tell_taken_names
from components.etcd_backup.backups.earlier_backups import earlier_backups
from components.etcd_backup.backups.etcd_backups import Backups, BackupsArgs
from components.etcd_backup.backups.hcp_etcd_backup import GROUP, PLURAL, TYPE, VERSION
from components.etcd_backup.backups.look_before import look_before_backups
from components.etcd_backup.kubernetes.cluster_objects import ClusterObjects
from components.kubernetes.look_before_writing import look_before_writing
from components.kubernetes.providers import kubernetes_providers
from openshift_credentials.systems.etcd_backup.plan import plan_of
from tests.kit.trees import backup_settings

settings = backup_settings(pulumi.runtime.get_config_env(), pulumi.runtime.get_config_secret_keys_env())
tell_taken_names()
earlier = earlier_backups(TYPE, "test")
look_before_writing("test", settings.kubernetes, settings.cluster, plan_of(settings).written_secrets)
look_before_backups(settings, earlier)
providers = kubernetes_providers("test", settings.kubernetes, settings.cluster.name, pulumi.ResourceOptions())
secret = Secret(
    "test-credentials",
    metadata={"name": settings.credentials.secret_name, "namespace": settings.cluster.operator_namespace},
    data={key: b64encode(text.encode()).decode() for key, text in plan_of(settings).form.items()},
    opts=pulumi.ResourceOptions(provider=providers.secrets),
)
live = ClusterObjects(settings.kubernetes, GROUP, VERSION, PLURAL)
backups = Backups(
    "test",
    BackupsArgs(
        backups=plan_of(settings).backups,
        waits=settings.waits_for_backups,
        timeout_seconds=int(os.environ["TIMEOUT_SECONDS"]),
        concurrency=settings.backup_policy.concurrency,
        keep_previous=settings.keeps_previous_backups,
    ),
    pulumi.ResourceOptions(providers=[providers.objects], depends_on=[secret]),
    live=live,
    earlier=earlier,
)
pulumi.export("backups", backups.results)
