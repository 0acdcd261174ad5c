"""What the operator does with each CredentialsRequest of a cluster, as far as no cloud decides.

Source: openshift/cloud-credential-operator ``pkg/operator/credentialsrequest`` at b187feee66f4.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from openshift_credentials.base.errors import unusable_input
from openshift_credentials.base.json_values import text_member
from openshift_credentials.platforms.credentials_requests import (
    CredentialsRequest,
    ProviderKind,
    ProviderSpecError,
    provider_kind,
)
from openshift_credentials.systems.cloud_credentials.live.cluster_objects import (
    ClusterReading,
    Object,
    find_object,
    read_cluster,
)
from openshift_credentials.systems.cloud_credentials.live.held_secrets import (
    comparable,
    content_of,
    find_component_secret,
    find_root_secret,
)
from openshift_credentials.systems.cloud_credentials.rules.actuators.aws import (
    aws_mint_policy,
    aws_sync,
    aws_user_name,
)
from openshift_credentials.systems.cloud_credentials.rules.actuators.azure import azure_sync
from openshift_credentials.systems.cloud_credentials.rules.actuators.gcp import gcp_sync
from openshift_credentials.systems.cloud_credentials.rules.actuators.private_clouds import (
    openstack_sync,
    vsphere_sync,
)
from openshift_credentials.systems.cloud_credentials.rules.actuators.run import ClusterState
from openshift_credentials.systems.cloud_credentials.rules.actuators.sync import RootSecret, Synced
from openshift_credentials.systems.cloud_credentials.rules.modes.decision import ClusterFacts
from openshift_credentials.systems.cloud_credentials.rules.modes.effective import (
    Annotation,
    Mode,
    OperatorError,
    is_valid_mode,
    operator_configuration,
)
from openshift_credentials.systems.cloud_credentials.rules.modes.metrics import Condition
from openshift_credentials.systems.cloud_credentials.rules.modes.platforms import (
    TOKEN_PLATFORMS,
    Platform,
    root_secret,
)
from openshift_credentials.systems.cloud_credentials.rules.secrets.annotator import (
    CONFIG_MAP_ABSENT,
    AnnotatedCloud,
    annotate_root_secret,
)


class Action(StrEnum):
    """What the operator does with a request."""

    WRITE = "writes"
    LEAVE = "leaves"
    """The Secret is as the operator would write it, or the request asks for none."""

    FAIL = "fails"
    ASK_CLOUD = "asks the cloud"
    """The next step depends on an answer of the cloud."""

    IGNORE = "ignores"
    """The operator does not process the request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """One run for a request; ``keys`` are those of the Secret that it writes, without values.

    Mint mode creates ``user``, here without its random end, with inline ``policy``.
    """

    request: CredentialsRequest
    action: Action
    why: str = ""
    keys: tuple[str, ...] = ()
    condition: Condition | None = None
    user: str | None = None
    policy: str | None = None


@dataclass(frozen=True, slots=True)
class _Actuator:
    kind: ProviderKind
    annotator: AnnotatedCloud
    sync: Callable[[CredentialsRequest, ClusterState], Synced]


_ACTUATORS: Final[Mapping[str, _Actuator]] = {
    Platform.AWS: _Actuator(ProviderKind.AWS, AnnotatedCloud.AWS, aws_sync),
    Platform.AZURE: _Actuator(ProviderKind.AZURE, AnnotatedCloud.AZURE, azure_sync),
    Platform.GCP: _Actuator(ProviderKind.GCP, AnnotatedCloud.GCP, gcp_sync),
    Platform.OPENSTACK: _Actuator(ProviderKind.OPENSTACK, AnnotatedCloud.OPENSTACK, openstack_sync),
    Platform.VSPHERE: _Actuator(ProviderKind.VSPHERE, AnnotatedCloud.VSPHERE, vsphere_sync),
}
CA_BUNDLE_CONFIG_MAP: Final = ("cloud-provider-config", "openshift-config")
"""Name and namespace of the ConfigMap with the certificates of OpenStack."""
_RANDOM_LENGTH: Final = 5


