"""The stacks of a run, as their stack files have them: pure, and the same on stand-ins."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, assert_never

from tests.acceptance.run import TAG, Cloud, Run
from tests.engine.stacks import BLOB, S3

Setting = tuple[str, str]

UNKNOWN_ISSUER: Final = "https://oidc.example.com"
"""Nobody has tokens of this issuer, so nobody can become the role."""


@dataclass(frozen=True)
class AcceptanceStack:
    """A stack, the settings that change one after the other, and those that let it go."""

    name: str
    config: Mapping[str, Any]
    changes: tuple[Setting, ...]
    ending: tuple[Setting, ...]


def stacks_of(run: Run) -> tuple[AcceptanceStack, ...]:
    """A store of snapshots with its identity, and an issuer with identities of components."""
    match run.cloud:
        case Cloud.AWS:
            return _of_aws(run)
        case Cloud.AZURE:
            return _of_azure(run)
        case _:
            assert_never(run.cloud)


def _of_aws(run: Run) -> tuple[AcceptanceStack, ...]:
    place = {"region": run.region, "accountId": run.place}
    s3 = {
        "bucket": f"{run.prefix}-backups",
        "keyPrefix": "acceptance",
        "kms": {"create": True, "alias": f"{run.prefix}-backups", "deletionDays": 7},
        "tags": {TAG: run.prefix},
        **place,
    }
    return (
        AcceptanceStack(
            "backups",
            _backups(run, "S3", {"s3": s3}, {"roleName": f"{run.prefix}-backups"}),
            ((f"{S3}.retentionDays", "30"), ("etcdBackup.credentials.restore", "true")),
            ((f"{S3}.protect", "false"),),
        ),
        _issuer(run, "examples/sts-aws-public/credrequests", {"aws": place}, {}),
    )


def _of_azure(run: Run) -> tuple[AcceptanceStack, ...]:
    place = {"location": run.region, "subscriptionId": run.place, "tenantId": run.tenant}
    account = run.prefix.replace("-", "")  # which takes no hyphen
    blob = {
        "storageAccount": f"{account}backups",
        "container": "snapshots",
        "keyPrefix": "acceptance",
        "resourceGroup": f"{run.prefix}-backups",
        "existingResourceGroup": False,
        "tags": {TAG: run.prefix},
        **place,
    }
    issuer = {"storageAccount": f"{account}issuer", **place}
    group = {"dnsZoneResourceGroup": f"{run.prefix}-iss-oidc"}
    requests = "examples/workload-id-azure/credrequests"
    return (
        AcceptanceStack(
            "backups",
            _backups(run, "AzureBlob", {"azureBlob": blob}, {}),
            ((f"{BLOB}.retentionDays", "30"), (f"{BLOB}.softDeleteDays", "7")),
            ((f"{BLOB}.deleteSnapshots", "true"), (f"{BLOB}.protect", "false")),
        ),
        _issuer(run, requests, {"azure": issuer}, {"azure": group}),
    )


def _backups(run: Run, kind: str, store: Mapping[str, object], credentials: Mapping[str, object]) -> Mapping[str, Any]:
    """Manifests go to a directory: there is no cluster."""
    cluster = {"name": run.prefix, "oidcIssuer": f"{UNKNOWN_ISSUER}/{run.prefix}"}
    return {
        "cluster": cluster,
        "kubernetes": {"renderTo": "rendered"},
        "etcdBackup": {"storage": {"storageType": kind, **store}, "credentials": {"settleSeconds": 0, **credentials}},
    }


def _issuer(run: Run, requests: str, issuer: Mapping[str, object], identities: Mapping[str, object]) -> AcceptanceStack:
    tags = {TAG: run.prefix}
    config = {
        "tokenIssuer": {"name": f"{run.prefix}-iss", "tags": tags, **issuer},
        "componentIdentities": {"requests": requests, "tags": tags, **identities},
    }
    changes = (("componentIdentities.tags.changed", "x"),)
    return AcceptanceStack("issuer", config, changes, (("tokenIssuer.protect", "false"),))
