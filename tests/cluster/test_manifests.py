"""Manifests instead of a cluster, written by the real Kubernetes provider."""

import base64
from pathlib import Path

import yaml

from tests.cluster.stack import Stack


def test_manifests_are_written_without_a_cluster_and_secrets_apart(tmp_path: Path) -> None:
    stack = Stack.create(tmp_path, "hypershift", None)
    for trigger in ("one", "two"):
        stack.configure(
            backups=[{"hostedCluster": "clusters/a", "trigger": trigger}], kubernetes={"renderTo": "gitops"}
        )
        stack.up()
    directory = stack.directory / "gitops"
    written = {path.relative_to(directory): path for path in directory.rglob("*.yaml")}
    assert {place.parts[0] for place in written} == {"objects", "secrets"}
    objects = [yaml.safe_load(p.read_text()) for k, p in written.items() if k.parts[0] == "objects"]
    (backup,) = objects
    assert backup["kind"] == "HCPEtcdBackup"
    assert backup["metadata"]["name"].startswith("a-two-")
    assert "annotations" not in backup["metadata"]
    (secret,) = [yaml.safe_load(p.read_text()) for k, p in written.items() if k.parts[0] == "secrets"]
    arn = base64.b64decode(secret["data"]["credentials"]).decode()
    assert arn == "arn:aws:iam::123456789012:role/rosa-mc-1-etcd-backup"
