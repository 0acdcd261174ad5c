"""Secrets and ServiceAccounts for the verb ``job``, and a call of it."""

from tests.cli.running import Result, Runner
from tests.systems.etcd_backup.rules.backup_samples import Json

MARKER = "MARKER-7f3a"
ARN = "arn:aws:iam::123456789012:role/etcd-backup-role"
GUID = "11111111-2222-3333-4444-555555555555"
CLIENT_ID = "azure.workload.identity/client-id"
STS = {"credentials": ARN}


def secret(data: dict[str, str], **metadata: object) -> Json:
    return {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {"name": "cloud-credentials", "namespace": "hypershift", **metadata},
        "stringData": data,
    }


def account(**metadata: object) -> Json:
    return {
        "apiVersion": "v1",
        "kind": "ServiceAccount",
        "metadata": {"name": "etcd-backup-job", "namespace": "hypershift", **metadata},
    }


def predict(
    verbs: Runner, backup_: Json, secret_: Json, *arguments: str, service_account: Json | None = None
) -> Result:
    files = ["--backup", verbs.file("backup.yaml", backup_), "--secret", verbs.file("secret.yaml", secret_)]
    if service_account is not None:
        files += ["--service-account", verbs.file("account.yaml", service_account)]
    return verbs.run("job", *files, *arguments)
