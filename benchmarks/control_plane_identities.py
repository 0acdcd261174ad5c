"""Speed of checks, rotations and previews of identities; 500 of each.

Run with ``python -m benchmarks.control_plane_identities``.
"""

import base64
import json
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from openshift_credentials.platforms.azure.managed_identity.loading import rotation
from openshift_credentials.preview.run import run_program
from openshift_credentials.preview.stack_files import read_stack
from openshift_credentials.systems.control_plane_identities.rules.findings import check
from openshift_credentials.systems.control_plane_identities.rules.hosted_cluster import (
    judge_hosted_cluster,
)

NUMBER: Final = 500
STACKS: Final = 56
"""Previews of nine identities each: 504 identities."""

ROOT: Final = Path(__file__).parents[1]


def timed(what: str, work: Callable[[], object]) -> None:
    start, used = time.perf_counter(), time.process_time()
    work()
    elapsed, processor = time.perf_counter() - start, time.process_time() - used
    print(f"{what}: {elapsed:.2f} s, {processor:.2f} s of a processor")


def document(not_before: datetime) -> bytes:
    key = rsa.generate_private_key(65537, 2048)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "identity")])
    begin, end = datetime.now(UTC) - timedelta(days=1), datetime.now(UTC) + timedelta(days=90)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), 7)
        .not_valid_before(begin)
        .not_valid_after(end)
        .sign(key, hashes.SHA256())
    )
    form = PrivateFormat.PKCS8
    bundle = certificate.public_bytes(Encoding.PEM)
    bundle += key.private_bytes(Encoding.PEM, form, NoEncryption())
    times = ("not_before", "renew_after", "cannot_renew_after", "not_after")
    return json.dumps(
        {
            "authentication_endpoint": "https://login.microsoftonline.com/",
            "client_id": "11111111-2222-3333-4444-555555555555",
            "tenant_id": "66666666-7777-8888-9999-000000000000",
            "client_secret": base64.b64encode(bundle).decode(),
            **{
                each: (not_before + timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")
                for days, each in zip((0, 20, 40, 60), times, strict=True)
            },
        }
    ).encode()


def hosted_cluster() -> dict[str, object]:
    data = ROOT / "tests" / "data" / "identity" / "hosted_cluster_api.json"
    return json.loads(data.read_text(encoding="utf-8"))["bases"]["managed"]


def main() -> None:
    now = datetime.now(UTC)
    one = document(now)
    documents = [one] * NUMBER
    timed(f"{NUMBER} documents checked", lambda: [check(each, now) for each in documents])
    timed(f"a rotation through {NUMBER} documents", lambda: rotation(documents))
    manifest = hosted_cluster()
    clusters = [manifest] * NUMBER
    timed(f"{NUMBER} HostedClusters checked", lambda: [judge_hosted_cluster(c) for c in clusters])
    stack = read_stack(ROOT, "aro-kms", ROOT / "examples/aro-kms/Pulumi.aro-kms.yaml", [])
    run_program(stack)  # the imports are not measured
    timed(
        f"{STACKS} previews of nine identities, in one process",
        lambda: [run_program(stack) for _ in range(STACKS)],
    )


if __name__ == "__main__":
    main()
