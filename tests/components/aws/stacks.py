"""Stacks on AWS for tests: the smallest one, and what is put over it."""

from collections.abc import Collection, Mapping
from typing import Any, Final

from tests.kit.harness import record, record_stopped, run_main
from tests.kit.realistic import Answer
from tests.kit.recorded import Recorded
from tests.kit.trees import config

ISSUER: Final = "https://oidc.example.com/abc"


def run(
    s3: Mapping[str, Any] | None = None,
    credentials: Mapping[str, Any] | None = None,
    *,
    preview: bool,
    outputs: Mapping[str, Answer] | None = None,
    secret_keys: Collection[str] = (),
    issuer: str = ISSUER,
    stops: bool = False,
) -> Recorded:
    """Run the whole program with these settings over the smallest ones."""
    tree = {
        "cluster": {"name": "mc", "oidcIssuer": issuer},
        "storage": {
            "storageType": "S3",
            "s3": {"bucket": "snapshots", "region": "us-east-1", "accountId": "123456789012", **(s3 or {})},
        },
        "credentials": credentials or {},
        "backupPolicy": {"wait": False},
        "backups": [{"hostedCluster": "clusters/one", "trigger": "first"}],
    }
    return (record_stopped if stops else record)(
        run_main, preview=preview, outputs=outputs, config=config(tree), secret_keys=secret_keys
    )
