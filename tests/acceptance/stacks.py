"""The stacks of a run, as their stack files have them: pure, and the same on stand-ins."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, assert_never

from tests.acceptance.run import Cloud, Run
from tests.engine.stacks import BLOB, S3

Setting = tuple[str, str]
"""Path and value; an empty value takes the setting away."""

PREFIX: Final = "acceptance"
CONTAINER: Final = "snapshots"
IMPORTS: Final = "etcdBackup.imports"
NOTHING_MADE: Final = "there is nothing to import"
UNKNOWN_ISSUER: Final = "https://oidc.example.com/acceptance"
"""Issuer of a run without a cluster: nobody has its tokens, so nobody gets in."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """Where the stacks live, and what there is beside the account."""

    region: str
    second_region: str
    tenant: str = ""
    key: str = ""
    """Resource ID of the key for stack ``kms`` on Azure: that of the vault, and ``/keys/NAME``."""
    oidc_issuer: str = ""
    """Issuer of the cluster; empty without a cluster."""
    create_oidc_provider: bool = False


@dataclass(frozen=True, kw_only=True)
class AcceptanceStack:
    """A stack, the settings that change one after the other, and those that let it be destroyed."""

    name: str
    config: Mapping[str, Any]
    ending: tuple[Setting, ...]
    changes: tuple[Setting, ...] = ()
    imports: Mapping[str, str] = field(default_factory=dict[str, str])
    """What was made by the cloud's own API, by the name under ``etcdBackup.imports``."""
    needs: str = ""
    """What is missing for the stack to run at all."""


def stacks_of(run: Run, options: Options, made: Mapping[str, str]) -> tuple[AcceptanceStack, ...]:
    """All stacks of a run; ``made`` is what its account has made for the import."""
    match run.cloud:
        case Cloud.AWS:
            return tuple(_of_aws(run, options, made))
        case Cloud.AZURE:
            return tuple(_of_azure(run, options, made))
        case _:
            assert_never(run.cloud)


def _of_aws(run: Run, options: Options, made: Mapping[str, str]) -> Iterator[AcceptanceStack]:
    def stack(name: str, *, in_cluster: bool = False, **more: object) -> Mapping[str, Any]:
        s3 = {
            "bucket": f"{run.name}-{name}",
            "keyPrefix": PREFIX,
            "region": options.region,
            "accountId": run.place,
            "tags": run.tags,
            **more,
        }
        credentials: dict[str, object] = {"roleName": f"{run.name}-{name}"}
        if in_cluster and options.create_oidc_provider:
            credentials |= {"createOidcProvider": True, "retainOidcProvider": False}
        backup = {"storage": {"storageType": "S3", "s3": s3}, "credentials": credentials}
        return {**_around(run, options, name, in_cluster=in_cluster), "etcdBackup": backup}

    unprotected = ((f"{S3}.protect", "false"),)
    yield AcceptanceStack(
        name="dev",
        config=stack("dev", in_cluster=bool(options.oidc_issuer)),
        changes=(
            (f"{S3}.retentionDays", "30"),
            (f"{S3}.noncurrentVersionDays", "14"),
            ("etcdBackup.credentials.maxSessionDuration", "7200"),
        ),
        ending=unprotected,
    )
    copy = {"bucket": f"{run.name}-copy", "region": options.second_region}
    yield AcceptanceStack(
        name="replicated", config=stack("replicated", replication=copy), ending=unprotected
    )
    key = {"create": True, "alias": run.name, "deletionDays": 7}
    lock = {"mode": "governance", "days": 1}
    yield AcceptanceStack(
        name="kms", config=stack("kms", kms=key, objectLock=lock), ending=unprotected
    )
    yield AcceptanceStack(
        name="issuer",
        config=_issuer(
            run,
            "examples/sts-aws-public/credrequests",
            {"aws": {"region": options.region, "accountId": run.place}},
            {},
        ),
        ending=(("tokenIssuer.protect", "false"),),
    )
    yield AcceptanceStack(
        name="import",
        config=stack("import"),
        ending=unprotected,
        imports=made,
        needs="" if made else NOTHING_MADE,
    )


