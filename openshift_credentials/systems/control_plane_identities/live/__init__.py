"""Control-plane identities in a live management cluster and in Azure: stage by stage.

Sources: openshift/hypershift ``control-plane-operator`` for the objects of a control plane,
``support/azureutil/azureutil.go`` (``IsAroHCP``) and ``support/config/constants.go`` for the flags
of the operator's installation; kubernetes-sigs/secrets-store-csi-driver for the driver.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, assert_never

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.base.json_values import object_items, text_member
from openshift_credentials.live.cause import Evidence, of_events, of_pods
from openshift_credentials.live.check import Check, Operation, Purpose, failure, success, unknown, unread, warning
from openshift_credentials.live.observed import Object, Observed, Obstacle, Read, list_read, name_of, object_read
from openshift_credentials.platforms.kubernetes import upstream
from openshift_credentials.platforms.kubernetes.names import DEFAULT_OPERATOR_NAMESPACE, hosted_control_plane_namespace

from ..plan import chains, install_flags
from ..rules.chains import Chain, of_hosted_cluster
from ..rules.csi_provider import CSI_DRIVER, VaultAccess
from ..settings import ControlPlaneIdentitiesSettings
from .in_azure import cloud, cloud_reads
from .stages import SYMPTOMS, Failure, ObservedChain, Stage, failures, symptom_of

HOSTED_CLUSTER: Final = "hosted cluster"
CLASSES: Final = "secret provider classes"
WORKLOADS: Final = "workloads of the control plane"
PODS: Final = "pods of the control plane"
EVENTS: Final = "events of the control plane"
DRIVER: Final = "secrets store driver"
OPERATOR: Final = "hypershift operator"


def reads(settings: ControlPlaneIdentitiesSettings, purpose: Purpose) -> Sequence[Read]:
    namespace, _, name = settings.hosted_cluster.partition("/")
    hosted_clusters = f"/apis/{upstream.HYPERSHIFT_API}/namespaces/{namespace}/hostedclusters"
    hosted_cluster = object_read(HOSTED_CLUSTER, f"{hosted_clusters}/{name}")
    if not settings.is_managed:
        return [hosted_cluster]
    match purpose:
        case Purpose.PREFLIGHT:
            return [*_installation()]
        case Purpose.VERIFY:
            return [*_installation(), hosted_cluster, *_of_plane(settings)]
        case Purpose.DIAGNOSE:
            return [hosted_cluster, *_of_plane(settings)]
        case _:
            assert_never(purpose)


def _installation() -> Iterator[Read]:
    yield object_read(DRIVER, f"/apis/storage.k8s.io/v1/csidrivers/{CSI_DRIVER}")
    deployments = f"/apis/apps/v1/namespaces/{DEFAULT_OPERATOR_NAMESPACE}/deployments"
    yield object_read(OPERATOR, f"{deployments}/operator")


def _of_plane(settings: ControlPlaneIdentitiesSettings) -> Iterator[Read]:
    place = f"namespaces/{plane_namespace(settings)}"
    classes = f"/apis/secrets-store.csi.x-k8s.io/v1/{place}/secretproviderclasses"
    yield list_read(CLASSES, classes)
    yield list_read(WORKLOADS, f"/apis/apps/v1/{place}/deployments")
    yield list_read(PODS, f"/api/v1/{place}/pods")
    yield list_read(EVENTS, f"/api/v1/{place}/events")


def plane_namespace(settings: ControlPlaneIdentitiesSettings) -> str:
    namespace, _, name = settings.hosted_cluster.partition("/")
    return hosted_control_plane_namespace(namespace, name)


def access_of(settings: ControlPlaneIdentitiesSettings) -> VaultAccess:
    vault, user = settings.vault, settings.key_vault_user
    return VaultAccess(
        vault=vault.name if vault else "", tenant_id=settings.tenant_id, user_client_id=user.client_id if user else ""
    )


def stages_of(settings: ControlPlaneIdentitiesSettings, observed: Observed) -> ObservedChain:
    """What was read, as the stages need it; what could not be read is omitted."""
    return ObservedChain(
        hosted_cluster=observed.one(HOSTED_CLUSTER),
        classes=_by_name(observed, CLASSES),
        workloads=_by_name(observed, WORKLOADS),
        messages={
            chain.consumer: [message.text for message in messages_of(chain, observed)] for chain in chains(settings)
        }
        if settings.is_managed
        else {},
    )


def _by_name(observed: Observed, read: str) -> Mapping[str, Object] | None:
    """Objects by name; a type that the cluster does not have gives no objects."""
    if observed.obstacle(read) is Obstacle.ABSENT:
        return {}
    if read not in observed.answers:
        return None
    return {name_of(manifest): manifest for manifest in observed.all(read)}


def messages_of(chain: Chain, observed: Observed) -> Iterator[Evidence]:
    is_its = re.compile(rf"{re.escape(chain.consumer)}(?:-[a-z0-9]+){{0,2}}").fullmatch
    pods = [manifest for manifest in observed.all(PODS) if is_its(name_of(manifest))]
    events = observed.all(EVENTS)
    involved = [text_member(event, "involvedObject", "name") for event in events]
    about = f"{chain.namespace}/{chain.consumer}"
    yield from of_events(events, [name for name in involved if is_its(name)], about)
    yield from of_pods(pods, about)


_SERVICE: Final = "MANAGED_SERVICE"
_READER: Final = "ARO_HCP_KEY_VAULT_USER_CLIENT_ID"


def preflight(settings: ControlPlaneIdentitiesSettings, observed: Observed) -> Iterator[Check]:
    yield from unread(reads(settings, Purpose.PREFLIGHT), observed)
    yield from installation(settings, observed)


def installation(settings: ControlPlaneIdentitiesSettings, observed: Observed) -> Iterator[Check]:
    """The same for the verb ``verify``, which itself reports what was not read."""
    if not settings.is_managed:
        return
    if observed.one(DRIVER):
        yield success("identity-csi-driver", CSI_DRIVER, "the Secrets Store CSI driver is installed")
    elif observed.obstacle(DRIVER) is Obstacle.ABSENT:
        yield failure(
            "identity-csi-driver",
            CSI_DRIVER,
            "the Secrets Store CSI driver is not installed, so no pod would get its file",
            "on AKS enable the add-on azure-keyvault-secrets-provider",
        )
    operator = observed.one(OPERATOR)
    if operator is not None and settings.key_vault_user is not None:
        yield from _flags(settings, operator, settings.key_vault_user.client_id)


def _flags(settings: ControlPlaneIdentitiesSettings, operator: Object, client_id: str) -> Iterator[Check]:
    variables = {
        str(variable.get("name")): str(variable.get("value") or "")
        for container in object_items(operator, "spec", "template", "spec", "containers")
        for variable in object_items(container, "env")
    }
    wrong = [
        f"{name} is {variables.get(name) or 'not set'}"
        for name, wanted in ((_SERVICE, "ARO-HCP"), (_READER, client_id))
        if str(variables.get(name) or "").lower() != wanted.lower()
    ]
    if wrong:
        yield failure(
            "identity-install-flags",
            "HyperShift Operator",
            "; ".join(wrong),
            f"run 'hypershift install {install_flags(settings)}'",
        )
    else:
        yield success("identity-install-flags", "HyperShift Operator", "it knows the vault's reader")


def verify(settings: ControlPlaneIdentitiesSettings, observed: Observed) -> Iterator[Check]:
    """One check per failure of a stage; a stage without failures has passed."""
    yield from unread(reads(settings, Purpose.VERIFY), observed)
    yield from installation(settings, observed)
    found = observed.one(HOSTED_CLUSTER)
    if found is None:
        if observed.obstacle(HOSTED_CLUSTER) is Obstacle.ABSENT:
            yield unknown(
                "identity-no-hosted-cluster",
                f"HostedCluster {settings.hosted_cluster}",
                "does not exist yet",
                "create it with the stanza that the stack exports",
            )
        return
    seen = stages_of(settings, observed)
    wrong = [*_stanza(settings, found), *failures(chains(settings), access_of(settings), seen)]
    yield from map(check_of, wrong)
    failing = {place.stage for place in wrong}
    observed_stages = [Stage.HOSTED_CLUSTER]
    if seen.classes is not None:
        observed_stages.append(Stage.SECRET_PROVIDER_CLASS)
    if seen.workloads is not None:
        observed_stages += (Stage.MOUNT, Stage.POD)
    for stage in observed_stages:
        if stage not in failing:
            yield success(code_of(stage), settings.hosted_cluster, f"stage {stage.value} is right")


def check_of(problem: Failure) -> Check:
    """A failure of a stage as a check; what the API accepts although it is wrong is a warning."""
    about = f"{problem.component}: " if problem.component else ""
    detail = f"stage {problem.stage.value}: {about}{problem.message}"
    tell = warning if problem.is_advice else failure
    return tell(code_of(problem.stage), problem.subject, detail, problem.way_out)


def code_of(stage: Stage) -> str:
    return f"identity-{stage.name.lower().replace('_', '-')}"


def _stanza(settings: ControlPlaneIdentitiesSettings, found: Object) -> Iterator[Failure]:
    subject = f"HostedCluster {settings.hosted_cluster}"
    stage = Stage.HOSTED_CLUSTER
    way_out = "use the stanza that the stack exports as azureAuthenticationConfig"
    try:
        real = {(item.component, item.consumer): item for item in of_hosted_cluster(found)}
    except UnusableInputError:
        yield Failure(stage, "", subject, "has no azureAuthenticationConfig", way_out)
        return
    told: set[str] = set()
    for chain in chains(settings):
        other = real.get((chain.component, chain.consumer))
        differing = _differences(chain, other) if other else "is missing"
        if differing and chain.component not in told:
            told.add(chain.component)
            yield Failure(stage, chain.component, subject, f"{chain.field} {differing}", way_out)


def _differences(wanted: Chain, real: Chain) -> str:
    pairs = (
        ("vault", wanted.vault, real.vault),
        ("credentialsSecretName", wanted.secret, real.secret),
        ("objectEncoding", wanted.encoding, real.encoding),
        ("clientID", wanted.client_id, real.client_id),
    )
    return ", ".join(
        f"has {name} {there or 'empty'}, not {here}"
        for name, here, there in pairs
        if here and here.lower() != there.lower() and not (name == "clientID" and not there)
    )


def evidence(settings: ControlPlaneIdentitiesSettings, observed: Observed) -> Iterator[Evidence]:
    """Messages of events and containers of each consumer that concern its identity.

    Pods of a control plane can also fail for reasons that do not concern this system.
    """
    told: set[Evidence] = set()
    for chain in chains(settings) if settings.is_managed else ():
        for message in messages_of(chain, observed):
            if symptom_of(message.text) and message not in told:
                told.add(message)
                yield message


OPERATION: Final[Operation[ControlPlaneIdentitiesSettings]] = Operation(
    reads=reads,
    preflight=preflight,
    verify=verify,
    evidence=evidence,
    causes=SYMPTOMS,
    cloud_reads=cloud_reads,
    cloud=cloud,
)