def predict(
    requests: Sequence[CredentialsRequest], objects: Sequence[Object], *, is_live: bool = False
) -> Iterator[Prediction]:
    """What the operator does next with each request; an object that is not passed is missing.

    Raises :class:`UnusableInputError` if the mode, any Secret or its content is not known.
    """
    reading = read_cluster(objects, is_live=is_live)
    facts = reading.facts
    actuator = _ACTUATORS.get(facts.platform)
    ignored = _reason_to_ignore(facts)
    if actuator is None or ignored:
        for request in requests:
            yield Prediction(request=request, action=Action.IGNORE, why=ignored or "")
        return
    mode = operator_configuration(facts.configured_mode, facts.legacy_disabled).mode
    if not facts.secrets_known and mode != Mode.MANUAL:
        what = f"the root secret {root_secret(facts.platform)}, and the Secrets of components"
        raise unusable_input(f"no Secret was passed; pass {what}")
    root = find_root_secret(objects, facts.platform)
    probes = False
    if root is not None and root.annotation is None:
        root, probes = _after_the_annotator(actuator, root, objects, reading)
    for request in requests:
        state = ClusterState(
            mode=facts.configured_mode,
            legacy_disabled=facts.legacy_disabled,
            service_account_issuer=facts.issuer,
            root_secret=root,
            target_secret=find_component_secret(objects, request),
            infrastructure_present=find_object(objects, "Infrastructure", "cluster") is not None,
            release=reading.release,
        )
        yield _prediction(request, actuator, state, objects, probes=probes)


def _reason_to_ignore(facts: ClusterFacts) -> str | None:
    """Why the operator processes no request at all."""
    if facts.platform not in _ACTUATORS:
        return f"the operator has no actuator for platform {facts.platform or 'unknown'}"
    try:
        effective = operator_configuration(facts.configured_mode, facts.legacy_disabled)
    except OperatorError as error:
        return f"the operator stops: {error}"
    if not is_valid_mode(effective.mode):
        return f"the operator stops: {effective.mode} is not a mode"
    if effective.conflict:
        return "the operator stops: the legacy ConfigMap contradicts spec.credentialsMode"
    brokers_tokens = facts.issuer and facts.platform in TOKEN_PLATFORMS
    if effective.mode == Mode.MANUAL and not brokers_tokens:
        return "the mode is Manual, and the operator brokers no tokens"
    return None


def _after_the_annotator(
    actuator: _Actuator, root: RootSecret, objects: Sequence[Object], reading: ClusterReading
) -> tuple[RootSecret, bool]:
    """The root secret that the annotator leaves, and whether its answer rests on the cloud."""
    bundle = find_object(objects, "ConfigMap", *CA_BUNDLE_CONFIG_MAP)
    run = annotate_root_secret(
        actuator.annotator,
        mode=reading.facts.configured_mode or "",
        legacy_disabled=reading.facts.legacy_disabled,
        root_secret_data=root.data,
        configmap_ca_bundle=CONFIG_MAP_ABSENT
        if bundle is None
        else text_member(bundle, "data", "ca-bundle.pem"),
        release=reading.release,
    )
    return RootSecret(run.data_after or root.data, run.annotation), run.probes_cloud


def _prediction(
    request: CredentialsRequest,
    actuator: _Actuator,
    state: ClusterState,
    objects: Sequence[Object],
    *,
    probes: bool,
) -> Prediction:
    try:
        kind = provider_kind(request.provider_spec or "{}")
    except ProviderSpecError as error:
        return Prediction(request=request, action=Action.FAIL, why=str(error))
    if kind != actuator.kind:
        return Prediction(
            request=request,
            action=Action.IGNORE,
            why=f"the request is of kind {kind or '(none)'} and not {actuator.kind}",
            condition=Condition.IGNORED,
        )
    if probes:
        why = "the annotator first tests the permissions of the root secret"
        return Prediction(request=request, action=Action.ASK_CLOUD, why=why)
    synced = actuator.sync(request, state)
    if synced.error is not None:
        return Prediction(
            request=request, action=Action.FAIL, why=synced.error, condition=synced.condition
        )
    if synced.asks_cloud:
        return _asking(request, actuator, state, objects)
    after = synced.target_secret
    if after is None or comparable(after) == comparable(state.target_secret):
        return Prediction(request=request, action=Action.LEAVE)
    return Prediction(request=request, action=Action.WRITE, keys=tuple(sorted(content_of(after))))


def _asking(
    request: CredentialsRequest, actuator: _Actuator, state: ClusterState, objects: Sequence[Object]
) -> Prediction:
    annotation = state.root_secret.annotation if state.root_secret else None
    if actuator.kind is not ProviderKind.AWS or annotation != Annotation.MINT:
        why = "it compares the credentials with those of the cloud"
        return Prediction(request=request, action=Action.ASK_CLOUD, why=why)
    cluster = find_object(objects, "Infrastructure", "cluster") or {}
    infra = text_member(cluster, "status", "infrastructureName")
    return Prediction(
        request=request,
        action=Action.ASK_CLOUD,
        why="it creates the IAM user, or compares the user's policy and key",
        user=aws_user_name(infra, request.name)[:-_RANDOM_LENGTH] if request.name else None,
        policy=aws_mint_policy(request.provider_spec or "{}", "<ARN of the user>"),
    )
