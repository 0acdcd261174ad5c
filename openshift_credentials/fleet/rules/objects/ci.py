"""A matrix of jobs in GitHub Actions, wave by wave, without an operator.

Source: GitHub documentation, "Reusing workflows" and "Running variations of jobs in a workflow".
"""

from typing import Final

from openshift_credentials.fleet.rules.inventory import Cloud, Fleet, Member
from openshift_credentials.fleet.rules.objects.labels import Object
from openshift_credentials.fleet.rules.stack_settings import TRIGGER_PATH, stack_config

CHECKOUT: Final = "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1"
AWS_SESSION: Final = (
    "aws-actions/configure-aws-credentials@e6de054238d6b7531b4efff3b6587d9aade6a06c"
)

_TRIGGER: Final = f"{TRIGGER_PATH[0]}.{'.'.join(TRIGGER_PATH[1:])}"
_PICK: Final = "jq -cs --arg wave \"$WAVE\" 'map(select(.wave == $wave))'"

UP_SCRIPT: Final = f"""\
set -eu
if [ -n "$KUBECONFIG_CONTENT" ]; then
  export KUBECONFIG="$RUNNER_TEMP/kubeconfig"
  (umask 077 && printf '%s' "$KUBECONFIG_CONTENT" > "$KUBECONFIG")
fi
file="$RUNNER_TEMP/Pulumi.$NAME.yaml"
cp "$GITHUB_WORKSPACE/$FLEET/clusters/$NAME/Pulumi.$NAME.yaml" "$file"
cd "$PROGRAM"
pulumi stack select --create ${{PROVIDER:+--secrets-provider "$PROVIDER"}} "$STACK"
pulumi config set --stack "$STACK" --config-file "$file" --path "{_TRIGGER}" "$TRIGGER"
case "$TASK" in
  drift) set -- preview --refresh --expect-no-changes ;;
  freeze) set -- preview ;;
  *) set -- up --yes --skip-preview --continue-on-error ;;
esac
pulumi "$@" --stack "$STACK" --non-interactive --config-file "$file"
"""


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
    jobs: dict[str, object] = {
        "night": {
            "runs-on": "ubuntu-24.04",
            "timeout-minutes": 5,
            "outputs": {"trigger": "${{ steps.night.outputs.trigger }}"},
            "steps": [
                {"id": "night", "run": 'echo "trigger=$(date -u +%Y-%m-%d)" >> "$GITHUB_OUTPUT"'}
            ],
        }
    }
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
    paths = [f"{_base(fleet)}clusters/**"]
    return {
        "name": "Fleet",
        "on": {
            "push": {"branches": [fleet["revision"]], "paths": paths},
            "schedule": [{"cron": fleet["nightlySchedule"]}, {"cron": fleet["driftSchedule"]}],
            "workflow_dispatch": None,
        },
        "permissions": {},
        "concurrency": {"group": "fleet", "cancel-in-progress": False},
        "jobs": jobs,
    }


def wave_workflow(fleet: Fleet) -> Object:
    """The workflow of one wave: one job per cluster, in an environment with the cluster's name."""
    texts = {name: {"required": True, "type": "string"} for name in ("wave", "trigger", "task")}
    pick = f'echo "entries=$({_PICK} {_base(fleet)}clusters/*/matrix.json)" >> "$GITHUB_OUTPUT"'
    checkout: Object = {"uses": CHECKOUT, "with": {"persist-credentials": False}}
    return {
        "name": "Fleet wave",
        "on": {"workflow_call": {"inputs": texts}},
        "permissions": {},
        "jobs": {
            "pick": {
                "permissions": {"contents": "read"},
                "runs-on": "ubuntu-24.04",
                "timeout-minutes": 5,
                "outputs": {"entries": "${{ steps.pick.outputs.entries }}"},
                "steps": [
                    checkout,
                    {"id": "pick", "env": {"WAVE": "${{ inputs.wave }}"}, "run": pick},
                ],
            },
            "update": _update_job(fleet, checkout),
        },
    }


def _update_job(fleet: Fleet, checkout: Object) -> Object:
    of_cluster = {
        "AWS_REGION": "region",
        "ARM_CLIENT_ID": "clientId",
        "ARM_SUBSCRIPTION_ID": "subscription",
        "ARM_TENANT_ID": "tenant",
        "NAME": "name",
        "PROVIDER": "secretsProvider",
        "PULUMI_BACKEND_URL": "backend",
        "STACK": "stack",
    }
    environment: Object = {key: f"${{{{ matrix.{name} }}}}" for key, name in of_cluster.items()}
    environment |= {
        "ARM_USE_OIDC": "true",
        "FLEET": fleet["path"],
        "PROGRAM": fleet["programDirectory"],
        "TASK": "${{ matrix.freeze && 'freeze' || inputs.task }}",
        "TRIGGER": "${{ inputs.trigger }}",
    }
    secrets = {
        "KUBECONFIG_CONTENT": "${{ secrets.KUBECONFIG }}",
        "PULUMI_ACCESS_TOKEN": "${{ secrets.PULUMI_ACCESS_TOKEN }}",
        "PULUMI_CONFIG_PASSPHRASE": "${{ secrets.PULUMI_CONFIG_PASSPHRASE }}",
    }
    session = {
        "if": "matrix.roleArn != ''",
        "uses": AWS_SESSION,
        "with": {
            "role-to-assume": "${{ matrix.roleArn }}",
            "aws-region": "${{ matrix.region }}",
        },
    }
    return {
        "needs": "pick",
        "if": "needs.pick.outputs.entries != '[]'",
        "permissions": {"contents": "read", "id-token": "write"},
        "strategy": {
            "fail-fast": False,
            "max-parallel": 20,
            "matrix": {"include": "${{ fromJSON(needs.pick.outputs.entries) }}"},
        },
        "environment": "${{ matrix.name }}",
        "concurrency": {"group": "${{ matrix.stack }}", "cancel-in-progress": False},
        "runs-on": "ubuntu-24.04",
        "container": {"image": "${{ matrix.image }}", "options": "--user root"},
        "timeout-minutes": 120,
        "env": environment,
        "steps": [checkout, session, {"env": secrets, "shell": "sh -e {0}", "run": UP_SCRIPT}],
    }


def _base(fleet: Fleet) -> str:
    path = fleet["path"].strip("/.")
    return f"{path}/" if path else ""
