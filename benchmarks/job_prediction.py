"""Backups that are checked and Jobs that are predicted per second.

Run with ``python -m benchmarks.job_prediction``; prints one line per credential mode.
"""

import time
from collections.abc import Callable

from openshift_credentials.systems.etcd_backup.rules.backup import validate
from openshift_credentials.systems.etcd_backup.rules.job import Images, predict_job

SECONDS = 1.0
IMAGES = Images(control_plane_operator="registry.example/cpo:1", etcd="registry.example/etcd:1")
S3 = {
    "bucket": "my-bucket",
    "region": "us-east-1",
    "keyPrefix": "etcd-backups",
    "credentials": {"name": "cloud-credentials"},
}
AZURE_BLOB = {
    "container": "etcd",
    "storageAccount": "acct1",
    "keyPrefix": "etcd-backups",
    "credentials": {"name": "cloud-credentials"},
}
CASES = {
    "aws-sts": ("S3", {"credentials": b"arn:aws:iam::123456789012:role/etcd-backup"}),
    "aws-static": ("S3", {"credentials": b"[default]\naws_access_key_id=A\n"}),
    "azure-workload-identity": ("AzureBlob", {"cloud": b"AZURE_TENANT_ID=t\nAZURE_CLIENT_ID=c\n"}),
    "azure-client-secret": ("AzureBlob", {"credentials": b'{"clientSecret":"s"}'}),
    "azure-managed-identity": ("AzureBlob", {"credentials": b'{"client_secret":"s"}'}),
}


def backup(storage_type: str) -> dict[str, object]:
    member = {"s3": S3} if storage_type == "S3" else {"azureBlob": AZURE_BLOB}
    return {
        "apiVersion": "hypershift.openshift.io/v1beta1",
        "kind": "HCPEtcdBackup",
        "metadata": {"name": "nightly", "namespace": "clusters-a"},
        "spec": {"storage": {"storageType": storage_type, **member}},
    }


def per_second(work: Callable[[], object]) -> float:
    """Runs of ``work`` in a second, measured for about :data:`SECONDS`."""
    runs, start = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < SECONDS:
        for _ in range(100):
            work()
        runs += 100
    return runs / elapsed


def main() -> None:
    for mode, (storage_type, data) in CASES.items():
        manifest = backup(storage_type)

        def job(manifest: dict[str, object] = manifest, data: dict[str, bytes] = data) -> object:
            return predict_job(manifest, data, hosted_control_plane="hcp", images=IMAGES)

        print(f"Job prediction, {mode}: {per_second(job):,.0f} per second")
    for storage_type in ("S3", "AzureBlob"):
        manifest = backup(storage_type)
        rate = per_second(lambda manifest=manifest: validate(manifest))
        print(f"validation, {storage_type}: {rate:,.0f} per second")


if __name__ == "__main__":
    main()
