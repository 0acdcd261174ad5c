"""The files of a rendered fleet: their paths and texts, the same for the same inventory.

What follows from one row lies below ``clusters/<name>`` (for Flux also in
``flux/wave-<wave>/<name>.yaml``), so a changed row changes only its own files. Common files are
below ``fleet``; they depend on the group ``fleet`` and on the set of waves.
"""

import json
from collections.abc import Iterator
from typing import Final, assert_never

from openshift_credentials.base.yaml_text import yaml_text
from openshift_credentials.fleet.rules.inventory import Engine, Fleet, Member, Topology
from openshift_credentials.fleet.rules.objects import access, argocd, ci, flux, jobs
from openshift_credentials.fleet.rules.objects.scripts import script
from openshift_credentials.fleet.rules.objects.stack import drift_stack, update_stack

Files = dict[str, str]

MARK: Final = "Rendered from the fleet's inventory; change the row and render again."
"""First line of every rendered file that can have a comment."""

_KUSTOMIZE: Final = "kustomize.config.k8s.io/v1beta1"


def files_of(fleet: Fleet, topology: Topology, engine: Engine) -> Files:
    """Every file by its path, in the order of paths."""
    found: Files = {}
    for member in fleet.members:
        found |= dict(files_of_member(member, fleet, topology, engine))
    found |= dict(files_of_fleet(fleet, topology, engine))
    return dict(sorted(found.items()))


def files_of_member(
    member: Member, fleet: Fleet, topology: Topology, engine: Engine
) -> Iterator[tuple[str, str]]:
    """The files of one row."""
    directory = f"clusters/{member.name}"
    match engine:
        case Engine.CI:
            yield f"{directory}/Pulumi.{member.name}.yaml", _yaml(ci.stack_file(member))
            yield f"{directory}/matrix.json", _json(ci.matrix_entry(member))
            return
        case Engine.ARGOCD:
            yield f"{directory}/cluster.json", _json(argocd.parameters(member))
        case Engine.FLUX:
            kustomization = flux.kustomization(member, fleet, topology)
            yield f"flux/wave-{member['wave']}/{member.name}.yaml", _yaml(kustomization)
        case Engine.OPERATOR:
            pass
        case _:
            assert_never(engine)
    yield from _objects(member, fleet, topology, directory)


def _objects(
    member: Member, fleet: Fleet, topology: Topology, directory: str
) -> Iterator[tuple[str, str]]:
    resources = ["access.yaml", "stack.yaml"]
    own = [access.service_account(member, fleet), *access.operator_access(member, fleet)]
    match topology:
        case Topology.CLUSTER:
            own = [access.namespace(fleet), *own, *access.management_access(member, fleet)]
            resources.append("jobs.yaml")
            yield f"{directory}/jobs.yaml", _yaml(*jobs.jobs_of_cluster(fleet, member["wave"]))
        case Topology.HUB:
            yield (
                f"management-clusters/{member.name}.yaml",
                _yaml(
                    access.namespace(fleet),
                    access.remote_account(member, fleet),
                    *access.management_access(member, fleet),
                ),
            )
        case _:
            assert_never(topology)
    if not member.frozen:
        resources.append("drift.yaml")
        yield f"{directory}/drift.yaml", _yaml(drift_stack(member, fleet, topology))
    yield f"{directory}/access.yaml", _yaml(*own)
    yield f"{directory}/stack.yaml", _yaml(update_stack(member, fleet, topology))
    yield f"{directory}/kustomization.yaml", _yaml(_kustomization(*sorted(resources)))


def files_of_fleet(fleet: Fleet, topology: Topology, engine: Engine) -> Iterator[tuple[str, str]]:
    """The common files."""
    # The base has user 1000 and a CLI with structured configuration (3.202 or newer). The directory
    # of the configuration is relative to the program's, and to /share/workspace, the link to it:
    # /share is a volume of the workspace's pod, so it survives a restart of the container.
    container = script("Containerfile", PLACE=fleet["programDirectory"])
    yield "fleet/Containerfile", f"# {MARK}\n{container}"
    if engine is Engine.CI:
        yield ".github/workflows/fleet.yaml", _yaml(ci.fleet_workflow(fleet))
        yield ".github/workflows/fleet-wave.yaml", _yaml(ci.wave_workflow(fleet))
        return
    if topology is Topology.HUB:
        names = ["fleet.yaml"]
        yield "fleet/hub/fleet.yaml", _yaml(access.namespace(fleet), *jobs.jobs_of_hub(fleet))
        for wave in fleet.waves:
            names.append(f"wave-{wave}.yaml")
            yield f"fleet/hub/wave-{wave}.yaml", _yaml(*jobs.jobs_of_wave(fleet, wave))
        yield "fleet/hub/kustomization.yaml", _yaml(_kustomization(*names))
    match engine:
        case Engine.ARGOCD:
            yield (
                "fleet/argocd/applications.yaml",
                _yaml(
                    argocd.application_set(fleet, topology),
                    *([argocd.hub_application(fleet)] if topology is Topology.HUB else []),
                ),
            )
            yield "fleet/argocd/health.yaml", _yaml(argocd.health_checks(fleet))
        case Engine.FLUX:
            shared = [flux.hub_kustomization(fleet)] if topology is Topology.HUB else []
            waves = [flux.wave_kustomization(fleet, wave) for wave in fleet.waves]
            yield "fleet/flux/kustomizations.yaml", _yaml(*shared, *waves)
        case Engine.OPERATOR:
            pass
        case _:
            assert_never(engine)


def _kustomization(*resources: str) -> dict[str, object]:
    return {"apiVersion": _KUSTOMIZE, "kind": "Kustomization", "resources": list(resources)}


def _yaml(*documents: object) -> str:
    return yaml_text(documents, MARK)


def _json(document: object) -> str:
    return json.dumps(document, indent=2) + "\n"
