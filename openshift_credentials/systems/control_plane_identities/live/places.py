"""What is read from a management cluster, and its form for the checks of the stages.

Source: openshift/hypershift ``control-plane-operator`` for the objects of a control plane;
kubernetes-sigs/secrets-store-csi-driver for the driver and its classes.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, assert_never

from openshift_credentials.base.json_values import text_member
from openshift_credentials.live.cause import Evidence, of_events, of_pods
from openshift_credentials.live.check import Purpose
from openshift_credentials.live.observed import (
    Object,
    Observed,
    Obstacle,
    Read,
    list_read,
    name_of,
    object_read,
)
from openshift_credentials.platforms.kubernetes import upstream
from openshift_credentials.platforms.kubernetes.names import (
    DEFAULT_OPERATOR_NAMESPACE,
    hosted_control_plane_namespace,
)

from ..plan.identities import chains
from ..rules.chains import Chain
from ..rules.secret_provider_class import CSI_DRIVER, VaultAccess
from ..settings.branch import ControlPlaneIdentitiesSettings
from .stages import ObservedChain

HOSTED_CLUSTER: Final = "hosted cluster"
CLASSES: Final = "secret provider classes"
WORKLOADS: Final = "workloads of the control plane"
PODS: Final = "pods of the control plane"
EVENTS: Final = "events of the control plane"
DRIVER: Final = "secrets store driver"
OPERATOR: Final = "hypershift operator"


def reads(settings: ControlPlaneIdentitiesSettings, purpose: Purpose) -> Sequence[Read]:
    """What is read for a purpose."""
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
    """Namespace of the control plane."""
    namespace, _, name = settings.hosted_cluster.partition("/")
    return hosted_control_plane_namespace(namespace, name)


def access_of(settings: ControlPlaneIdentitiesSettings) -> VaultAccess:
    """The vault and its reader."""
    vault, user = settings.vault, settings.key_vault_user
    return VaultAccess(
        vault=vault.name if vault else "",
        tenant_id=settings.tenant_id,
        user_client_id=user.client_id if user else "",
    )


def stages_of(settings: ControlPlaneIdentitiesSettings, observed: Observed) -> ObservedChain:
    """What was read, as the stages need it; what could not be read is omitted."""
    return ObservedChain(
        hosted_cluster=observed.one(HOSTED_CLUSTER),
        classes=_by_name(observed, CLASSES),
        workloads=_by_name(observed, WORKLOADS),
        messages={
            chain.consumer: [message.text for message in messages_of(chain, observed)]
            for chain in chains(settings)
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
    """Messages about the pods of a consumer and about the Deployment itself."""
    is_its = re.compile(rf"{re.escape(chain.consumer)}(?:-[a-z0-9]+){{0,2}}").fullmatch
    pods = [manifest for manifest in observed.all(PODS) if is_its(name_of(manifest))]
    events = observed.all(EVENTS)
    involved = [text_member(event, "involvedObject", "name") for event in events]
    about = f"{chain.namespace}/{chain.consumer}"
    yield from of_events(events, [name for name in involved if is_its(name)], about)
    yield from of_pods(pods, about)
