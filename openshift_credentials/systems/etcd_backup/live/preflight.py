"""Prerequisites of a management cluster for successful backups of a stack.

Sources: openshift/hypershift ``hypershift-operator/controllers/etcdbackup/reconciler.go`` for the
needs of a backup, ``cmd/install/install.go`` for the feature gate; Azure workload identity,
webhook.
"""

from collections.abc import Iterator, Mapping

from openshift_credentials.base.json_values import object_member
from openshift_credentials.live.check import Check, Purpose, failure, success, unread, warning
from openshift_credentials.live.managed import import_command
from openshift_credentials.live.observed import (
    Object,
    Observed,
    Obstacle,
    annotations_of,
    is_managed_by_pulumi,
    name_of,
    namespace_of,
)
from openshift_credentials.live.published_issuer import check_published_issuer, key_ids
from openshift_credentials.platforms import resource_types
from openshift_credentials.platforms.azure.federation import CLIENT_ID_ANNOTATION
from openshift_credentials.systems.etcd_backup.live import places
from openshift_credentials.systems.etcd_backup.live.gate import gate_is_on
from openshift_credentials.systems.etcd_backup.live.hosted_clusters import hosted_cluster
from openshift_credentials.systems.etcd_backup.plan import plan_backups
from openshift_credentials.systems.etcd_backup.rules.modes import Proof, mode_facts
from openshift_credentials.systems.etcd_backup.rules.names import SERVICE_ACCOUNT
from openshift_credentials.systems.etcd_backup.rules.oadp import PLUGIN_CONFIG_MAP, plugin_config
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings


def preflight(settings: EtcdBackupSettings, observed: Observed) -> Iterator[Check]:
    """Every check, those of the cluster first and then those of each hosted cluster."""
    yield from unread(places.reads(settings, Purpose.PREFLIGHT), observed)
    yield from _operator(settings, observed)
    yield from _issuer(settings, observed)
    yield from _existing_secret(settings, observed)
    yield from _namespace_defaults(settings, observed)
    if mode_facts(settings.mode).proof is Proof.WEBHOOK_TOKEN:
        yield from _workload_identity(settings, observed)
    if settings.oadp.enabled:
        yield from _oadp(settings, observed)
    for backup in plan_backups(settings):
        yield from hosted_cluster(backup, observed)


def before_backups(settings: EtcdBackupSettings, observed: Observed) -> Iterator[Check]:
    """The checks of the operator and of the hosted clusters whose backups do not exist yet."""
    if observed.obstacle(places.CONTROL_PLANES) is not None:
        return
    existing = {(namespace_of(backup), name_of(backup)) for backup in observed.all(places.BACKUPS)}
    new = [
        backup
        for backup in plan_backups(settings)
        if (backup.namespace, backup.name) not in existing
    ]
    if new:
        yield from _operator(settings, observed)
    for backup in new:
        yield from hosted_cluster(backup, observed)


def _operator(settings: EtcdBackupSettings, observed: Observed) -> Iterator[Check]:
    install = "run 'hypershift install --tech-preview-no-upgrade', without --exclude-etcd"
    if crd := observed.one(places.CRD):
        unknown = list(_unknown_schema(crd))
        if unknown:
            yield warning(
                "crd-unknown-schema",
                places.CRD_NAME,
                f"the CRD lacks {', '.join(unknown)}",
                "see docs/contract-versions.md for the supported versions of the operator",
            )
        else:
            yield success("crd", places.CRD_NAME, "the CRD is installed")
    elif Obstacle.ABSENT in (observed.obstacle(places.CRD), observed.obstacle(places.BACKUPS)):
        yield failure("no-crd", places.CRD_NAME, "the CRD is not installed", install)
    namespace = settings.cluster.operator_namespace
    deployment = observed.one(places.OPERATOR)
    if deployment is None:
        if observed.obstacle(places.OPERATOR) is Obstacle.ABSENT:
            yield failure(
                "no-operator",
                f"{namespace}/operator",
                "the Deployment of HyperShift's operator does not exist",
                "correct cluster.operatorNamespace, or install HyperShift",
            )
    elif gate_is_on(deployment):
        yield success("feature-gate", f"{namespace}/operator", "feature gate HCPEtcdBackup is on")
    else:
        yield failure(
            "feature-gate-off",
            f"{namespace}/operator",
            "feature gate HCPEtcdBackup is disabled; a backup would never get a condition",
            install,
        )


def _unknown_schema(crd: Object) -> Iterator[str]:
    versions = {
        version["name"]: version for version in crd["spec"]["versions"] if version.get("served")
    }
    if "v1beta1" not in versions:
        yield "version v1beta1"
        return
    schema = versions["v1beta1"].get("schema", {}).get("openAPIV3Schema", {})
    storage = _properties(_properties(_properties(schema, "spec"), "storage"))
    yield from (
        f"spec.storage.{name}" for name in ("storageType", "s3", "azureBlob") if name not in storage
    )