def _of_azure(run: Run, options: Options, made: Mapping[str, str]) -> Iterator[AcceptanceStack]:
    place = {"location": options.region, "subscriptionId": run.place, "tenantId": options.tenant}

    def stack(name: str, *, in_cluster: bool = False, **more: object) -> Mapping[str, Any]:
        blob = {
            **place,
            "storageAccount": account_name(run, name),
            "container": CONTAINER,
            "keyPrefix": PREFIX,
            "resourceGroup": f"{run.name}-{name}",
            "existingResourceGroup": False,
            "tags": run.tags,
            **more,
        }
        credentials = {"settleSeconds": 300 if in_cluster else 0}
        backup = {
            "storage": {"storageType": "AzureBlob", "azureBlob": blob},
            "credentials": credentials,
        }
        return {**_around(run, options, name, in_cluster=in_cluster), "etcdBackup": backup}

    unprotected = ((f"{BLOB}.deleteSnapshots", "true"), (f"{BLOB}.protect", "false"))
    yield AcceptanceStack(
        name="dev",
        config=stack("dev", in_cluster=bool(options.oidc_issuer)),
        changes=(
            (f"{BLOB}.retentionDays", "30"),
            (f"{BLOB}.softDeleteDays", "7"),
            (f"{BLOB}.transition.tier", "Cool"),
        ),
        ending=unprotected,
    )
    copy = {"storageAccount": account_name(run, "copy"), "location": options.second_region}
    yield AcceptanceStack(
        name="replicated", config=stack("replicated", replication=copy), ending=unprotected
    )
    vault, _, key_name = options.key.rpartition("/keys/")
    key = {"keyVaultId": vault, "keyName": key_name}
    yield AcceptanceStack(
        name="kms",
        config=stack("kms", customerManagedKey=key),
        ending=unprotected,
        needs="" if options.key else "no --key was given",
    )
    identities = {"dnsZoneResourceGroup": by_hand(run), "networkResourceGroup": by_hand(run)}
    issuer = {**place, "storageAccount": account_name(run, "issuer")}
    yield AcceptanceStack(
        name="issuer",
        config=_issuer(
            run, "examples/workload-id-azure/credrequests", {"azure": issuer}, {"azure": identities}
        ),
        ending=(("tokenIssuer.protect", "false"),),
    )
    adopted: dict[str, object] = {
        "storageAccount": account_name(run, "import"),
        "resourceGroup": by_hand(run),
        "existingResourceGroup": True,
    }
    yield AcceptanceStack(
        name="import",
        config=stack("import", in_cluster=False, **adopted),
        ending=unprotected,
        imports=made,
        needs="" if made else NOTHING_MADE,
    )


def account_name(run: Run, name: str) -> str:
    """Name of a storage account, which takes no hyphen and 24 characters."""
    return f"oca{run.suffix}{name}"[:24]


def by_hand(run: Run) -> str:
    """Resource group of what a run makes by the API of Azure itself."""
    return f"{run.name}-by-hand"


def _around(run: Run, options: Options, name: str, *, in_cluster: bool) -> Mapping[str, Any]:
    """The groups that a stack of backups shares; without a cluster, manifests go to a directory."""
    cluster = {
        "name": f"{run.name}-{name}",
        "oidcIssuer": options.oidc_issuer or UNKNOWN_ISSUER,
        "operatorNamespace": run.name if in_cluster else f"{run.name}-{name}",
    }
    rendered = {} if in_cluster else {"kubernetes": {"renderTo": f"rendered/{name}"}}
    return {"cluster": cluster, **rendered}


def _issuer(
    run: Run, requests: str, issuer: Mapping[str, object], identities: Mapping[str, object]
) -> Mapping[str, Any]:
    return {
        "tokenIssuer": {"name": f"{run.name}-iss", "tags": run.tags, **issuer},
        "componentIdentities": {"requests": requests, "tags": run.tags, **identities},
    }
