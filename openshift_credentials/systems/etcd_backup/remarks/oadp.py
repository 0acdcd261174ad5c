"""Notices about a stack that uses OADP, or allows it to restore.

They never stop the program, because they depend on facts that the settings do not contain.
"""

from collections.abc import Iterator
from typing import Final, assert_never

from openshift_credentials.base.notices import Notice
from openshift_credentials.base.package_data import package_notices

from ..rules.oadp import SOURCE_SECRET
from ..settings import (
    AwsStatic,
    AwsSts,
    AzureClientSecret,
    AzureManagedIdentity,
    AzureWorkloadIdentity,
    EtcdBackupSettings,
)

REMARKS: Final = package_notices(__package__ or "", "oadp.yaml")


def oadp_advice(settings: EtcdBackupSettings) -> Iterator[Notice]:
    """All warnings of a stack, most general first.

    Source: openshift/hypershift-oadp-plugin ``pkg/s3presign/{presign,sts}.go`` for restores.
    """
    if settings.credentials.restore and isinstance(settings.upload.identity, AwsSts):
        yield REMARKS["restore-url-length"]
    if settings.oadp.enabled:
        yield from _velero_credentials(settings)
        yield from _shared_namespaces(settings)
        yield from _dotted_names(settings)


def _velero_credentials(settings: EtcdBackupSettings) -> Iterator[Notice]:
    match identity := settings.upload.identity:
        case AwsSts():
            content = "only a role ARN"
        case AzureManagedIdentity():
            content = "the JSON of a managed identity"
        case AwsStatic() | AzureWorkloadIdentity() | AzureClientSecret():
            return  # Velero reads the Secret itself
        case _:
            assert_never(identity)
    yield REMARKS["velero-credentials"].fill(
        namespace=settings.cluster.oadp_namespace, source_secret=SOURCE_SECRET, content=content
    )


def _shared_namespaces(settings: EtcdBackupSettings) -> Iterator[Notice]:
    by_namespace: dict[str, set[str]] = {}
    for cluster in _hosted_clusters(settings):
        by_namespace.setdefault(cluster.split("/")[0], set()).add(cluster)
    shared = sorted(name for name, clusters in by_namespace.items() if len(clusters) > 1)
    if shared:
        more = f" and {len(shared) - 3} more" if len(shared) > 3 else ""
        yield REMARKS["shared-namespace"].fill(names=", ".join(shared[:3]), more=more)


def _dotted_names(settings: EtcdBackupSettings) -> Iterator[Notice]:
    dotted = [cluster for cluster in _hosted_clusters(settings) if "." in cluster]
    if dotted:
        yield REMARKS["dotted-name"].fill(
            cluster=dotted[0], more=f" and {len(dotted) - 1} more have" if dotted[1:] else " has"
        )


def _hosted_clusters(settings: EtcdBackupSettings) -> list[str]:
    clusters = (cluster for entry in settings.oadp.schedules for cluster in entry.hosted_clusters)
    return list(dict.fromkeys(clusters))
