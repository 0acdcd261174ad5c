"""Reading objects for all actions: from files, standard input or a live cluster."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from openshift_credentials.base.errors import UnusableInputError, input_problem, unusable_input
from openshift_credentials.base.json_values import object_items, object_member, text_member
from openshift_credentials.base.notices import Notice
from openshift_credentials.live import client as live_client
from openshift_credentials.platforms.credentials_requests import OPERATOR_NAMESPACE, Requests, SecretRef, load_requests
from openshift_credentials.platforms.manifests import ManifestDocument, printable, read_documents, within_depth
from openshift_credentials.stack.request_folder import read_folder
from openshift_credentials.systems.cloud_credentials.live import LEGACY_CONFIG_MAP
from openshift_credentials.systems.cloud_credentials.rules.permissions import OperatorCloud
from openshift_credentials.systems.cloud_credentials.rules.platforms import platform_type, root_secret

from ...output import judge_all

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
    parser.add_argument("--kubeconfig", metavar="FILE", help="kubeconfig of the cluster; default: as kubectl")
    parser.add_argument("--context", metavar="NAME", help="context of the kubeconfig")


class LiveCluster:
    """A cluster, read with the kubeconfig that kubectl would use.

    Every method raises :class:`UnusableInputError` if the API server denies the request or does not answer.
    """

    def __init__(self, kubeconfig: str | None = None, context: str | None = None) -> None:
        from kubernetes import client  # noqa: PLC0415 - only what looks at a cluster pays for it

        self._client: Any = client
        self._api: Any = live_client.connect(live_client.Access(kubeconfig=kubeconfig, context=context))
        self._core: Any = self._client.CoreV1Api(self._api)
        self._custom: Any = self._client.CustomObjectsApi(self._api)

    def mode_objects(self) -> list[Object]:
        read, core = self._custom.get_cluster_custom_object, self._core
        found = {
            kind: self._ask(f"{plural} {name}", read, group, "v1", plural, name)
            for kind, (group, plural, name) in _SINGLETONS.items()
        }
        what = f"configmap {LEGACY_CONFIG_MAP}"
        found["ConfigMap"] = self._ask(what, core.read_namespaced_config_map, LEGACY_CONFIG_MAP, OPERATOR_NAMESPACE)
        return [{**each, "kind": kind} for kind, each in found.items() if each]

    def secret(self, secret: SecretRef) -> Object | None:
        found = self._ask(f"secret {secret}", self._core.read_namespaced_secret, secret.name, secret.namespace)
        return {**found, "apiVersion": "v1", "kind": "Secret"} if found else None

    def requests(self) -> Iterator[Object]:
        place = ("cloudcredential.openshift.io", "v1", "credentialsrequests")
        token: dict[str, str] = {}
        while True:
            read = self._custom.list_cluster_custom_object
            page = self._ask("credentialsrequests", read, *place, limit=_PAGE, **token) or {}
            yield from object_items(page, "items")
            token = {"_continue": text_member(page, "metadata", "continue")}
            if not token["_continue"]:
                return

    def delete_secret(self, secret: SecretRef, uid: str) -> None:
        options = self._client.V1DeleteOptions(preconditions=self._client.V1Preconditions(uid=uid))
        delete = self._core.delete_namespaced_secret
        self._ask(f"secret {secret}", delete, secret.name, secret.namespace, body=options)

    def _ask(self, what: str, ask: Callable[..., object], *arguments: str, **options: object) -> Object | None:
        try:
            answer = ask(*arguments, **options, _request_timeout=_TIMEOUT)
        except self._client.ApiException as error:
            if error.status == _NOT_FOUND:
                return None
            raise unusable_input(f"live: {what}: the API server returns {error.status} {error.reason}") from None
        except Exception:  # noqa: BLE001 - the client raises errors of several libraries
            raise unusable_input(f"live: {what}: the API server cannot be reached") from None
        return self._api.sanitize_for_serialization(answer)


def add_filters(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--enable-tech-preview", action="store_true", help="also requests of feature set TechPreviewNoUpgrade"
    )
    parser.add_argument(
        "--disabled-capability",
        action="append",
        default=[],
        metavar="NAME",
        help="skip requests of a capability that the cluster does not have; can be repeated",
    )


def add_cloud(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--cloud", required=True, choices=[cloud.value for cloud in OperatorCloud], help="cloud of the cluster"
    )


def is_live(names: Sequence[str]) -> bool:
    """Whether the word for the cluster is the only argument. Raises if there are also files."""
    if LIVE in names and len(names) > 1:
        raise unusable_input("live means the cluster and cannot be combined with files")
    return list(names) == [LIVE]


def connect(arguments: argparse.Namespace) -> LiveCluster:
    return LiveCluster(arguments.kubeconfig, arguments.context)


def read_objects(files: Sequence[str]) -> tuple[list[tuple[str, Object]], list[Notice]]:
    documents, unread = read_documents(files, sys.stdin.buffer)
    problems: list[Notice] = [*unread]
    objects = judge_all(documents, problems, _placed)
    return objects, problems


def _placed(document: ManifestDocument) -> tuple[str, Object]:
    return document.where, within_depth(document.content)


def read_requests(source: str, arguments: argparse.Namespace) -> Requests:
    tech_preview = bool(getattr(arguments, "enable_tech_preview", False))
    if source == LIVE:
        return live_requests(connect(arguments).requests(), tech_preview=tech_preview)
    return read_folder(source, tech_preview=tech_preview)


def live_requests(objects: Iterable[Object], *, tech_preview: bool = True) -> Requests:
    """Requests of a cluster, which has already applied its feature set."""
    files = ((f"{index:06}.yaml", json.dumps(item).encode()) for index, item in enumerate(objects))
    return load_requests(files, tech_preview=tech_preview)


def secrets_of_cluster(cluster: LiveCluster, objects: Sequence[Object]) -> list[Object]:
    """The root secret, and the Secrets that CredentialsRequests name, as far as they exist."""
    found = [item for item in objects if item["kind"] == "Infrastructure"]
    status = object_member(found[0], "status") if found else dict[str, object]()
    platform = platform_type(text_member(status, "platformStatus", "type"), text_member(status, "platform"))
    wanted = [request.secret for request in live_requests(cluster.requests()).requests]
    if root := root_secret(platform):
        wanted.insert(0, root)
    return [secret for ref in dict.fromkeys(wanted) if (secret := cluster.secret(ref))]


def readable(requests: Requests, where: str) -> Requests:
    """The requests; raises :class:`UnusableInputError` for anything else."""
    problems = [f"{where}: {error}" for error in requests.errors]
    problems += [f"{where}: {text}" for text in not_requests(requests)]
    if problems:
        raise UnusableInputError(input_problem(printable(problem)) for problem in problems)
    return requests


def not_requests(requests: Requests) -> list[str]:
    """Documents without a provider spec, which crash upstream."""
    return [
        f"{request.where}: is not a CredentialsRequest with a providerSpec; ccoctl crashes on it, "
        "so remove it from the folder"
        for request in requests.requests
        if request.provider_spec is None
    ]
