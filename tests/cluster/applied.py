"""Rendered objects, applied as a delivery does, and requests with the rights of an account."""

import dataclasses
import subprocess
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import yaml

from tests.cluster.control_plane import ControlPlane

KIND_URL = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"

Object = dict[str, Any]


def wait_until_served(plane: ControlPlane, name: str) -> None:
    for _ in range(100):
        status = plane.request("GET", f"{KIND_URL}/{name}")[1].get("status", {})
        if any(each["type"] == "Established" for each in status.get("conditions") or ()):
            return
        subprocess.run(["/bin/sleep", "0.1"], check=True)
    raise AssertionError(f"{name} is not served")


def path_of(item: Object) -> str:
    version, kind = item["apiVersion"], item["kind"]
    front = f"/api/{version}" if version == "v1" else f"/apis/{version}"
    plural = f"{kind.lower()}es" if kind.lower().endswith("s") else f"{kind.lower()}s"
    metadata = item["metadata"]
    place = f"/namespaces/{metadata['namespace']}" if "namespace" in metadata else ""
    return f"{front}{place}/{plural}/{quote(metadata['name'])}"


def apply(plane: ControlPlane, item: Object, manager: str = "gitops", *, dry_run: bool = False) -> Object:
    """Apply an object server-side, as strictly as the API server can."""
    query = f"?fieldManager={manager}&force=true&fieldValidation=Strict"
    query += "&dryRun=All" if dry_run else ""
    status, answer = plane.request("PATCH", path_of(item) + query, item, "application/apply-patch+yaml")
    assert status in (200, 201), f"{item['kind']} {item['metadata']['name']}: {answer}"
    return answer


def objects(files: dict[str, str]) -> Iterator[Object]:
    for path, text in files.items():
        if path.endswith(".yaml") and not path.endswith("kustomization.yaml"):
            yield from yaml.load_all(text, yaml.CSafeLoader)


def token_of(plane: ControlPlane, namespace: str, account: str) -> str:
    path = f"/api/v1/namespaces/{namespace}/serviceaccounts/{account}/token"
    status, answer = plane.request("POST", path, {"spec": {"expirationSeconds": 3600}})
    assert status == 201, answer
    return answer["status"]["token"]


def as_account(plane: ControlPlane, namespace: str, account: str) -> ControlPlane:
    return dataclasses.replace(plane, token=token_of(plane, namespace, account))
