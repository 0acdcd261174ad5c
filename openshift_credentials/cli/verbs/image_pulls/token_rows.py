"""One document with a node's request for a token and the objects of its cluster."""

import re
from collections.abc import Sequence
from typing import Final

from openshift_credentials.base.errors import UnusableInputError, input_problem, unusable_input
from openshift_credentials.base.json_values import is_object, object_items, text_items, text_member
from openshift_credentials.platforms.kubernetes.rbac import (
    NODES_GROUP,
    AccessRequest,
    Manifest,
    groups_of,
)
from openshift_credentials.systems.image_pulls.rules.audience import (
    SERVICE_ACCOUNTS,
    TokenDecision,
    TokenWanted,
    may_read_service_accounts,
    may_request_token,
)

_READ: Final = re.compile(
    r"GET /api/v1/(?:namespaces/(?P<namespace>[^/?\s]+)/)?serviceaccounts(?:/(?P<name>[^/?\s]+))?"
    r"(?P<watch>\?\S*)? as (?P<user>.+)"
)
_USER: Final = re.compile(r"(?P<name>.+?)(?: \((?P<groups>[^()]*)\))?")
"""A user as people write it: its name, and groups that do not follow from the name."""
_NODE: Final = "node-a"
_ACCOUNT: Final = ("team-a", "app")


def decide(document: object) -> TokenDecision:
    """The API server's answer to ``request``.

    ``request`` is a mapping (user, groups, namespace, serviceAccount, boundPod, audiences), with
    the objects of the cluster under ``rbac``; or the text ``GET PATH as USER``, with ``rules`` that
    all nodes have. A user may be followed by its groups: ``admin (system:masters)``. ``pods`` are
    the pods; without them, the pod that the request names runs on node-a with the ServiceAccount
    that it names, and carries ``volumes``.

    Raises :class:`UnusableInputError` if the document has another form.
    """
    if not is_object(document):
        raise unusable_input("the scenario must be a mapping with request and rbac")
    request = document.get("request")
    if isinstance(request, str):
        return _read(document, request)
    if not is_object(request):
        raise unusable_input("request: must be a mapping, or the text GET PATH as USER")
    missing = [key for key in ("user", "namespace", "serviceAccount") if not request.get(key)]
    if missing:
        raise UnusableInputError(input_problem(f"request.{key}: is required") for key in missing)
    name, groups = _user(text_member(request, "user"))
    wanted = TokenWanted(
        user=name,
        groups=(*groups, *text_items(request, "groups")),
        namespace=text_member(request, "namespace"),
        service_account=text_member(request, "serviceAccount"),
        bound_pod=text_member(request, "boundPod") or None,
        audiences=tuple(text_items(request, "audiences")),
    )
    pods = list(object_items(document, "pods"))
    if not pods and wanted.bound_pod:
        pods = [
            _pod(
                wanted.namespace,
                wanted.bound_pod,
                wanted.service_account,
                [*object_items(document, "volumes"), *object_items(request, "volumes")],
            )
        ]
    return may_request_token(wanted, [*object_items(document, "rbac"), *pods])


def _read(document: Manifest, request: str) -> TokenDecision:
    match = _READ.fullmatch(request)
    if match is None:
        raise UnusableInputError(
            [
                input_problem(
                    "must be GET /api/v1/namespaces/NAMESPACE/serviceaccounts[/NAME] as USER",
                    place="request",
                )
            ]
        )
    name = match["name"] or ""
    verb = "get" if name else "watch" if "watch" in (match["watch"] or "") else "list"
    nodes = {"kind": "Group", "name": NODES_GROUP}
    granted: list[Manifest] = [
        {"kind": "ClusterRole", "metadata": {"name": "rules"}, "rules": document.get("rules")},
        {
            "kind": "ClusterRoleBinding",
            "subjects": [nodes],
            "roleRef": {"kind": "ClusterRole", "name": "rules"},
        },
    ]
    pods = list(object_items(document, "pods")) or [_pod(_ACCOUNT[0], "p", _ACCOUNT[1], [])]
    manifests = [*granted, *object_items(document, "rbac"), *pods]
    user, groups = _user(match["user"])
    access = AccessRequest(
        user=user,
        groups=(*groups_of(user), *groups),
        verb=verb,
        resource=SERVICE_ACCOUNTS,
        namespace=match["namespace"] or "",
        name=name,
    )
    return may_read_service_accounts(access, manifests)


def _user(text: str) -> tuple[str, tuple[str, ...]]:
    """Name and groups of a user."""
    match = _USER.fullmatch(text)
    if match is None:
        return text, ()
    groups = (group.strip() for group in (match["groups"] or "").split(","))
    return match["name"], tuple(filter(None, groups))


def _pod(namespace: str, name: str, account: str, volumes: Sequence[Manifest]) -> Manifest:
    return {
        "kind": "Pod",
        "metadata": {"namespace": namespace, "name": name},
        "spec": {"nodeName": _NODE, "serviceAccountName": account, "volumes": list(volumes)},
    }
