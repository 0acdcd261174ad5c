"""Files, objects and a cluster for the tests of verb ``cco``."""

import base64
import json
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final

from tests.cli.command import Outcome

MARK = "MarkerMarkerMarker"


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


RESOURCES: Final = {
    ("operator.openshift.io", "v1", "cloudcredentials"): "CloudCredential",
    ("config.openshift.io", "v1", "infrastructures"): "Infrastructure",
    ("config.openshift.io", "v1", "authentications"): "Authentication",
    ("config.openshift.io", "v1", "clusterversions"): "ClusterVersion",
    ("cloudcredential.openshift.io", "v1", "credentialsrequests"): "CredentialsRequest",
}
"""The kinds of OpenShift's API by group, version and plural."""


class ApiError(Exception):
    def __init__(self, status: int) -> None:
        super().__init__()
        self.status, self.reason = status, HTTPStatus(status).phrase


class FakeCluster:
    """Stands for the client library: objects by kind, and a reaction to deletions."""

    def __init__(self, objects: list[dict[str, Any]], remake: Callable[[dict[str, Any]], Any]) -> None:
        self.objects = objects
        self.remake = remake
        self.deleted: list[str] = []
        self.refused: dict[str, int] = {}
        """Status of what is refused, by its kind, or by the namespace and name of a Secret."""

        self.asked: set[str] = set()

    def _answer(self, what: str) -> None:
        self.asked.add(what)
        if status := self.refused.get(what):
            raise ApiError(status)

    def _find(self, kind: str, name: str, namespace: str | None = None) -> dict[str, Any]:
        for each in self.objects:
            metadata = each["metadata"]
            if (each["kind"], metadata["name"]) == (kind, name) and (
                namespace is None or metadata.get("namespace") == namespace
            ):
                return each
        raise ApiError(404)

    def get_cluster_custom_object(
        self, group: str, version: str, plural: str, name: str, *, _request_timeout: int
    ) -> Any:  # noqa: ANN401
        kind = RESOURCES[group, version, plural]
        self._answer(kind)
        return self._find(kind, name)

    def list_cluster_custom_object(
        self, group: str, version: str, plural: str, *, limit: int, _request_timeout: int, _continue: str = "0"
    ) -> Any:  # noqa: ANN401
        assert (limit, _request_timeout) == (500, 30)
        kind = RESOURCES[group, version, plural]
        self._answer(kind)
        requests = [each for each in self.objects if each["kind"] == kind]
        start = int(_continue)
        more = {"continue": str(start + 1)} if start + 1 < len(requests) else {}
        return {"items": requests[start : start + 1], "metadata": more}

    def read_namespaced_config_map(self, name: str, namespace: str, *, _request_timeout: int) -> Any:  # noqa: ANN401
        self._answer("ConfigMap")
        return self._find("ConfigMap", name, namespace)

    def read_namespaced_secret(self, name: str, namespace: str, *, _request_timeout: int) -> Any:  # noqa: ANN401
        self._answer(f"{namespace}/{name}")
        return self._find("Secret", name, namespace)

    def delete_namespaced_secret(
        self,
        name: str,
        namespace: str,
        *,
        body: Any,  # noqa: ANN401
        _request_timeout: int,
    ) -> Any:  # noqa: ANN401
        found = self._find("Secret", name, namespace)
        assert body["preconditions"] == {"uid": found["metadata"]["uid"]}
        self.objects.remove(found)
        self.deleted.append(f"{namespace}/{name}")
        new = self.remake(found)
        if new is not None:
            self.objects.append(new)
        return {}


def options(**options: object) -> dict[str, object]:
    return options


def same(value: object) -> object:
    return value


def never_remade(_: dict[str, Any]) -> None:
    return None
