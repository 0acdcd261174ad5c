"""``fleet check`` of a directory: whatever is in it is checked, or reported as not checked."""

import errno
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from openshift_credentials.fleet.check import stack_traps
from openshift_credentials.fleet.rendering import files_of
from tests.cli.command import Outcome, call
from tests.fleet.samples import aws_row, fleet_of, write

WRONG = {**aws_row("mc-a"), "region": "eu-nowhere-9"}
BACKUP: dict[str, Any] = {
    "storage": {"storageType": "S3", "s3": {"bucket": "b-etcd", "region": "eu-nowhere-9", "accountId": "123456789012"}},
    "backups": [{"hostedCluster": "clusters/a"}],
}
CLUSTER = {"name": "mc-a", "oidcIssuer": "https://oidc.example.com/a"}
COMPLAINT = "eu-nowhere-9"


def stack(config: Mapping[str, object]) -> dict[str, Any]:
    return {
        "apiVersion": "pulumi.com/v1",
        "kind": "Stack",
        "metadata": {"name": "mc-a", "namespace": "fleet"},
        "spec": {"stack": "mc-a", "config": dict(config)},
    }


STACK = stack({"openshift-credentials:cluster": CLUSTER, "openshift-credentials:etcdBackup": BACKUP})
AS_YAML = yaml.safe_dump(STACK)

FILES: dict[str, tuple[str, str]] = {
    "kind in quotation marks": ("a.yaml", AS_YAML.replace("kind: Stack", 'kind: "Stack"')),
    "kind behind two spaces": ("a.yml", AS_YAML.replace("kind: Stack", "kind:  Stack")),
    "kind with a comment": ("a.yaml", AS_YAML.replace("kind: Stack", "kind: 'Stack' # x")),
    "compact JSON": ("a.json", json.dumps(STACK, separators=(",", ":"))),
    "a List": ("a.json", json.dumps({"kind": "List", "apiVersion": "v1", "items": [STACK]})),
    "in capitals": ("A.YAML", AS_YAML),
    "a key in quotation marks": ("a.yaml", json.dumps({"clusters": [WRONG]})),
    "a list of rows": ("a.yaml", yaml.safe_dump([WRONG])),
    "defaults and rows": ("a.yaml", yaml.safe_dump({"defaults": {}, "clusters": [WRONG]})),
}


def check(directory: Path, *more: str) -> Outcome:
    return call("fleet", "check", "--inventory", str(directory), *more)


@pytest.mark.parametrize("name", FILES)
def test_every_form_of_a_file_is_checked(name: str, tmp_path: Path) -> None:
    file, text = FILES[name]
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "deep" / "er" / file).write_text(text)

    outcome = check(tmp_path)

    assert outcome.code == 2
    assert COMPLAINT in outcome.others


OTHERS = {
    "api.yaml": "apiVersion: v1\n",
    "kind.yaml": "kind: Stack\n",
    "values.yaml": "image: x\n",
    "list.json": "[1, 2]\n",
}


@pytest.mark.parametrize("text", ["kind: [", "- 1\n---\n- 2\n", "\x00"])
def test_what_cannot_be_read_is_never_passed(text: str, tmp_path: Path) -> None:
    write(tmp_path / "fleet.yaml", [aws_row()])
    (tmp_path / "broken.yaml").write_text(text)

    outcome = check(tmp_path)

    assert outcome.code == 2
    assert f"error: {tmp_path / 'broken.yaml'}" in outcome.others


def test_folders_are_checked_in_order_and_one_that_cannot_be_listed_is_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("a", "c", "b", "locked"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "values.yaml").write_text(OTHERS["values.yaml"])
    write(tmp_path / "fleet.yaml", [aws_row()])
    list_folder = os.scandir

    def scandir(path: str) -> object:
        if Path(path).name == "locked":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        return list_folder(path)

    monkeypatch.setattr(os, "scandir", scandir)

    outcome = check(tmp_path, "-o", "json")

    answer = json.loads(outcome.results)
    assert outcome.code == 2
    warned = [each["setting"] for each in answer["warnings"]]
    assert warned == [str(tmp_path / folder / "values.yaml") for folder in "abc"]
    locked = str(tmp_path / "locked")
    why = "cannot be listed: Permission denied; let the caller read it"
    told = {"code": "file", "severity": "error", "message": f"{locked}: {why}", "file": locked}
    assert answer["errors"] == [told]


# What the operator takes in a Stack though it is wrong, and 'fleet check' does not.

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
