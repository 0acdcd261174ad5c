"""What the operator takes in a Stack though it is wrong, and 'fleet check' does not."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from openshift_credentials.fleet.check import stack_traps
from openshift_credentials.fleet.rendering import files_of
from tests.cli.command import call
from tests.fleet.rows import aws_row, fleet_of

NAMESPACE = "openshift-credentials"
SECRET = {"name": "a", "key": "b"}
REFERENCE = {"type": "Secret", "secret": SECRET}
GIT = {"projectRepo": "https://git.example.com/x.git", "branch": "main"}

TRAPS: dict[str, tuple[dict[str, Any], str]] = {
    "two sources": (GIT, "stack-sources"),
    "no source": ({"workspaceTemplate": {"spec": {}}}, "stack-no-source"),
    "an empty directory": ({"workspaceTemplate": {"spec": {"local": {"dir": "", "x": 1}}}}, "stack-no-source"),
    "a reference to the environment": ({"envRefs": {"A": {"type": "Env"}}}, "stack-reference"),
    "a text for a reference": ({"envRefs": {"A": "b"}}, "stack-reference"),
    "a reference to a file": ({"envRefs": {"A": {"type": "FS"}}}, "stack-reference"),
    "a misspelt reference": ({"envRefs": {"A": {"type": "secret"}}}, "stack-reference"),
    "a reference without a type": ({"envRefs": {"A": {}}}, "stack-reference"),
    "a reference without key": ({"secretsRef": {"A": {"type": "Secret", "secret": {"name": "a"}}}}, "stack-reference"),
    "a reference without Secret": ({"secretsRef": {"A": {"type": "Secret"}}}, "stack-reference"),
    "a reference without literal": ({"envRefs": {"A": {"type": "Literal"}}}, "stack-reference"),
    "a reference elsewhere": (
        {"envRefs": {"A": {**REFERENCE, "secret": {**SECRET, "namespace": "x"}}}},
        "stack-namespace",
    ),
    "secrets in plain text": ({"secrets": {"a": "b"}}, "stack-plain-secret"),
    "a duration in words": (
        {"prerequisites": [{"name": "a", "requirement": {"succeededWithinDuration": "1 hour"}}]},
        "stack-duration",
    ),
    "a ttl in days": ({"updateTemplate": {"spec": {"ttlAfterCompleted": "1d"}}}, "stack-duration"),
    "a ttl as a number": ({"updateTemplate": {"spec": {"ttlAfterCompleted": 1}}}, "stack-duration"),
    "no stack": ({"stack": ""}, "stack-empty"),
    "a backend of no kind": ({"backend": "ftp://x"}, "stack-backend"),
    "a backend in the pod": ({"backend": "file:///state"}, "stack-backend-file"),
    "a provider of no kind": ({"secretsProvider": "vault"}, "stack-secrets-provider"),
    "a profile of no kind": (
        {"workspaceTemplate": {"spec": {"local": {"dir": "/x"}, "securityProfile": "high"}}},
        "stack-security-profile",
    ),
}


def rendered(tmp_path: Path) -> dict[str, Any]:
    fleet = fleet_of(tmp_path / "fleet.yaml", [aws_row()])
    files = files_of(fleet)
    return yaml.safe_load(files["clusters/mc-1/stack.yaml"])


@pytest.mark.parametrize("case", TRAPS)
def test_a_trap_is_found_by_its_code(tmp_path: Path, case: str) -> None:
    change, code = TRAPS[case]
    stack = rendered(tmp_path)
    stack["spec"] |= change

    found = [each.code for each in stack_traps(stack)]

    assert code in found


def test_a_stack_without_a_namespace_can_only_name_its_own(tmp_path: Path) -> None:
    stack = rendered(tmp_path)
    del stack["metadata"]["namespace"]
    reference = {"A": {**REFERENCE, "secret": {**SECRET, "namespace": "x"}}}
    stack["spec"] |= {"envRefs": reference, "secretsRef": {}}
    (found,) = stack_traps(stack)
    assert found.why == "refers to namespace x, and the operator accepts only its own"


@pytest.mark.parametrize(
    "change",
    [
        {"secretsProvider": "default"},
        {"envRefs": {"A": {"type": "Literal", "literal": {"value": "x"}}}},
        {"envRefs": {"A": {**REFERENCE, "secret": {**SECRET, "namespace": NAMESPACE}}}},
        {"updateTemplate": {"spec": {"ttlAfterCompleted": "72h"}}},
        {"prerequisites": [{"name": "a", "requirement": {"succeededWithinDuration": "1h"}}]},
        *(
            {"workspaceTemplate": {"spec": {"local": {"dir": "/x"}, "securityProfile": profile}}}
            for profile in ("restricted", "baseline")
        ),
    ],
    ids=str,
)
def test_what_the_operator_takes_as_it_is_meant_is_no_trap(tmp_path: Path, change: dict[str, Any]) -> None:
    stack = rendered(tmp_path)
    stack["spec"] |= change
    assert not list(stack_traps(stack))


def test_a_directory_of_stacks_is_checked_with_its_settings(tmp_path: Path) -> None:
    stack = rendered(tmp_path)
    other = rendered(tmp_path)
    other["metadata"]["name"] = "other"
    del other["spec"]["config"]["openshift-credentials:cluster"]
    other["spec"]["updateTemplate"]["spec"]["ttlAfterCompleted"] = "1 hour"
    folder = tmp_path / "stacks"
    folder.mkdir()
    (folder / "a.yaml").write_text(yaml.safe_dump_all([stack, other]))
    (folder / "config-map.yaml").write_text("kind: ConfigMap\napiVersion: v1\n")

    outcome = call("fleet", "check", "--inventory", str(folder))

    assert outcome.code == 2
    assert 'a.yaml, document 2 (other): spec.updateTemplate.spec.ttlAfterCompleted: "1 hour"' in (outcome.others)
    assert "openshift-credentials:cluster: is required" in outcome.others
    assert "spec.stack = mc-1: is updated by" in outcome.others
    assert "document 1 (mc-1)" not in outcome.others
