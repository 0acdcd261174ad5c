"""Verb ``bundle`` from the outside."""

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest
import yaml

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.systems.component_identities.plan.bundle import differences, manifests, write
from tests.cco_samples import sample
from tests.cli.running import Runner
from tests.kit.definitions import problems
from tests.kit.places import REPOSITORY, example_file

PRIVATE = sample("keys.json.gz")["test-signer"]["private"]


def call(example: str, folder: Path) -> tuple[str, ...]:
    file = example_file(example)
    return (*("bundle", "--stack", example, "--config-file", str(file), "-C", str(REPOSITORY)), *("--out", str(folder)))


def modes(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): oct(stat.S_IMODE(path.stat().st_mode)) for path in folder.rglob("*")}


@pytest.mark.parametrize("example", ["sts-aws-public", "sts-aws-private", "workload-id-azure"])
def test_the_files_of_an_installation_are_for_their_owner_only(example: str, verbs: Runner, tmp_path: Path) -> None:
    result = verbs.run(*call(example, tmp_path / "out"), "--offline")
    assert result.code == 0
    found = modes(tmp_path / "out")
    assert found.pop("manifests") == "0o700"
    assert set(found.values()) == {"0o600"}
    assert "manifests/cluster-authentication-02-config.yaml" in found
    assert ("manifests/azure-ad-pod-identity-webhook-config.yaml" in found) == ("azure" in example)
    assert "tls/ is not written" in result.err


def test_secrets_of_a_bundle_are_whole_on_aws(verbs: Runner, tmp_path: Path) -> None:
    verbs.run(*call("sts-aws-public", tmp_path), "--offline")
    name = "openshift-image-registry-installer-cloud-credentials-credentials.yaml"
    secret: Any = yaml.safe_load((tmp_path / "manifests" / name).read_text(encoding="utf-8"))
    assert secret["metadata"]["namespace"] == "openshift-image-registry"
    assert "role_arn = arn:aws:iam::123456789012:role/" in secret["stringData"]["credentials"]


def test_outputs_of_the_stack_make_the_bundle(verbs: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outputs = {
        "issuerUrl": "https://issuer.example.com",
        "componentManifests": {"ns-s-credentials.yaml": "a: b"},
        "signingKey": PRIVATE,
    }
    answers = tmp_path / "outputs.json"
    answers.write_text(json.dumps(outputs), encoding="utf-8")
    pulumi = tmp_path / "pulumi"
    pulumi.write_text(f"#!/bin/sh\ncat {answers}\n", encoding="utf-8")
    pulumi.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    out = tmp_path / "out"
    result = verbs.run(*call("sts-aws-public", out))
    assert result.code == 0
    key = out / "tls" / "bound-service-account-signing-key.key"
    assert key.read_text(encoding="utf-8") == PRIVATE
    assert modes(out)["tls/bound-service-account-signing-key.key"] == "0o600"
    assert (out / "manifests" / "ns-s-credentials.yaml").read_text(encoding="utf-8") == "a: b"
    assert PRIVATE[40:80] not in result.out + result.err


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("exit 1", "failed"),
        ("echo '{}'", "does not have these outputs yet"),
        ("echo no", "does not have these outputs"),
    ],
)
def test_a_stack_without_outputs_has_no_bundle(
    script: str, reason: str, verbs: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pulumi = tmp_path / "pulumi"
    pulumi.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    pulumi.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    result = verbs.run(*call("sts-aws-public", tmp_path / "out"))
    assert result.code == 2
    assert reason in result.err


@pytest.mark.parametrize("example", ["rosa-sts", "sts-adopt-ccoctl"])
def test_other_stacks_have_no_bundle(example: str, verbs: Runner, tmp_path: Path) -> None:
    result = verbs.run(*call(example, tmp_path / "out"), "--offline")
    assert result.code == 2
    assert not (tmp_path / "out").exists()


def test_nothing_leaves_the_folder_and_no_link_is_followed(tmp_path: Path) -> None:
    with pytest.raises(UnusableInputError, match="not a valid file name"):
        write(manifests({"../evil.yaml": "x"}), tmp_path / "out")
    target = tmp_path / "target"
    (tmp_path / "out" / "manifests").mkdir(parents=True)
    (tmp_path / "out" / "manifests" / "a.yaml").symlink_to(target)
    with pytest.raises(UnusableInputError, match="cannot be written"):
        write(manifests({"a.yaml": "x"}), tmp_path / "out")
    assert not target.exists()


def test_what_stands_in_the_place_of_a_file_is_a_difference(tmp_path: Path) -> None:
    files = {**manifests({"a.yaml": "x", "b.yaml": "x", "c.yaml": "x"}), "d.sh": "x"}
    out = tmp_path / "new" / "out"
    write(files, out)
    assert list(differences(files, out)) == []
    for name in ("a.yaml", "b.yaml"):
        (out / "manifests" / name).unlink()
    (out / "manifests" / "a.yaml").mkdir()
    (out / "manifests" / "c.yaml").chmod(0o644)
    (out / "d.sh").write_text("y", encoding="utf-8")
    (out / "manifests" / "e.yaml").touch()
    assert [each.removeprefix(f"{out}/") for each in differences(files, out)] == [
        "d.sh has different content",
        "manifests/a.yaml is a directory",
        "manifests/b.yaml is missing",
        "manifests/c.yaml has mode 0644 instead of 0600",
        "manifests/e.yaml does not belong to this bundle",
    ]


def test_a_folder_is_compared_with_what_would_be_written(verbs: Runner, tmp_path: Path) -> None:
    out = tmp_path / "out"
    verbs.run(*call("sts-aws-public", out), "--offline")
    again = verbs.in_both_forms(*call("sts-aws-public", out), "--offline")
    check = (*call("sts-aws-public", out)[:-2], "--offline", "--check", str(out))
    assert verbs.run(*check).code == 0
    one, two, *_ = sorted((out / "manifests").iterdir())
    one.unlink()
    two.write_text("password: hunter2", encoding="utf-8")
    two.chmod(0o644)
    (out / "manifests" / "foreign.yaml").write_text("x", encoding="utf-8")
    result = verbs.run(*check)
    assert result.code == 1
    for answer in (verbs.in_both_forms(*check).json, again.json):
        assert problems("bundle", answer) == []
    assert [line.split(" ", 1)[1].split(" ")[0] for line in result.out.splitlines()] == ["is", "has", "has", "does"]
    assert "hunter2" not in result.out + result.err
