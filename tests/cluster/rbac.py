"""RBAC of the API server under test, which learns of its own objects a moment later."""

import time
from collections.abc import Mapping
from itertools import count
from typing import Any, Final

from tests.cluster.control_plane import ControlPlane

API: Final = "rbac.authorization.k8s.io"
SECONDS: Final = 60

_numbers = count()


def wait_for_rbac(plane: ControlPlane) -> None:
    """Return when the server decides by all roles and bindings that were written before the call.

    Its four kinds arrive in separate streams, each in the order of writing; so it waits for
    objects of its own in each of them.
    """
    name = f"probe-{next(_numbers)}"
    places = {"Role": "namespaces/default/", "ClusterRole": ""}
    for kind, place in places.items():
        _made(plane, f"{place}{kind.lower()}s", {"metadata": {"name": name}, "rules": [_RULE]})
        binding = {
            "metadata": {"name": name},
            "roleRef": {"apiGroup": API, "kind": kind, "name": name},
            "subjects": [{"apiGroup": API, "kind": "User", "name": f"{name}-{kind}"}],
        }
        _made(plane, f"{place}{kind.lower()}bindings", binding)
    deadline = time.monotonic() + SECONDS
    while not all(_is_allowed(plane, f"{name}-{kind}") for kind in places):
        assert time.monotonic() < deadline, "the API server has not learnt of its roles"
        time.sleep(0.02)
    for kind, place in places.items():
        for collection in (f"{kind.lower()}s", f"{kind.lower()}bindings"):
            plane.request("DELETE", f"/apis/{API}/v1/{place}{collection}/{name}")


_RULE: Final = {"apiGroups": [""], "resources": ["configmaps"], "verbs": ["get"]}


def _made(plane: ControlPlane, collection: str, body: Mapping[str, Any]) -> None:
    status, answer = plane.request("POST", f"/apis/{API}/v1/{collection}", body)
    assert status == 201, answer


def _is_allowed(plane: ControlPlane, user: str) -> bool:
    wanted = {"namespace": "default", "verb": "get", "resource": "configmaps"}
    review = {"spec": {"user": user, "resourceAttributes": wanted}}
    path = "/apis/authorization.k8s.io/v1/subjectaccessreviews"
    status, answer = plane.request("POST", path, review)
    assert status == 201, answer
    return bool(answer["status"]["allowed"])
