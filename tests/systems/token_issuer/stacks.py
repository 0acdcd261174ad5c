"""Stacks with a token issuer and component identities, recorded as preview or as update."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from openshift_credentials.preview.stack_files import read_stack
from tests.cco_samples import public_key
from tests.kit.harness import record, run_main
from tests.kit.places import REPOSITORY
from tests.kit.recorded import Recorded

EXAMPLES = (
    "sts-aws-public",
    "sts-aws-private",
    "sts-govcloud",
    "workload-id-azure",
    "sts-adopt-ccoctl",
    "issuer-and-backups",
)

SIGNER = public_key("test-signer").decode()
AWS = {"region": "us-west-2", "accountId": "123456789012"}


def issuer(**more: object) -> dict[str, object]:
    """A branch ``tokenIssuer`` on AWS."""
    return {"name": "mycluster", "aws": AWS, "keys": [{"name": "a", "publicKey": SIGNER}], **more}


def imported(stack: Recorded) -> dict[str, str]:
    """Import IDs by the names of resources."""
    found = ((each.name, each.request.importId) for each in stack.resources)
    return {name: identifier for name, identifier in found if identifier}


@cache
def recorded_example(name: str, preview: bool) -> Recorded:
    """An example, recorded."""
    file = REPOSITORY / "examples" / name / f"Pulumi.{name}.yaml"
    # What an update looks for in the management cluster is the etcd backups' own business.
    alone = ("etcdBackup.backupPolicy.wait=false",) if name == "issuer-and-backups" else ()
    stack = read_stack(REPOSITORY, name, file, alone)
    return record(
        run_main,
        preview=preview,
        config=stack.config,
        secret_keys=stack.secret_keys,
        stack=stack.stack,
    )


def recorded(
    branches: Mapping[str, object], *, preview: bool, secret: tuple[str, ...] = ()
) -> Recorded:
    """A stack with these branches, recorded."""
    return record(
        run_main,
        preview=preview,
        config={
            f"openshift-credentials:{key}": json.dumps(value) for key, value in branches.items()
        },
        secret_keys=[f"openshift-credentials:{key}" for key in secret],
        stack="test",
    )


def write_requests(folder: Path, *requests: Mapping[str, object]) -> str:
    """Write requests into a folder, one file each, and return its path."""
    folder.mkdir(exist_ok=True)
    for index, each in enumerate(requests):
        (folder / f"{index:04}.yaml").write_text(json.dumps(each), encoding="utf-8")
    return str(folder)


def aws_request(namespace: str, secret: str, *accounts: str) -> dict[str, Any]:
    """A request of a component on AWS."""
    return {
        "metadata": {"name": f"{namespace}-{secret}"},
        "spec": {
            "secretRef": {"namespace": namespace, "name": secret},
            "serviceAccountNames": list(accounts),
            "providerSpec": {
                "apiVersion": "cloudcredential.openshift.io/v1",
                "kind": "AWSProviderSpec",
                "statementEntries": [
                    {"effect": "Allow", "action": ["s3:GetObject"], "resource": "*"}
                ],
            },
        },
    }
