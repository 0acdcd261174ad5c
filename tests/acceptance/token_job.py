"""A Job with the ServiceAccount of the backup Jobs: it may upload, and it may not read.

The token is the role's own: the cluster signs it, and the cloud exchanges it. HyperShift's operator
takes no part, so that a cluster without it is enough.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, assert_never

from openshift_credentials.platforms.aws.arns import STS_AUDIENCE
from openshift_credentials.platforms.azure.federation import TOKEN_EXCHANGE_AUDIENCE
from openshift_credentials.systems.etcd_backup.rules.names import SERVICE_ACCOUNT
from tests.acceptance.run import Cloud, Run
from tests.acceptance.stacks import CONTAINER, PREFIX, Options, account_name

UPLOADED: Final = "UPLOADED"
REFUSED: Final = "REFUSED"
READ: Final = "READ"
IMAGES: Final[Mapping[Cloud, str]] = {
    Cloud.AWS: "public.ecr.aws/aws-cli/aws-cli:2.31.0",
    Cloud.AZURE: "mcr.microsoft.com/azure-cli:2.77.0",
}
_PATIENCE_SECONDS: Final = 600
_POLL_SECONDS: Final = 5
_TOKENS: Final = "/var/run/secrets/acceptance"
_ON_AWS: Final = f"""
export HOME=/tmp
echo acceptance > /tmp/snapshot
at="--bucket $BUCKET --key {PREFIX}/acceptance"
aws s3api put-object $at --body /tmp/snapshot > /dev/null && echo {UPLOADED}
if aws s3api get-object $at /tmp/read 2> /tmp/error; then echo {READ}; exit 1; fi
cat /tmp/error
grep -q AccessDenied /tmp/error && echo {REFUSED}
"""
_ON_AZURE: Final = f"""
export HOME=/tmp
echo acceptance > /tmp/snapshot
az login --service-principal --username "$CLIENT_ID" --tenant "$TENANT_ID" \\
  --federated-token "$(cat {_TOKENS}/token)" --allow-no-subscriptions > /dev/null
at="--auth-mode login --account-name $ACCOUNT --container-name {CONTAINER}
  --name {PREFIX}/acceptance"
az storage blob upload $at --file /tmp/snapshot > /dev/null && echo {UPLOADED}
if az storage blob download $at --file /tmp/read 2> /tmp/error; then echo {READ}; exit 1; fi
cat /tmp/error
grep -q -e AuthorizationPermissionMismatch -e "required permissions" /tmp/error && echo {REFUSED}
"""


@dataclass(frozen=True)
class TokenJob:
    """``core`` and ``batch`` are the APIs of the Kubernetes client for these groups."""

    run: Run
    options: Options
    core: Any
    batch: Any

    def prepare(self) -> None:
        """Make the namespace of the run and the ServiceAccount, before the stack needs them."""
        labels = {"pod-security.kubernetes.io/enforce": "baseline"}
        self.core.create_namespace({"metadata": {"name": self.run.name, "labels": labels}})
        account = {"metadata": {"name": SERVICE_ACCOUNT}}
        self.core.create_namespaced_service_account(self.run.name, account)

    def remove(self) -> None:
        """Delete the namespace with everything in it, if it is there."""
        named = f"metadata.name={self.run.name}"
        if self.core.list_namespace(field_selector=named).items:
            self.core.delete_namespace(self.run.name)

    def upload_and_read(self, outputs: Mapping[str, Any]) -> None:
        """Run the Job with the outputs of stack ``dev``; raise unless it ends as it has to."""
        namespace, name = self.run.name, "acceptance"
        self.batch.create_namespaced_job(namespace, job_of(self.run, self.options, outputs))
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while time.monotonic() < deadline:
            status = self.batch.read_namespaced_job_status(name, namespace).status
            if status.succeeded or status.failed:
                break
            time.sleep(_POLL_SECONDS)
        pods = self.core.list_namespaced_pod(namespace, label_selector=f"job-name={name}").items
        logs = [self.core.read_namespaced_pod_log(pod.metadata.name, namespace) for pod in pods]
        judge("\n".join(logs))


def judge(log: str) -> None:
    """Raise unless the Job has uploaded, and its read was refused for want of permission."""
    lines = set(log.splitlines())
    if READ in lines:
        raise PermissionError("the role's token could read what it uploaded; it may only write")
    if UPLOADED not in lines:
        raise PermissionError(f"the role's token could not upload: {log[-600:]}")
    if REFUSED not in lines:
        raise PermissionError(f"the read failed for another reason than permission: {log[-600:]}")


def job_of(run: Run, options: Options, outputs: Mapping[str, Any]) -> Mapping[str, Any]:
    """The Job, whose pod gets a token of its own for the cloud's audience."""
    match run.cloud:
        case Cloud.AWS:
            audience, script = STS_AUDIENCE, _ON_AWS
            variables = {
                "AWS_ROLE_ARN": str(outputs["roleArn"]),
                "AWS_WEB_IDENTITY_TOKEN_FILE": f"{_TOKENS}/token",
                "AWS_REGION": options.region,
                "BUCKET": str(outputs["bucket"]),
            }
        case Cloud.AZURE:
            audience, script = TOKEN_EXCHANGE_AUDIENCE, _ON_AZURE
            variables = {
                "CLIENT_ID": str(outputs["clientId"]),
                "TENANT_ID": options.tenant,
                "ACCOUNT": account_name(run, "dev"),
            }
        case _:
            assert_never(run.cloud)
    token = {"path": "token", "audience": audience, "expirationSeconds": 3600}
    container = {
        "name": "acceptance",
        "image": IMAGES[run.cloud],
        "command": ["sh", "-c", script],
        "env": [{"name": key, "value": value} for key, value in variables.items()],
        "volumeMounts": [{"name": "token", "mountPath": _TOKENS, "readOnly": True}],
        "securityContext": {
            "allowPrivilegeEscalation": False,
            "capabilities": {"drop": ["ALL"]},
            "seccompProfile": {"type": "RuntimeDefault"},
        },
    }
    pod = {
        "serviceAccountName": SERVICE_ACCOUNT,
        "restartPolicy": "Never",
        "containers": [container],
        "volumes": [{"name": "token", "projected": {"sources": [{"serviceAccountToken": token}]}}],
    }
    return {
        "metadata": {"name": "acceptance"},
        "spec": {"backoffLimit": 0, "activeDeadlineSeconds": 300, "template": {"spec": pod}},
    }
