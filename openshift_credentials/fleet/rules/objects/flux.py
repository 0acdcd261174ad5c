"""Delivery by Flux: one Kustomization per member, and one per wave, in order.

Source: fluxcd/kustomize-controller ``docs/spec/v1/kustomizations.md``.
"""

from typing import Final, assert_never

from openshift_credentials.fleet.rules.inventory import Fleet, Member, Topology
from openshift_credentials.fleet.rules.objects.labels import DRIFT, PURPOSE, Object, metadata
from openshift_credentials.platforms.kubernetes import upstream

API_VERSION: Final = "kustomize.toolkit.fluxcd.io/v1"
_SENTINEL: Final = f"has(metadata.labels) && metadata.labels['{PURPOSE}'] == '{DRIFT}'"
_SEEN: Final = "status.observedGeneration == metadata.generation"


def _condition(kind: str) -> str:
    return f"status.conditions.exists(c, c.type == '{kind}' && c.status == 'True')"


HEALTH: Final[Object] = {
    "apiVersion": upstream.PULUMI_API,
    "kind": "Stack",
    "current": f"{_SEEN} && ({_condition('Ready')} || ({_SENTINEL} && {_condition('Stalled')}))",
    "inProgress": f"!({_SEEN}) || {_condition('Reconciling')}",
    "failed": f"{_SEEN} && {_condition('Stalled')} && !({_SENTINEL})",
}
"""Health of a Stack in CEL. Drift does not stop a wave: the next update can fix it."""


def kustomization(member: Member, fleet: Fleet, topology: Topology) -> Object:
    """The Kustomization of a member; with an operator per cluster, it applies to that cluster."""
    spec = _spec(fleet, f"clusters/{member.name}")
    match topology:
        case Topology.CLUSTER:
            reference = {"name": member.kubeconfig_secret, "key": "kubeconfig"}
            spec["kubeConfig"] = {"secretRef": reference}
        case Topology.HUB:
            pass
        case _:
            assert_never(topology)
    spec["healthCheckExprs"] = [HEALTH]
    return _kustomization(f"fleet-{member.name}", fleet, spec)


def wave_kustomization(fleet: Fleet, wave: str) -> Object:
    """Delivers the Kustomizations of a wave after those of the previous wave are ready."""
    spec = _spec(fleet, f"flux/wave-{wave}")
    earlier = fleet.waves[: fleet.waves.index(wave)]
    if earlier:
        spec["dependsOn"] = [{"name": f"fleet-wave-{earlier[-1]}"}]
    return _kustomization(f"fleet-wave-{wave}", fleet, spec)


def hub_kustomization(fleet: Fleet) -> Object:
    """Delivers the common objects on the hub."""
    return _kustomization("fleet-hub", fleet, _spec(fleet, "fleet/hub"))


def _spec(fleet: Fleet, path: str) -> Object:
    base = fleet["path"].strip("/.")
    return {
        "interval": "10m",
        "timeout": "45m",
        "path": f"./{base}/{path}" if base else f"./{path}",
        "prune": True,
        "wait": True,
        "sourceRef": {"kind": "GitRepository", "name": fleet["fluxSource"]},
    }


def _kustomization(name: str, fleet: Fleet, spec: Object) -> Object:
    return {
        "apiVersion": API_VERSION,
        "kind": "Kustomization",
        "metadata": metadata(name, fleet["fluxNamespace"]),
        "spec": spec,
    }
