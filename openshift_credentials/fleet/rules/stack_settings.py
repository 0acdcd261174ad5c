"""Settings of a member's stack, derived from its columns."""

import hashlib
from typing import Final, assert_never

from openshift_credentials.fleet.rules.inventory import Cloud, Member
from openshift_credentials.stack.tree import merge

PROJECT: Final = "openshift-credentials"
TRIGGER_PATH: Final = (f"{PROJECT}:etcdBackup", "backupDefaults", "trigger")
"""Path of the trigger of all backups in ``spec.config`` of a Stack."""


def stack_settings(member: Member) -> dict[str, object]:
    """The tree of settings, without a trigger, which only the nightly job sets."""
    backup: dict[str, object] = {
        "storage": _storage(member),
        "backupPolicy": {"awaitTrigger": True},
    }
    if member.hosted_clusters:
        backup["backups"] = [
            {"hostedCluster": hosted_cluster.name, **hosted_cluster.settings}
            for hosted_cluster in member.hosted_clusters
        ]
    settings: dict[str, object] = {
        "cluster": {
            "name": member.name,
            "oidcIssuer": member["issuer"],
            "operatorNamespace": member["operatorNamespace"],
        },
        "etcdBackup": backup,
    }
    return merge(settings, member.config)


def stack_config(member: Member) -> dict[str, object]:
    """The same with full keys, as in a stack file and in ``spec.config``."""
    return {f"{PROJECT}:{key}": value for key, value in stack_settings(member).items()}


def _storage(member: Member) -> dict[str, object]:
    match member.cloud:
        case Cloud.AWS:
            bucket: dict[str, object] = {
                "bucket": member["bucket"] or f"{member.name}-etcd-snapshots",
                "region": member["region"],
                "accountId": member["account"],
                "keyPrefix": member["keyPrefix"],
            }
            return {"storageType": "S3", "s3": bucket}
        case Cloud.AZURE:
            blob: dict[str, object] = {
                "storageAccount": member["storageAccount"] or _account_name(member.name),
                "container": member["container"],
                "resourceGroup": member["resourceGroup"] or f"{member.name}-etcd-backup",
                "location": member["region"],
                "subscriptionId": member["subscription"],
                "tenantId": member["tenant"],
                "keyPrefix": member["keyPrefix"],
            }
            return {"storageType": "AzureBlob", "azureBlob": blob}
        case _:
            assert_never(member.cloud)


def _account_name(name: str) -> str:
    """A name of at most 24 letters and digits; a hash makes it unique."""
    digest = hashlib.sha256(name.encode()).hexdigest()[:8]
    return f"{name.replace('-', '')[:12]}etcd{digest}"
