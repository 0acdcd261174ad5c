"""Delivery by Argo CD: an ApplicationSet with waves, and the health of a Stack.

Source: argoproj/argo-cd documentation, "Progressive Syncs", "Git Generator" and "Resource Health".
"""

from typing import Final, assert_never

from openshift_credentials.fleet.rules.inventory import Fleet, Member, Topology
from openshift_credentials.fleet.rules.objects.labels import (
    PART_OF,
    RECONCILE,
    WAVE,
    Object,
    metadata,
)
from openshift_credentials.fleet.rules.objects.scripts import manifest, script
from openshift_credentials.fleet.rules.stack_settings import TRIGGER_PATH
from openshift_credentials.platforms.kubernetes import upstream

EXAMPLE_REPOSITORY: Final = "https://git.example.com/platform/fleet.git"
"""Placeholder in the objects until ``fleet.repository`` is set; the verb reports it."""

_KEY, _DEFAULTS, _TRIGGER = TRIGGER_PATH
_IN_CLUSTER: Final = "https://kubernetes.default.svc"
_NAME: Final = "openshift-credentials-fleet"

HEALTH_SCRIPT: Final = script("health.lua")
"""Health of a Stack. Drift is reported but does not stop a wave: the next update can fix it."""


def parameters(member: Member) -> Object:
    """Values that the ApplicationSet reads from a member's file."""
    return {
        "name": member.name,
        "wave": member["wave"],
        "destination": member["destination"] or member.name,
    }


def application_set(fleet: Fleet, topology: Topology) -> Object:
    """One Application per member; a wave is synced after the previous one is healthy."""
    base = f"{fleet['path'].strip('/')}/" if fleet["path"].strip("/.") else ""
    steps = [
        {"matchExpressions": [{"key": WAVE, "operator": "In", "values": [wave]}]}
        for wave in fleet.waves
    ]
    destination: Object = {"namespace": fleet["namespace"]}
    match topology:
        case Topology.HUB:
            destination["server"] = _IN_CLUSTER
        case Topology.CLUSTER:
            destination["name"] = "{{.destination}}"
        case _:
            assert_never(topology)
    return manifest(
        "application-set.yaml",
        ARGO_API=upstream.ARGO_API,
        METADATA=metadata(_NAME, fleet["argocdNamespace"]),
        REPOSITORY=_repository(fleet),
        REVISION=fleet["revision"],
        FILES=f"{base}clusters/*/cluster.json",
        STEPS=steps,
        LABELS={**PART_OF, WAVE: "{{.wave}}"},
        DESTINATION=destination,
        TRIGGERS=[
            f'.spec.config["{_KEY}"].{_DEFAULTS}.{_TRIGGER}',
            f'.metadata.annotations["{RECONCILE}"]',
        ],
    )


def hub_application(fleet: Fleet) -> Object:
    """The Application for common objects on the hub."""
    base = f"{fleet['path'].strip('/')}/" if fleet["path"].strip("/.") else ""
    return {
        "apiVersion": upstream.ARGO_API,
        "kind": "Application",
        "metadata": metadata(f"{_NAME}-hub", fleet["argocdNamespace"]),
        "spec": {
            "project": "default",
            "source": _source(fleet, f"{base}fleet/hub"),
            "destination": {"server": _IN_CLUSTER, "namespace": fleet["namespace"]},
            "syncPolicy": _sync_policy(),
        },
    }


def health_checks(fleet: Fleet) -> Object:
    """The part of Argo CD's ConfigMap with the health check of Stacks."""
    return {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {
            "name": "argocd-cm",
            "namespace": fleet["argocdNamespace"],
            "labels": {upstream.PART_OF_LABEL: "argocd"},
        },
        "data": {"resource.customizations.health.pulumi.com_Stack": HEALTH_SCRIPT},
    }


def _repository(fleet: Fleet) -> str:
    return fleet["repository"] or EXAMPLE_REPOSITORY


def _source(fleet: Fleet, path: str) -> Object:
    return {"repoURL": _repository(fleet), "targetRevision": fleet["revision"], "path": path}


def _sync_policy() -> Object:
    return {
        "automated": {"prune": True, "selfHeal": True},
        "syncOptions": ["ServerSideApply=true", "RespectIgnoreDifferences=true"],
    }
