"""A matrix of jobs in GitHub Actions, wave by wave, without an operator.

Source: GitHub documentation, "Reusing workflows" and "Running variations of jobs in a workflow".
"""

from typing import Final

from openshift_credentials.base.json_values import object_member
from openshift_credentials.fleet.rules.inventory import Cloud, Fleet, Member
from openshift_credentials.fleet.rules.objects.labels import Object
from openshift_credentials.fleet.rules.objects.scripts import manifest, script
from openshift_credentials.fleet.rules.stack_settings import stack_config

_PICK: Final = "jq -cs --arg wave \"$WAVE\" 'map(select(.wave == $wave))'"

UP_SCRIPT: Final = script("up.sh")


def matrix_entry(member: Member) -> Object:
    """Input of a member's job, without secrets."""
    return {
        "name": member.name,
        "wave": member["wave"],
        "stack": member.pulumi_stack,
        "cloud": member.cloud.value,
        "image": member["image"],
        "backend": member["backend"],
        "secretsProvider": "" if member.needs_passphrase else member["secretsProvider"],
        "region": member["region"],
        "roleArn": member["roleArn"] if member.cloud is Cloud.AWS else "",
        "clientId": member["clientId"],
        "tenant": member["tenant"],
        "subscription": member["subscription"],
        "freeze": member.frozen,
    }


def stack_file(member: Member) -> Object:
    """The stack file of a member, as the Pulumi CLI reads it."""
    return {"config": stack_config(member)}


def fleet_workflow(fleet: Fleet) -> Object:
    """The workflow: every wave is a job, and at night a failed wave does not stop others."""
    workflow = manifest(
        "fleet.yaml",
        REVISION=fleet["revision"],
        PATHS=f"{_base(fleet)}clusters/**",
        NIGHTLY_SCHEDULE=fleet["nightlySchedule"],
        DRIFT_SCHEDULE=fleet["driftSchedule"],
    )
    jobs = dict(object_member(workflow, "jobs"))
    drift = f"github.event.schedule == '{fleet['driftSchedule']}'"
    before = "night"
    for wave in fleet.waves:
        name = f"wave-{wave}"
        needs = ["night"] if before == "night" else ["night", before]
        # On a push, the next wave waits for a success; a schedule backs up as much as possible.
        succeeded = f"needs.{before}.result == 'success'"
        condition = f"!cancelled() && (github.event_name == 'schedule' || {succeeded})"
        jobs[name] = {
            "needs": needs,
            "if": "${{ " + condition + " }}",
            "permissions": {"contents": "read", "id-token": "write"},
            "uses": "./.github/workflows/fleet-wave.yaml",
            "with": {
                "wave": wave,
                "trigger": "${{ needs.night.outputs.trigger }}",
                "task": "${{ " + drift + " && 'drift' || 'up' }}",
            },
            "secrets": "inherit",
        }
        before = name
    return {**workflow, "jobs": jobs}


def wave_workflow(fleet: Fleet) -> Object:
    """The workflow of one wave: one job per cluster, in an environment with the cluster's name."""
    return manifest(
        "fleet-wave.yaml",
        PATH=fleet["path"],
        PICK=f'echo "entries=$({_PICK} {_base(fleet)}clusters/*/matrix.json)" >> "$GITHUB_OUTPUT"',
        PROGRAM=fleet["programDirectory"],
        UP=UP_SCRIPT,
    )


def _base(fleet: Fleet) -> str:
    path = fleet["path"].strip("/.")
    return f"{path}/" if path else ""
