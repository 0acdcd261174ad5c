"""A stack on Google Cloud registers what ccoctl's client wrote: every changing call, in its form.

What runs twice, and what existed before, is a matter of the state of a stack: the tests of the
components and ``tests/engine`` have it.
"""

import base64
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.cco_samples import Row, request_folder, sample
from tests.kit import tokens
from tests.kit.google_cloud import NEEDS_SDK
from tests.kit.harness import record_stopped, run_main
from tests.kit.recorded import Recorded, Resource
from tests.systems.token_issuer.stacks import SIGNER, recorded

pytestmark = NEEDS_SDK

NUMBER = "123456789012"
RANDOM = re.compile(r"-[bcdfghjklmnpqrstvwxz2456789]{5}(?=@|$)")
"""The end of an ID that ccoctl chooses at random, from these characters."""


def first_steps() -> Iterator[Any]:
    """The first creation of each scenario, in an empty project or beside what exists.

    Kubernetes refuses the name of the samples' Secret, and so does a stack.
    """
    for scenario in json.loads(in_lower_case(json.dumps(sample("live-gcp.json")))):
        step = next(step for step in scenario["steps"] if step["op"] == "create-all")
        yield pytest.param(scenario, step, id=scenario["id"])


def in_lower_case(text: str) -> str:
    return text.replace("secretName1", "secretname1")


def branches(scenario: Row, step: Row, folder: Path) -> dict[str, Any]:
    """The stack file that stands for the command line."""
    requests = folder / "requests"
    requests.mkdir()
    for file, text in request_folder(step["request_dir"]):
        (requests / file).write_text(in_lower_case(text.decode()))
    return {
        "tokenIssuer": {
            "name": scenario["name"],
            "keys": [{"name": "a", "publicKey": SIGNER}],
            "gcp": {
                "project": scenario["project"],
                "projectNumber": NUMBER,
                "universe": scenario["universe"],
                "location": step["region"],
                "keyStorage": step["key_storage_method"],
            },
        },
        "componentIdentities": {"requests": str(requests)},
    }


@pytest.mark.parametrize(("scenario", "step"), list(first_steps()))
def test_a_stack_registers_what_ccoctl_writes(scenario: Row, step: Row, tmp_path: Path) -> None:
    given = branches(scenario, step, tmp_path)
    if step["error"]:
        config = {f"openshift-credentials:{key}": json.dumps(value) for key, value in given.items()}
        stopped = record_stopped(run_main, preview=True, config=config)
        assert "spec.serviceAccountNames is empty" in str(stopped.error)
        return
    stack = recorded(given, preview=False)
    expected = [call for call in step["writes"] if call["call"] not in _of_a_new_bucket(step)]
    ours = [call for call in writes(stack) if call["call"] not in _of_a_new_bucket(step)]
    assert comparable(ours) == comparable(expected)


def _of_a_new_bucket(step: Row) -> tuple[str, ...]:
    """ccoctl leaves the policy of an existing bucket as it is; a stack adopts it, or is refused."""
    made = any(call["call"] == "CreateBucket" for call in step["writes"])
    return () if made else ("CreateBucket", "SetBucketPolicy")


@pytest.mark.parametrize(("scenario", "step"), [each for each in first_steps() if not each.values[1]["error"]])
def test_a_stack_exports_the_manifests_of_ccoctl(scenario: Row, step: Row, tmp_path: Path) -> None:
    stack = recorded(branches(scenario, step, tmp_path), preview=False)
    manifests: Mapping[str, str] = stack.exports["componentManifests"]
    theirs = step["service_account_json"]
    assert {f"manifests/{file}" for file in manifests} == set(theirs)
    for file, manifest in manifests.items():
        found = re.search(r"service_account\.json: (\S+)", manifest)
        assert found
        config = base64.b64decode(found[1]).decode()
        whole = manifest.replace(found[1], "<BASE64 OF THE DECODED TEXT>")
        assert whole == step["files"][f"manifests/{file}"]
        assert RANDOM.sub("-<RANDOM5>", config) == theirs[f"manifests/{file}"]


