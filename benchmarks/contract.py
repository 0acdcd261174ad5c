"""Speed of checks of Secrets, and the parts of ``detect`` on 2,000 of them.

Run with ``python -m benchmarks.contract``. Job prediction is in ``benchmarks.job_prediction``.
"""

import base64
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import yaml

from benchmarks.job_prediction import per_second
from openshift_credentials.systems.etcd_backup.rules.credentials import CredentialMode, detect
from openshift_credentials.systems.etcd_backup.rules.findings import findings
from openshift_credentials.systems.etcd_backup.rules.payloads import (
    aws_static,
    aws_sts,
    azure_client_secret,
    azure_workload_identity,
    copy_as_plugin,
    encode,
)

SECRETS = 2000
ROUNDS = 5
ID = "11111111-2222-3333-4444-555555555555"
IDENTITY_FILE = {
    "authentication_endpoint": "https://login.microsoftonline.com/",
    "client_id": ID,
    "tenant_id": ID,
    "client_secret": base64.b64encode(b"0" * 3000).decode(),
    "not_before": "2026-08-01T00:00:00Z",
}
CONTENTS: Mapping[CredentialMode, Mapping[str, str]] = {
    CredentialMode.AWS_STS: aws_sts("arn:aws:iam::123456789012:role/etcd-backup"),
    CredentialMode.AWS_STATIC: aws_static("A" * 20, "s" * 40, "t" * 800),
    CredentialMode.AZURE_WORKLOAD_IDENTITY: copy_as_plugin(
        azure_workload_identity(ID, ID, ID, "group")
    ),
    CredentialMode.AZURE_CLIENT_SECRET: azure_client_secret(ID, ID, ID, "s" * 40),
    CredentialMode.AZURE_MANAGED_IDENTITY: {"credentials": json.dumps(IDENTITY_FILE)},
}
PAYLOADS = {mode: encode(content) for mode, content in CONTENTS.items()}


def rates() -> None:
    for mode, data in PAYLOADS.items():
        detections = per_second(lambda mode=mode, data=data: detect(mode.storage_type, data))
        judged = per_second(lambda mode=mode, data=data: findings(mode.storage_type, data))
        print(f"{mode}: {detections:,.0f} detections, {judged:,.0f} times all findings per second")


def manifests() -> list[dict[str, object]]:
    """Secrets as ``kubectl get secret -o yaml`` prints them, all modes in turn."""
    contents = list(PAYLOADS.values())
    return [
        {
            "apiVersion": "v1",
            "data": {
                key: base64.b64encode(value).decode()
                for key, value in contents[number % len(contents)].items()
            },
            "kind": "Secret",
            "metadata": {
                "creationTimestamp": "2026-11-21T00:00:00Z",
                "labels": {"hypershift.openshift.io/etcd-backup": "true"},
                "name": f"etcd-backup-creds-{number}",
                "namespace": "hypershift",
                "resourceVersion": "190031",
                "uid": ID,
            },
            "type": "Opaque",
        }
        for number in range(SECRETS)
    ]


# The parts are measured inside a process of their own, so that imports are seen too.
PARTS = """
import sys, time
times = [time.perf_counter()]
from openshift_credentials.systems.etcd_backup.rules.credentials import StorageType
from openshift_credentials.systems.etcd_backup.rules.versions import ContractVersion
from openshift_credentials.platforms.manifests.documents import read_documents
from openshift_credentials.platforms.manifests.secrets import read_secret
from openshift_credentials.cli.detect_answers import answer, render_json
import openshift_credentials.cli.program
times.append(time.perf_counter())
documents, problems = read_documents(sys.argv[1:], sys.stdin.buffer)
times.append(time.perf_counter())
secrets = [read_secret(document.content) for document in documents]
times.append(time.perf_counter())
answers = [answer(s, t, ContractVersion.CURRENT) for s in secrets for t in StorageType]
times.append(time.perf_counter())
sys.stderr.write(render_json(iter(answers)))
times.append(time.perf_counter())
print(*(later - earlier for earlier, later in zip(times, times[1:])))
"""
PART_NAMES = ("import", "read manifests", "decode Secrets", "judge", "print")


def process(name: str, file: Path) -> None:
    """The whole process, an empty one, and the parts; the best of several runs each."""
    command = [sys.executable, "-m", "openshift_credentials", "detect", "-o", "json", str(file)]
    whole = best(lambda: run(command))
    empty = best(lambda: run([sys.executable, "-c", "pass"]))
    runs = [
        [float(part) for part in run([sys.executable, "-c", PARTS, str(file)]).split()]
        for _ in range(ROUNDS)
    ]
    parts = [min(times) for times in zip(*runs, strict=True)]
    size = file.stat().st_size / 1e6
    print(f"\ndetect on {SECRETS} Secrets, {name} ({size:.1f} MB): {whole:.2f} s")
    print(f"  interpreter: {empty * 1000:.0f} ms")
    for part, seconds in zip(PART_NAMES, parts, strict=True):
        print(f"  {part}: {seconds * 1000:.0f} ms")


def run(command: list[str]) -> bytes:
    return subprocess.run(command, check=True, capture_output=True).stdout


def best(work: Callable[[], object]) -> float:
    """Seconds of the fastest of several runs."""

    def once() -> float:
        start = time.perf_counter()
        work()
        return time.perf_counter() - start

    return min(once() for _ in range(ROUNDS))


def main() -> None:
    rates()
    items = manifests()
    whole = {"apiVersion": "v1", "kind": "List", "items": items}
    with tempfile.TemporaryDirectory() as directory:
        for name, text in (
            ("one List in YAML", yaml.safe_dump(whole)),
            ("YAML documents", yaml.safe_dump_all(items)),
            ("one List in JSON", json.dumps(whole, indent=4)),
        ):
            file = Path(directory) / name.replace(" ", "-")
            file.write_text(text)
            process(name, file)


if __name__ == "__main__":
    main()
