"""The eight stages of a managed identity, checked on objects of a management cluster.

The stages are those of HyperShift's document "Managed Azure HostedClusters Identity Flow". The
caller passes what it read; this module does not contact the cluster.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from typing import Annotated, Final

from pydantic import BeforeValidator

from openshift_credentials.base.json_values import object_items, object_member, text_member
from openshift_credentials.base.notices import Severity
from openshift_credentials.live.cause import Cause, read_causes

from ..rules.chains import Chain
from ..rules.csi_provider import CSI_DRIVER, VaultAccess, specification
from ..rules.hosted_cluster import judge_hosted_cluster


class Stage(IntEnum):
    HOSTED_CLUSTER = 1
    VAULT_SECRET = 2
    SECRET_PROVIDER_CLASS = 3
    MOUNT = 4
    POD = 5
    SDK = 6
    LOGIN = 7
    ARM = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Symptom(Cause):
    stage: Annotated[Stage, BeforeValidator(Stage.__getitem__)]


SYMPTOMS: Final = read_causes(Symptom, __package__ or "", "symptoms.yaml")
"""Messages of the library, operators, CSI driver, provider and Azure; the first match wins."""


def symptom_of(message: str) -> Symptom | None:
    """The cause of an error of a pod or an operator, if the error belongs to these flows."""
    return next((symptom for symptom in SYMPTOMS if symptom.pattern.search(message)), None)


Object = Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class ObservedChain:
    """What was read. ``None``: not read. An empty object: read, and there is nothing.

    ``classes`` and ``workloads`` are by name in the namespace of the control plane; ``messages``
    are from events, conditions and logs.
    """

    hosted_cluster: Object | None = None
    classes: Mapping[str, Object] | None = None
    workloads: Mapping[str, Object] | None = None
    messages: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])


@dataclass(frozen=True, slots=True)
class Failure:
    """What is wrong at a stage; ``subject`` is the object. Nothing here is secret.

    ``is_advice`` marks what the API accepts although it is probably wrong.
    """

    stage: Stage
    component: str
    subject: str
    message: str
    way_out: str
    is_advice: bool = False


def failures(chains: Sequence[Chain], access: VaultAccess, observed: ObservedChain) -> Iterator[Failure]:
    """What is wrong, stage by stage, without stages that were not read."""
    yield from _hosted_cluster(observed)
    seen: set[str] = set()
    for chain in chains:
        if chain.secret not in seen:
            seen.add(chain.secret)
            yield from _class(chain, access, observed)
        yield from _workload(chain, observed)
        yield from _messages(chain, observed)


def _hosted_cluster(observed: ObservedChain) -> Iterator[Failure]:
    if observed.hosted_cluster is None:
        return
    verdict = judge_hosted_cluster(observed.hosted_cluster)
    for notice in verdict.warnings:
        subject, message = f"HostedCluster {verdict.name}", f"{notice.setting}: {notice.why}"
        is_advice = notice.severity is not Severity.ERROR
        yield Failure(Stage.HOSTED_CLUSTER, "", subject, message, notice.way_out, is_advice=is_advice)


def _class(chain: Chain, access: VaultAccess, observed: ObservedChain) -> Iterator[Failure]:
    if observed.classes is None:
        return
    found = observed.classes.get(chain.secret_provider_class)
    writers = " and ".join(chain.writers)
    subject = f"SecretProviderClass {chain.namespace}/{chain.secret_provider_class}"
    fault = partial(Failure, Stage.SECRET_PROVIDER_CLASS, chain.component, subject)
    if not found:
        message = f"is missing; {writers} should have written it"
        yield fault(message, "read the log of that operator")
        return
    wanted = object_member(specification(access, chain.secret, chain.encoding), "parameters")
    present = object_member(found, "spec", "parameters")
    wrong = sorted(name for name, value in wanted.items() if present.get(name) != value)
    if wrong:
        yield fault(
            f"has values that differ from the HostedCluster and the operator's flags: {', '.join(wrong)}",
            f"let {writers} reconcile; userAssignedIdentityID comes from a flag of 'hypershift install'",
        )


def _workload(chain: Chain, observed: ObservedChain) -> Iterator[Failure]:
    if observed.workloads is None:
        return
    subject = f"Deployment {chain.namespace}/{chain.consumer}"
    found = observed.workloads.get(chain.consumer)
    if not found:
        way_out = "read the log of the control plane operator"
        yield Failure(Stage.POD, chain.component, subject, "is missing", way_out)
        return
    pod = object_member(found, "spec", "template", "spec")
    if not any(_mounts_class(volume, chain) for volume in object_items(pod, "volumes")):
        yield Failure(
            Stage.MOUNT,
            chain.component,
            subject,
            f"has no volume of {chain.secret_provider_class}",
            "enable managed identities in both places: the type in the HostedCluster and "
            "--managed-service of the operator",
        )
        return
    directory = chain.path.rpartition("/")[0]
    mounts = [
        text_member(mount, "mountPath")
        for container in object_items(pod, "containers")
        for mount in object_items(container, "volumeMounts")
        if text_member(mount, "name") == chain.volume
    ]
    if directory not in mounts:
        message = f"does not mount volume {chain.volume} at {directory}"
        way_out = "let its operator reconcile"
        yield Failure(Stage.POD, chain.component, subject, message, way_out)


def _mounts_class(volume: Object, chain: Chain) -> bool:
    csi = object_member(volume, "csi")
    return (
        text_member(csi, "driver") == CSI_DRIVER
        and text_member(csi, "volumeAttributes", "secretProviderClass") == chain.secret_provider_class
    )


def _messages(chain: Chain, observed: ObservedChain) -> Iterator[Failure]:
    told: set[Symptom] = set()
    for message in observed.messages.get(chain.consumer, ()):
        symptom = symptom_of(message)
        if symptom and symptom not in told:
            told.add(symptom)
            subject = f"pods of {chain.namespace}/{chain.consumer}"
            yield Failure(symptom.stage, chain.component, subject, symptom.why, symptom.way_out)
