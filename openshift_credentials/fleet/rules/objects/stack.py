"""The Stack that updates a member, and the one that detects drift.

Source: pulumi/pulumi-kubernetes-operator ``operator/api/pulumi/shared/stack_types.go`` and
``operator/api/auto/v1alpha1/{workspace,update}_types.go`` (release 2.9).

The operator writes a Stack back as its own types print it. It owns every field that it writes in
another form, and the next server-side apply of the rendered Stack conflicts. So durations and
quantities are rendered in the form of those types.
"""

from typing import Final, assert_never

from openshift_credentials.fleet.rules.inventory import Cloud, Fleet, Member, Topology
from openshift_credentials.fleet.rules.objects.labels import Object, Purpose, metadata, stack_labels
from openshift_credentials.fleet.rules.stack_settings import stack_config
from openshift_credentials.fleet.rules.stack_traps import API_VERSION, KIND
from openshift_credentials.platforms.kubernetes import upstream
from openshift_credentials.platforms.kubernetes.durations import canonical_duration
from openshift_credentials.platforms.kubernetes.quantities import canonical_quantity

KUBECONFIG_DIRECTORY: Final = "/var/run/secrets/management-cluster"
AZURE_TOKEN: Final = "/var/run/secrets/azure/tokens/azure-identity-token"  # noqa: S105 - a path
"""Path at which Azure's webhook mounts the token of the ServiceAccount."""

CONTAINER: Final = "pulumi"
"""Name of the container in a workspace's pod."""

CPU: Final = "250m"
_KEEP_THE_POD: Final = {"cluster-autoscaler.kubernetes.io/safe-to-evict": "false"}
_SYNC_WAVE: Final = "argocd.argoproj.io/sync-wave"


def update_stack(member: Member, fleet: Fleet, topology: Topology) -> Object:
    """The Stack of a member; a frozen one only previews.

    Its configuration has no trigger: only the nightly job owns that field, so a new delivery of the
    Stack does not change it.
    """
    spec = _spec(member, fleet, topology)
    spec["updateTemplate"] = {"spec": {"continueOnError": True, **_time_to_live(member)}}
    if member.frozen:
        spec["preview"] = True
    return {
        "apiVersion": API_VERSION,
        "kind": KIND,
        "metadata": metadata(member.name, fleet["namespace"], stack_labels(member, Purpose.UPDATE)),
        "spec": spec,
    }


def drift_stack(member: Member, fleet: Fleet, topology: Topology) -> Object:
    """The sentinel: previews with a refresh, and fails if anything differs.

    It waits until the update of the other Stack has succeeded, so that an update in progress is not
    reported as drift.
    """
    spec = _spec(member, fleet, topology)
    spec |= {
        "preview": True,
        "refresh": True,
        "prerequisites": [{"name": member.name}],
        "updateTemplate": {"spec": {"expectNoChanges": True, **_time_to_live(member)}},
    }
    return {
        "apiVersion": API_VERSION,
        "kind": KIND,
        "metadata": metadata(
            member.drift_name,
            fleet["namespace"],
            stack_labels(member, Purpose.DRIFT),
            annotations={_SYNC_WAVE: "1"},
        ),
        "spec": spec,
    }


def _time_to_live(member: Member) -> Object:
    return {"ttlAfterCompleted": canonical_duration(member["updateTtl"])}


def _spec(member: Member, fleet: Fleet, topology: Topology) -> Object:
    spec: Object = {"stack": member.pulumi_stack, "serviceAccountName": member.name}
    if member["backend"]:
        spec["backend"] = member["backend"]
    if member["secretsProvider"] not in ("", "passphrase"):
        spec["secretsProvider"] = member["secretsProvider"]
    spec["envRefs"] = _environment(member, topology)
    spec["config"] = stack_config(member)
    spec["workspaceReclaimPolicy"] = "Delete"
    spec["workspaceTemplate"] = {"spec": _workspace(member, fleet, topology)}
    return spec


def _environment(member: Member, topology: Topology) -> Object:
    """References to Secrets, and environment variables of the providers."""
    found: dict[str, object] = {}
    if member.needs_access_token:
        found["PULUMI_ACCESS_TOKEN"] = _secret(member["accessTokenSecret"], "accessToken")
    if member.needs_passphrase:
        found["PULUMI_CONFIG_PASSPHRASE"] = _secret(member["passphraseSecret"], "passphrase")
    match member.cloud:
        case Cloud.AWS:
            found["AWS_REGION"] = _literal(member["region"])
        case Cloud.AZURE:
            found |= {
                "ARM_CLIENT_ID": _literal(member["clientId"]),
                "ARM_OIDC_TOKEN_FILE_PATH": _literal(AZURE_TOKEN),
                "ARM_SUBSCRIPTION_ID": _literal(member["subscription"]),
                "ARM_TENANT_ID": _literal(member["tenant"]),
                "ARM_USE_OIDC": _literal("true"),
            }
        case _:
            assert_never(member.cloud)
    if topology is Topology.HUB:
        found["KUBECONFIG"] = _literal(f"{KUBECONFIG_DIRECTORY}/kubeconfig")
    return dict(sorted(found.items()))


def _secret(name: str, key: str) -> Object:
    return {"type": "Secret", "secret": {"name": name, "key": key}}


def _literal(value: str) -> Object:
    return {"type": "Literal", "literal": {"value": value}}


def _workspace(member: Member, fleet: Fleet, topology: Topology) -> Object:
    requests = {
        "cpu": CPU,
        "memory": canonical_quantity(member["memory"]),
        "ephemeral-storage": canonical_quantity(member["ephemeralStorage"]),
    }
    return {
        "image": member["image"],
        "local": {"dir": fleet["programDirectory"]},
        "securityProfile": "restricted",
        "resources": {"requests": requests},
        "podTemplate": _pod(member, topology),
    }


def _pod(member: Member, topology: Topology) -> Object:
    about: Object = {"annotations": _KEEP_THE_POD}
    if member.cloud is Cloud.AZURE:
        about["labels"] = {upstream.WORKLOAD_IDENTITY_LABEL: "true"}
    match topology:
        case Topology.CLUSTER:
            return {"metadata": about}
        case Topology.HUB:
            return {"metadata": about, "spec": _with_kubeconfig(member)}
        case _:
            assert_never(topology)


def _with_kubeconfig(member: Member) -> Object:
    volume = "management-cluster"
    mount = {"name": volume, "mountPath": KUBECONFIG_DIRECTORY, "readOnly": True}
    source = {"secretName": member.kubeconfig_secret}
    return {
        "containers": [{"name": CONTAINER, "volumeMounts": [mount]}],
        "volumes": [{"name": volume, "secret": source}],
    }
