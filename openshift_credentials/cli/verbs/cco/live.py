"""Reading, and deleting, objects of a live cluster through the official Kubernetes client."""

import argparse
import functools
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from openshift_credentials.base.errors import unusable_input
from openshift_credentials.base.json_values import object_items, text_member
from openshift_credentials.live.client import Access, connect
from openshift_credentials.platforms.credentials_requests import SecretRef
from openshift_credentials.platforms.credentials_requests.reader import OPERATOR_NAMESPACE
from openshift_credentials.systems.cloud_credentials.live.cluster_objects import LEGACY_CONFIG_MAP

LIVE: Final = "live"
"""Word for the cluster instead of a file or folder."""

Object = Mapping[str, object]

_NOT_FOUND: Final = 404
_PAGE: Final = 500
_TIMEOUT: Final = 30
"""Seconds for one request."""
_SINGLETONS: Final = {
    "CloudCredential": ("operator.openshift.io", "cloudcredentials", "cluster"),
    "Infrastructure": ("config.openshift.io", "infrastructures", "cluster"),
    "Authentication": ("config.openshift.io", "authentications", "cluster"),
    "ClusterVersion": ("config.openshift.io", "clusterversions", "version"),
}


def add_connection(parser: argparse.ArgumentParser) -> None:
    """Declare the connection to the cluster."""
    parser.add_argument("--kubeconfig", metavar="FILE", help="kubeconfig of the cluster; default: as kubectl")
    parser.add_argument("--context", metavar="NAME", help="context of the kubeconfig")


class LiveCluster:
    """A cluster, read with the kubeconfig that kubectl would use.

    Every method raises :class:`UnusableInputError` if the API server denies the request or does not
    answer.
    """

    def __init__(self, kubeconfig: str | None = None, context: str | None = None) -> None:
        from kubernetes import client  # noqa: PLC0415 - only what looks at a cluster pays for it

        self._client: Any = client
        self._api: Any = connect(Access(kubeconfig=kubeconfig, context=context))
        self._core: Any = self._client.CoreV1Api(self._api)
        self._custom: Any = self._client.CustomObjectsApi(self._api)

    def mode_objects(self) -> list[Object]:
        """Objects that determine the mode: the operator's objects and the legacy ConfigMap."""
        objects = [
            {**each, "kind": kind}
            for kind, (group, plural, name) in _SINGLETONS.items()
            if (
                each := self._ask(
                    f"{plural} {name}",
                    lambda g=group, p=plural, n=name: self._custom.get_cluster_custom_object(
                        g, "v1", p, n, _request_timeout=_TIMEOUT
                    ),
                )
            )
        ]
        legacy = self._ask(
            f"configmap {LEGACY_CONFIG_MAP}",
            lambda: self._core.read_namespaced_config_map(
                LEGACY_CONFIG_MAP, OPERATOR_NAMESPACE, _request_timeout=_TIMEOUT
            ),
        )
        return [*objects, *([{**legacy, "kind": "ConfigMap"}] if legacy else [])]

    def secret(self, secret: SecretRef) -> Object | None:
        """A Secret, ``None`` if there is none."""
        found = self._ask(
            f"secret {secret}",
            lambda: self._core.read_namespaced_secret(secret.name, secret.namespace, _request_timeout=_TIMEOUT),
        )
        return {**found, "apiVersion": "v1", "kind": "Secret"} if found else None

    def requests(self) -> Iterator[Object]:
        """All CredentialsRequests, page by page."""
        ask = functools.partial(
            self._custom.list_cluster_custom_object, "cloudcredential.openshift.io", "v1", "credentialsrequests"
        )
        return self._pages("credentialsrequests", ask)

    def delete_secret(self, secret: SecretRef, uid: str) -> None:
        """Delete exactly the Secret that was read."""
        options = self._client.V1DeleteOptions(preconditions=self._client.V1Preconditions(uid=uid))
        self._ask(
            f"secret {secret}",
            lambda: self._core.delete_namespaced_secret(
                secret.name, secret.namespace, body=options, _request_timeout=_TIMEOUT
            ),
        )

    def _pages(self, what: str, ask: Callable[..., object]) -> Iterator[Object]:
        token = ""
        while True:
            options: dict[str, object] = {"limit": _PAGE, "_request_timeout": _TIMEOUT}
            if token:
                options["_continue"] = token
            page = self._ask(what, lambda options=options: ask(**options)) or {}
            yield from object_items(page, "items")
            token = text_member(page, "metadata", "continue")
            if not token:
                return

    def _ask(self, what: str, ask: Callable[[], object]) -> Object | None:
        try:
            answer = ask()
        except self._client.ApiException as error:
            if error.status == _NOT_FOUND:
                return None
            raise unusable_input(f"live: {what}: the API server returns {error.status} {error.reason}") from None
        except Exception:  # noqa: BLE001 - the client raises errors of several libraries
            raise unusable_input(f"live: {what}: the API server cannot be reached") from None
        return self._api.sanitize_for_serialization(answer)
