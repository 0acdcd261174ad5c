"""Files and objects of a cluster for the tests of verb ``cco``."""

import base64
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from tests.cli.command import Outcome
from tests.kit.cco import folder

MARK = "MarkerMarkerMarker"


def write(path: Path, *documents: object) -> str:
    path.write_text(yaml.safe_dump_all(documents), encoding="utf-8")
    return str(path)


def requests_folder(path: Path, name: str) -> str:
    path.mkdir(exist_ok=True)
    for file, content in folder(name):
        (path / file).write_bytes(content)
    return str(path)


def answer(outcome: Outcome) -> Any:  # noqa: ANN401 - any JSON
    return json.loads(outcome.results)


def cloud_credential(mode: str, **annotations: str) -> dict[str, Any]:
    return {
        "apiVersion": "operator.openshift.io/v1",
        "kind": "CloudCredential",
        "metadata": {"name": "cluster", "annotations": annotations},
        "spec": {"credentialsMode": mode},
    }


INFRASTRUCTURE = {
    "kind": "Infrastructure",
    "metadata": {"name": "cluster"},
    "status": {"platformStatus": {"type": "AWS"}},
}
ISSUER = {
    "kind": "Authentication",
    "metadata": {"name": "cluster"},
    "spec": {"serviceAccountIssuer": "https://issuer.example.com"},
}
VERSION = {
    "kind": "ClusterVersion",
    "metadata": {"name": "version"},
    "status": {"history": [{"state": "Completed", "version": "4.17.3"}]},
}


def secret(name: str, namespace: str, content: Mapping[str, str], **more: Any) -> dict[str, Any]:  # noqa: ANN401
    return {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {"name": name, "namespace": namespace, **more},
        "data": {key: base64.b64encode(text.encode()).decode() for key, text in content.items()},
    }


ROOT = secret(
    "aws-creds",
    "kube-system",
    {"aws_access_key_id": "AKIAIOSFODNN7EXAMPLE", "aws_secret_access_key": MARK},
    annotations={"cloudcredential.openshift.io/mode": "mint"},
)