def writes(stack: Recorded) -> Iterator[dict[str, Any]]:
    """The calls that the provider makes for these resources, in the words of ccoctl's client."""
    for resource in stack.resources:
        if resource.type in CALLS:
            yield CALLS[resource.type](resource)
    by_project = stack.all(tokens.GCP_PROJECT_MEMBER)
    projects = {each.inputs["project"] for each in by_project}
    for project in projects:
        yield {
            "call": "SetProjectIamPolicy",
            "project": project,
            "bindings": [{"role": each.inputs["role"], "members": [each.inputs["member"]]} for each in by_project],
        }


def _pool(resource: Resource) -> dict[str, Any]:
    of = resource.inputs
    return {
        "call": "CreateWorkloadIdentityPool",
        "id": of["workloadIdentityPoolId"],
        "parent": f"projects/{of['project']}/locations/global",
        "pool": {
            "description": of["description"],
            "disabled": of["disabled"],
            "displayName": of["displayName"],
            "name": of["workloadIdentityPoolId"],
            "state": "ACTIVE",
        },
    }


def _pool_provider(resource: Resource) -> dict[str, Any]:
    of = resource.inputs
    pool = of["workloadIdentityPoolId"]
    return {
        "call": "CreateWorkloadIdentityProvider",
        "id": of["workloadIdentityPoolProviderId"],
        "parent": f"projects/{of['project']}/locations/global/workloadIdentityPools/{pool}",
        "provider": {
            "attributeMapping": of["attributeMapping"],
            "description": of["description"],
            "disabled": of["disabled"],
            "displayName": of["displayName"],
            "name": of["workloadIdentityPoolProviderId"],
            "oidc": {**of["oidc"], "jwksJson": of["oidc"].get("jwksJson") or ""},
            "state": "ACTIVE",
        },
    }


def _bucket(resource: Resource) -> dict[str, Any]:
    own = {key: resource.inputs[key] for key in ("location", "name", "project")}
    uniform = resource.inputs["uniformBucketLevelAccess"]
    return {"call": "CreateBucket", **own, "uniformBucketLevelAccess": uniform}


def _bucket_member(resource: Resource) -> dict[str, Any]:
    of = resource.inputs
    bindings = [{"members": [of["member"]], "role": of["role"]}]
    return {"call": "SetBucketPolicy", "bucket": of["bucket"], "bindings": bindings}


def _object(resource: Resource) -> dict[str, Any]:
    of = resource.inputs
    text = of["content"]
    return {"call": "PutObject", "bucket": of["bucket"], "key": of["name"], "text": text}


def _account(resource: Resource) -> dict[str, Any]:
    of = resource.inputs
    return {
        "call": "CreateServiceAccount",
        "accountId": of["accountId"],
        "accountId_length": len(of["accountId"]),
        "description": of["description"],
        "displayName": of["displayName"],
        "name": f"projects/{of['project']}",
    }


def _role(resource: Resource) -> dict[str, Any]:
    of = resource.inputs
    return {
        "call": "CreateRole",
        "parent": f"projects/{of['project']}",
        "roleId": of["roleId"],
        "title": of["title"],
        "description": of["description"],
        "includedPermissions": of["permissions"],
    }


def _account_binding(resource: Resource) -> dict[str, Any]:
    of = resource.inputs
    return {
        "call": "SetServiceAccountIamPolicy",
        "serviceAccount": of["serviceAccountId"],
        "bindings": [{"members": of["members"], "role": of["role"]}],
    }


CALLS = {
    tokens.GCP_POOL: _pool,
    tokens.GCP_POOL_PROVIDER: _pool_provider,
    tokens.GCP_BUCKET: _bucket,
    tokens.GCP_BUCKET_MEMBER: _bucket_member,
    tokens.GCP_BUCKET_OBJECT: _object,
    tokens.GCP_SERVICE_ACCOUNT: _account,
    tokens.GCP_CUSTOM_ROLE: _role,
    tokens.GCP_ACCOUNT_BINDING: _account_binding,
}


def comparable(calls: Any) -> list[str]:  # noqa: ANN401 - calls of many forms
    """Calls as texts, in any order, with ccoctl's placeholder for random characters."""
    return sorted(
        re.sub(r'-[bcdfghjklmnpqrstvwxz2456789]{5}(?=[@"])', "-<RANDOM5>", text)
        for text in (json.dumps(call, sort_keys=True) for call in calls)
    )