def _properties(schema: Mapping[str, object], name: str | None = None) -> Mapping[str, object]:
    properties = object_member(schema, "properties")
    return properties if name is None else object_member(properties, name)


def _issuer(settings: EtcdBackupSettings, observed: Observed) -> Iterator[Check]:
    own = key_ids(observed.one(places.KEYS)) if observed.were_read(places.KEYS) else None
    for read in places.issuers(settings, Purpose.PREFLIGHT):
        yield from check_published_issuer(read, observed, own, must=False)
    document = observed.one(places.ISSUER)
    if document is None:
        return
    real, configured = document.get("issuer"), settings.cluster.oidc_issuer
    if real == configured:
        yield success("issuer", str(configured), "the API server issues its tokens under this URL")
    else:
        yield failure(
            "issuer-differs",
            str(configured),
            f"the API server issues its tokens as {real}",
            "copy that issuer to cluster.oidcIssuer exactly",
        )


def _existing_secret(settings: EtcdBackupSettings, observed: Observed) -> Iterator[Check]:
    secret = observed.one(places.SECRET)
    name = f"{settings.cluster.operator_namespace}/{settings.credentials.secret_name}"
    if secret is None or not settings.backs_up_directly:
        return
    if is_managed_by_pulumi(secret):
        yield success("secret", name, "the Secret exists and is managed by Pulumi")
        return
    yield warning(
        "secret-exists",
        name,
        "a Secret of this name exists, and 'pulumi up' does not overwrite it",
        "choose another etcdBackup.credentials.secretName, or import it: "
        + import_command(resource_types.SECRET, name),
    )


def _namespace_defaults(settings: EtcdBackupSettings, observed: Observed) -> Iterator[Check]:
    namespace = settings.cluster.operator_namespace
    denying = [
        name_of(policy)
        for policy in observed.all(places.NETWORK_POLICIES)
        if "Egress" in (policy["spec"].get("policyTypes") or ())
        and not policy["spec"].get("egress")
    ]
    if denying:
        yield warning(
            "egress-denied",
            namespace,
            f"NetworkPolicy {', '.join(denying)} denies egress",
            "allow DNS, the API server, port 2379 of the hosted control planes and port 443 of "
            "the cloud's storage and token endpoints",
        )
    for read, kind in ((places.QUOTAS, "ResourceQuota"), (places.LIMIT_RANGES, "LimitRange")):
        names = [name_of(item) for item in observed.all(read)]
        if names:
            yield warning(
                kind.lower(),
                namespace,
                f"{kind} {', '.join(names)} applies to the backup Jobs, which have no resource "
                "requests or limits",
                "make sure that it allows a pod without requests and limits",
            )


def _workload_identity(settings: EtcdBackupSettings, observed: Observed) -> Iterator[Check]:
    names = [name_of(webhook) for webhook in observed.all(places.WEBHOOKS)]
    if any(
        "workload-identity" in name or "azure-wi" in name or "pod-identity" in name
        for name in names
    ):
        yield success("webhook", "cluster", "a webhook of Azure workload identity is installed")
    elif observed.were_read(places.WEBHOOKS):
        yield failure(
            "no-webhook",
            "cluster",
            "no webhook of Azure workload identity is installed; the upload would use the node's "
            "identity or fail",
            "install it: on AKS with --enable-workload-identity",
        )
    account = observed.one(places.ACCOUNT)
    client_id = settings.credentials.client_id
    found = annotations_of(account).get(CLIENT_ID_ANNOTATION) if account else None
    if found and client_id and found.lower() != client_id.lower():
        yield warning(
            "stale-annotation",
            f"{settings.cluster.operator_namespace}/{SERVICE_ACCOUNT}",
            f"the ServiceAccount has client ID {found}, and the stack uses {client_id}; the "
            "operator never changes it",
            "let the stack manage the annotation: etcdBackup.credentials.annotateServiceAccount",
        )


def _oadp(settings: EtcdBackupSettings, observed: Observed) -> Iterator[Check]:
    namespace = settings.cluster.oadp_namespace
    config = observed.one(places.PLUGIN)
    subject = f"{namespace}/{PLUGIN_CONFIG_MAP}"
    data = object_member(config or {}, "data")
    wanted = plugin_config(settings.cluster.operator_namespace)
    differing = [key for key, value in wanted.items() if data.get(key) not in (None, value)]
    if differing:
        yield warning(
            "plugin-config-differs",
            subject,
            f"the ConfigMap has other values for {', '.join(differing)}",
            "'pulumi up' changes them; make sure that no other tool manages them",
        )
    secret = observed.one(places.OADP_SECRET)
    if secret is not None and not is_managed_by_pulumi(secret):
        yield warning(
            "oadp-secret-exists",
            f"{namespace}/{name_of(secret)}",
            "a Secret of OADP exists that this stack does not manage",
            "read docs/oadp.md before you import it: Velero also uses it",
        )
