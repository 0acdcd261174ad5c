"""Stacks with a token issuer and component identities, recorded as preview or as update."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tests.cco_samples import public_key
from tests.kit.harness import record, record_stack, run_main
from tests.kit.recorded import Recorded
from tests.kit.stacks import example_stack

EXAMPLES = ("sts-aws-public", "sts-aws-private", "workload-id-azure", "sts-adopt-ccoctl")

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
    return record_stack(example_stack(name), preview=preview)


def recorded(branches: Mapping[str, object], *, preview: bool, secret: tuple[str, ...] = ()) -> Recorded:
    """A stack with these branches, recorded."""
    return record(
        run_main,
        preview=preview,
        config={f"openshift-credentials:{key}": json.dumps(value) for key, value in branches.items()},
        secret_keys=[f"openshift-credentials:{key}" for key in secret],
        stack="test",
    )


def write_requests(folder: Path, *requests: Mapping[str, object]) -> str:
    """Write requests into a folder, one file each, and return its path."""
    folder.mkdir(exist_ok=True)
    for index, each in enumerate(requests):
        (folder / f"{index:04}.yaml").write_text(json.dumps(each), encoding="utf-8")
    return str(folder)


def component_request(
    kind: str, namespace: str, secret: str, accounts: Sequence[str], *, name: str, **spec: object
) -> dict[str, Any]:
    """A request of a component; ``spec`` is that of the provider."""
    return {
        "metadata": {"name": name},
        "spec": {
            "secretRef": {"namespace": namespace, "name": secret},
            "serviceAccountNames": list(accounts),
            "providerSpec": {"apiVersion": "cloudcredential.openshift.io/v1", "kind": kind, **spec},
        },
    }


def aws_request(namespace: str, secret: str, *accounts: str) -> dict[str, Any]:
    """A request of a component on AWS."""
    entry = {"effect": "Allow", "action": ["s3:GetObject"], "resource": "*"}
    name = f"{namespace}-{secret}"
    return component_request("AWSProviderSpec", namespace, secret, accounts, name=name, statementEntries=[entry])


def azure_request(*accounts: str, name: str = "one", **spec: object) -> dict[str, Any]:
    """A request of a component on Azure, with the Secret ``openshift-NAME/creds``."""
    return component_request("AzureProviderSpec", f"openshift-{name}", "creds", accounts, name=name, **spec)
