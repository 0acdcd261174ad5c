"""Objects of the management cluster as they are now, read by the program itself.

The engine reads an object only when it makes, changes or refreshes it. Whoever waits for what a
controller does, without failing when it does not, has to look for himself.
"""

import os
from collections.abc import Mapping
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

import yaml

from openshift_credentials.errors import ContractError
from openshift_credentials.stack.kubernetes import Kubernetes

if TYPE_CHECKING:
    from lightkube import AsyncClient, KubeConfig

_SERVICE_ACCOUNT: Final = Path("/var/run/secrets/kubernetes.io/serviceaccount")


class LiveObjects(Protocol):
    """Reads objects of one kind."""

    async def read(self, namespace: str, name: str) -> Mapping[str, Any] | None:
        """Return the object, or ``None`` where there is none.

        Raises :class:`~openshift_credentials.errors.ContractError` where it cannot be read.
        """
        ...


class ClusterObjects:
    """Reads objects of a kind through the API server that the Kubernetes provider uses too.

    Nothing is loaded or connected before the first read.
    """

    def __init__(self, settings: Kubernetes, group: str, version: str, plural: str) -> None:
        self._settings = settings
        self._kind = (group, version, plural)
        self._client: AsyncClient | None = None

    async def read(self, namespace: str, name: str) -> Mapping[str, Any] | None:
        """Return the object, or ``None`` where it, its namespace or its kind is absent."""
        import httpx2  # noqa: PLC0415 - only an update that waits needs a client
        from lightkube import ApiError  # noqa: PLC0415
        from lightkube.core.exceptions import ConfigError  # noqa: PLC0415
        from lightkube.generic_resource import create_namespaced_resource  # noqa: PLC0415

        group, version, plural = self._kind
        resource = create_namespaced_resource(group, version, plural, plural)
        try:
            if self._client is None:
                self._client = _client(self._settings)
            return await self._client.get(resource, name, namespace=namespace)
        except ApiError as error:
            if error.status.code == HTTPStatus.NOT_FOUND:
                return None
            raise self._unreadable(namespace, error.status.message or "") from None
        except ConfigError as error:
            raise self._unreadable(namespace, f"the kubeconfig cannot be used: {error}") from None
        except httpx2.HTTPError as error:
            said = str(error) or type(error).__name__
            raise self._unreadable(namespace, f"the API server: {said}") from None

    def _unreadable(self, namespace: str, why: str) -> ContractError:
        group, _, plural = self._kind
        return ContractError(f"{plural}.{group} in namespace {namespace} cannot be read: {why}")


def _client(settings: Kubernetes) -> "AsyncClient":
    from lightkube import AsyncClient  # noqa: PLC0415

    return AsyncClient(_kubeconfig(settings).get(settings.context))


def _kubeconfig(settings: Kubernetes) -> "KubeConfig":
    """Look where the provider looks: the setting, ``$KUBECONFIG``, ``~/.kube/config``, the pod."""
    from lightkube import KubeConfig  # noqa: PLC0415

    if settings.kubeconfig is not None:
        return KubeConfig.from_dict(yaml.safe_load(settings.kubeconfig.get_secret_value()))
    named = os.environ.get("KUBECONFIG", "").split(os.pathsep)
    files = [Path(name) for name in named if name] or [Path("~/.kube/config").expanduser()]
    found = [KubeConfig.from_file(file) for file in files if file.is_file()]
    if not found and _SERVICE_ACCOUNT.is_dir():
        return KubeConfig.from_service_account()
    if not found:
        return KubeConfig.from_file(files[0])
    first, *others = found
    for other in others:  # as kubectl merges them: the first to name something wins
        first.clusters = {**other.clusters, **first.clusters}
        first.contexts = {**other.contexts, **first.contexts}
        first.users = {**other.users, **first.users}
        first.current_context = first.current_context or other.current_context
    return first
