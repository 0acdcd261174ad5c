"""Whole-process time of the offline bundle, and of a preview, compared with a flat program.

Usage: ``python -m benchmarks.component_identities [--rounds N]``. Ratio: this program to flat.
"""

import argparse
import json
import tempfile
from pathlib import Path

from benchmarks.processes import measure, python
from benchmarks.stacks import ROOT

SIZES = (7, 100, 1_000)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    print(f"{'requests':>10}{'bundle':>10}{'preview':>10}{'flat':>10}{'ratio':>8}")
    for size in SIZES:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            stack = write_stack(folder, size)
            place = ["--stack", "dev", "--config-file", str(stack), "--cwd", str(ROOT)]
            ours = python("-m", "openshift_credentials")
            found = measure(
                {
                    "bundle": [*ours, "bundle", *place, "--offline", "--out", str(folder / "out")],
                    "preview": [*ours, "preview", *place, "-o", "json"],
                    "flat": python("-m", "benchmarks.flat_identities", str(folder / "requests")),
                },
                rounds,
            )
            bundle, preview, flat = (found[each].seconds for each in ("bundle", "preview", "flat"))
            print(
                f"{size:>10}{bundle:>8.2f} s{preview:>8.2f} s{flat:>8.2f} s{preview / flat:>8.2f}",
                flush=True,
            )


def write_stack(folder: Path, size: int) -> Path:
    """A stack on AWS with ``size`` requests, below ``folder``."""
    requests = folder / "requests"
    requests.mkdir()
    for index in range(size):
        (requests / f"{index:04}.yaml").write_text(REQUEST.format(index=index), encoding="utf-8")
    config = {
        "openshift-credentials:tokenIssuer": {
            "name": "bench",
            "aws": {"region": "us-east-1", "accountId": "123456789012"},
        },
        "openshift-credentials:componentIdentities": {"requests": str(requests)},
    }
    path = folder / "Pulumi.dev.yaml"
    path.write_text(json.dumps({"config": config}), encoding="utf-8")
    return path


REQUEST = """\
apiVersion: cloudcredential.openshift.io/v1
kind: CredentialsRequest
metadata:
  name: component-{index:04}
  namespace: openshift-cloud-credential-operator
spec:
  secretRef:
    name: cloud-credentials
    namespace: openshift-component-{index:04}
  serviceAccountNames: [operator, controller]
  providerSpec:
    apiVersion: cloudcredential.openshift.io/v1
    kind: AWSProviderSpec
    statementEntries:
      - effect: Allow
        action: ["s3:CreateBucket", "s3:GetObject", "s3:ListBucket", "s3:PutObject"]
        resource: "*"
"""

if __name__ == "__main__":
    main()
